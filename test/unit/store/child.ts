/** A window's part of the history in a process of its own: `node child.ts FOLDER NAME CALLS`. */
import { CallHistory } from '../../../src/store/index.ts';
import { keepAll, made } from './support.ts';

const [folder = '', name = '', calls = '0'] = process.argv.slice(2);
const history = new CallHistory({
  ...keepAll(folder),
  onProblem: ({ english }) => {
    console.error(english);
    process.exitCode = 1;
  },
});
for (let index = 0; index < Number(calls); index += 1) {
  history.record(name, made.start(`${name}-${index}`));
  history.record(name, made.end(`${name}-${index}`));
}
// One is left under way; whoever started this process says how that ends.
history.record(name, made.start(`${name}-last`));
const written = history.onDidChange(() => {
  written.dispose();
  console.log('written');
});
process.stdin.on('data', () => {
  history.dispose();
  process.exit();
});

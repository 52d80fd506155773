/** The entry of the integration tests: runs Mocha inside the extension host. */
import { format } from 'node:util';
import Mocha from 'mocha';
import { failedFileLine } from '../../scripts/testing/failures.ts';
import { groups } from './groups.ts';

/**
 * Called by VS Code. Rejects when a test fails. PATCHBAY_TEST_GROUP is the only group to run and PATCHBAY_TEST_FILES the
 * only files, by their names without `.test.ts` and separated by commas, where they are set. With PATCHBAY_TEST_REVERSE
 * the last test runs first, which finds tests that need what an earlier one has left behind.
 */
export async function run(): Promise<void> {
  const { PATCHBAY_TEST_GREP: grep, PATCHBAY_TEST_REPORT: output, PATCHBAY_TEST_FILES: files } = process.env;
  const isReversed = process.env['PATCHBAY_TEST_REVERSE'] !== undefined;
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 120_000,
    color: false,
    ...(grep && { grep: new RegExp(grep) }),
    ...(output && { reporter: 'json', reporterOptions: { output } }),
  });
  // The console of the extension host does not fill in the %s of a format on its way out.
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => console.log(format(...args));
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  const group = process.env['PATCHBAY_TEST_GROUP'];
  const ofGroup = group === undefined ? groups.flat() : (groups[Number(group)] ?? []);
  const names = ofGroup.filter((name) => files === undefined || files.split(',').includes(name));
  // The bundler puts all files that have such a name into the bundle.
  const fileOf = new Map<Mocha.Suite, string>();
  for (const name of names) {
    const known = mocha.suite.suites.length;
    await import(`./${name}.test.ts`);
    for (const suite of mocha.suite.suites.slice(known))
      fileOf.set(suite, `test/integration/${name}.test.ts`);
  }
  if (isReversed) reverse(mocha.suite);
  await new Promise<void>((resolve, reject) => {
    const failed = new Set<string>();
    const runner = mocha.run((failures) => {
      for (const path of failed) console.log(failedFileLine(path));
      if (failures === 0) resolve();
      else reject(new Error(`${failures} integration tests failed.`));
    });
    runner.on('fail', (test: Mocha.Runnable) => {
      const path = fileOf.get(outermost(test));
      if (path !== undefined) failed.add(path);
    });
  });
}

/** The suite of a file, which lies directly in the one of all files. */
function outermost(test: Mocha.Runnable): Mocha.Suite {
  let suite = test.parent;
  while (suite?.parent && !suite.parent.root) suite = suite.parent;
  if (!suite) throw new Error(`The test "${test.title}" is in no suite.`);
  return suite;
}

function reverse(suite: Mocha.Suite): void {
  suite.tests.reverse();
  suite.suites.reverse();
  for (const inner of suite.suites) reverse(inner);
}

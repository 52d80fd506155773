/** A host that is killed while its command runs in the background: it prints the ids of the processes. */
import { CommandRunner } from '../../../src/tools/commandRunner.ts';
import { LiveCommands } from '../../../src/tools/liveCommands.ts';

let output = '';
await new LiveCommands(new CommandRunner()).run({
  id: 'c1',
  conversation: 'one',
  command: '(setsid sh -c "echo \\$\\$; exec sleep 600" &) ; echo $$; exec sleep 600',
  cwd: process.cwd(),
  timeoutMs: 60_000,
  startsInBackground: true,
  marks: [],
  signal: new AbortController().signal,
  onOutput: (text) => {
    output += text;
  },
});
console.log(JSON.stringify(output.trim().split('\n').map(Number)));

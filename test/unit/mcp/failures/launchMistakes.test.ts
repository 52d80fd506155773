/** What a shell would have taken in an entry, and what is said about it. */
import assert from 'node:assert/strict';
import { checkLaunch } from '../../../../src/mcp/definition/launchTexts.ts';
import { argumentMistake, commandMistake } from '../../../../src/mcp/failures/launchMistakes.ts';

const launch = (command: string, ...args: string[]) =>
  ({ kind: 'stdio', command, args, env: {}, cwd: undefined, envFile: undefined }) as const;

describe('a mistake in an entry', () => {
  it('is named if a shell would have split or replaced the command', () => {
    assert.match(commandMistake('npx -y server')?.english ?? '', /"args"/);
    assert.match(commandMistake('/usr/bin/node /opt/server.mjs')?.english ?? '', /"args"/);
    assert.match(commandMistake('~/tools/run')?.english ?? '', /\$\{userHome\}/);
    assert.equal(commandMistake('/opt/missing'), undefined);
  });

  it('is named if an argument has a tilde, or is two, or asks docker for a terminal', () => {
    const said = (...words: [string, ...string[]]) => argumentMistake(launch(...words))?.english ?? '';
    assert.match(said('node', '~/server.mjs'), /\$\{userHome\}/);
    assert.match(said('node', '--no-warnings /opt/server.mjs'), /"args\[0\]" is one argument with a space/);
    assert.match(said('docker', 'run', '-it', 'x'), /TTY/);
    assert.equal(said('node', '/opt/my server.mjs', '--name=a b'), '');
  });

  it('is named with the field and the code of the character if a header cannot have it, never with the value', () => {
    for (const odd of ['\u2019', '\u200b', '\uff21', '😀'])
      assert.throws(
        () => {
          checkLaunch('demo', {
            kind: 'http',
            url: 'https://x.y',
            headers: { Authorization: `Bearer sk-1${odd}` },
          });
        },
        (error: Error) =>
          /headers\.Authorization.*U\+/.test(error.message) && !error.message.includes('sk-1'),
      );
  });
});

/** What a definition asks for, as the user confirms it once per change (issue 6, part 8). */
import assert from 'node:assert/strict';
import { askedBy, changesSince, isSameLaunch, parseServers } from '../../../../src/mcp/index.ts';

const asked = (entry: object) => {
  const [parsed] = parseServers({ demo: entry });
  assert.ok(parsed?.kind === 'valid');
  return askedBy(parsed.definition);
};
const npx = { command: 'npx', args: ['-y', 'a b'], env: { TOKEN: 'secret-4711', OLD: null } };

const changes = (...both: Parameters<typeof changesSince>) =>
  changesSince(...both).map(({ english }) => english);

describe('what a definition asks for', () => {
  it('holds names and places, and no values', () => {
    const { runs, values } = asked({ ...npx, cwd: '/x', envFile: '.env' });
    assert.equal(runs, "npx -y 'a b'");
    assert.deepEqual(Object.keys(values), ['TOKEN', 'OLD']);
    assert.ok(!JSON.stringify(asked(npx)).includes('4711'));
    assert.ok(
      !JSON.stringify(asked({ url: 'https://a.example', headers: { 'X-Key': 'k-4711' } })).includes('4711'),
    );
  });

  it('is the same when only time limits or the switch differ', () => {
    assert.ok(isSameLaunch(asked(npx), asked({ ...npx, timeout: 5, setupTimeout: 6, enabled: false })));
    assert.ok(isSameLaunch(asked(npx), JSON.parse(JSON.stringify(asked(npx)))));
  });

  it('says each thing that is different', () => {
    const now = { ...npx, args: ['-y', 'b'], cwd: '/x', env: { TOKEN: 'other', NEW: '1' } };
    assert.deepEqual(changes(asked(npx), asked(now)), [
      "Previously: npx -y 'a b'",
      'Previous folder: not given',
      'NEW is new.',
      'OLD was removed.',
      'The value of TOKEN has changed.',
    ]);
    assert.ok(!isSameLaunch(asked(npx), asked(now)));
    const url = { url: 'https://a.example/mcp', headers: { 'X-Team': 'blue' } };
    assert.deepEqual(changes(asked(url), asked({ ...url, url: 'https://b.example/mcp' })), [
      'Previously: https://a.example/mcp',
    ]);
    assert.deepEqual(changes(asked(url), asked({ ...url, oauth: { clientId: 'x' } })), [
      'The registered client has changed.',
    ]);
  });

  it('distinguishes one argument with a space from two arguments', () => {
    assert.ok(
      !isSameLaunch(asked({ command: 'a', args: ['b c'] }), asked({ command: 'a', args: ['b', 'c'] })),
    );
  });
});

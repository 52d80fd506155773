/** In another language, a failure is said to the user in that; the model and the log get English. */
import assert from 'node:assert/strict';
import { setTranslations } from '../../../../src/base/common/message.ts';
import { CallFailure } from '../../../../src/mcp/index.ts';
import { Bench } from '../support.ts';

/** A bundle that is told from English by its capital letters. */
const messages = {
  'Command "{0}" was not found: the file does not exist.': 'BEFEHL „{0}“ FEHLT.',
  'Server "{0}" is not connected. {1}': 'SERVER „{0}“ IST NICHT VERBUNDEN. {1}',
  'The variable {0} in {1} has no name.': 'DIE VARIABLE {0} IN {1} NENNT KEINEN NAMEN.',
};
const english = 'Command "/nowhere/server" was not found: the file does not exist.';

describe('a failure in another language', function () {
  this.timeout(30_000);
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench();
    setTranslations(messages);
  });
  afterEach(async () => {
    setTranslations({});
    await bench.dispose();
  });

  const failureOf = async (definition: object) => {
    await bench.start({ demo: definition });
    const { state } = bench.server('demo');
    assert.ok(state.kind === 'error', JSON.stringify(state));
    return state.failure;
  };

  it('is localized for the user, and in English in the log', async () => {
    const failure = await failureOf({ command: '/nowhere/server' });
    assert.equal(failure.message.localized, 'BEFEHL „/nowhere/server“ FEHLT.');
    assert.equal(failure.message.english, english);
    assert.equal(bench.server('demo').past.at(-1)?.words, failure.message.localized);
    const said = bench.log.join('\n');
    assert.ok(said.includes(english), said);
    assert.doesNotMatch(said, /FEHLT/);
  });

  it('is in English for the model that calls a tool of the server', async () => {
    await failureOf({ command: '/nowhere/server' });
    const tool = { name: 'echo', inputSchema: { type: 'object' as const } };
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    const refused = await bench
      .server('demo')
      .callTool(tool, {}, options)
      .catch((error: unknown) => error);
    assert.ok(refused instanceof CallFailure);
    assert.equal(refused.message, `Server "demo" is not connected. ${english}`);
    assert.equal(
      refused.text.localized,
      'SERVER „demo“ IST NICHT VERBUNDEN. BEFEHL „/nowhere/server“ FEHLT.',
    );
  });

  it('localizes the message of its cause, too', async () => {
    const failure = await failureOf({ command: 'x', args: ['${input:}'] });
    assert.match(
      failure.message.localized,
      /^DIE VARIABLE \$\{input:\} IN .*args\[0\] NENNT KEINEN NAMEN\.$/,
    );
    assert.match(failure.message.english, /^The variable \$\{input:\} in .*args\[0\] has no name\.$/);
  });
});

/** The data-flow guard from a call to the decision about the next: what the transcript keeps of calls that ran. */
import assert from 'node:assert/strict';
import { runCalls, type Approve } from '../../../../src/agent/turn/calls.ts';
import { dataMarks } from '../../../../src/agent/transcript/dataMarks.ts';
import { Transcript } from '../../../../src/agent/index.ts';
import type { ApprovalReason } from '../../../../src/protocol/index.ts';
import { failedResult, type Tool } from '../../../../src/tools/index.ts';
import { allow, text, tool, toolSet } from '../tools.ts';

const never = new AbortController().signal;

/** Has the calls run one after the other, with the arguments, and gives the marks of the conversation then. */
async function marksAfter(
  calls: readonly (readonly [Tool, string?])[],
  permit: Approve = allow,
  signal = never,
): Promise<string[]> {
  const transcript = new Transcript(() => undefined);
  for (const [index, [made, argsText = '{}']] of calls.entries()) {
    const call = { id: `c${index}`, name: `mcp__s__${made.name}`, argsText };
    await runCalls({
      step: index + 1,
      calls: [call],
      tools: toolSet(made),
      approve: permit,
      signal,
      onEvent: (event) => transcript.apply(event, 0),
    });
  }
  return dataMarks(transcript.items).map(({ kind, source }) => `${kind} ${source}`);
}

const local = tool('list', () => Promise.resolve(text('a.txt')));
const outside: Tool = {
  ...tool('fetch', () => Promise.resolve(text('<html>'))),
  bringsOutsideContent: 'web',
};

describe('what a conversation holds after calls', () => {
  it('is nothing from outside if only local tools were called, whatever became of the calls', async () => {
    const refused: Approve = () =>
      Promise.resolve({
        kind: 'ask',
        approval: () => Promise.resolve({ changed: false, says: [], coverages: [] }),
        ask: () => Promise.resolve({ allowed: false, reason: '' }),
      });
    const failing = tool('fail', () => Promise.resolve(failedResult('No.')));
    assert.deepEqual(await marksAfter([[local], [failing], [local, 'no JSON']]), ['workspace s']);
    assert.deepEqual(await marksAfter([[outside]], refused), []);
    assert.deepEqual(await marksAfter([[outside]], allow, AbortSignal.abort()), []);
  });

  it('is content from outside once a tool has returned some', async () => {
    assert.deepEqual(await marksAfter([[local], [outside]]), ['workspace s', 'outside web']);
  });

  it('is a secret once a file was attached whose text contains one, whatever its name', () => {
    const file = { kind: 'file', name: 'app.json', uri: 'file:///w/app.json' } as const;
    const marks = (holdsSecret: { readonly holdsSecret?: true }) =>
      dataMarks([{ kind: 'user', id: 'u', text: '', attachments: [{ ...file, ...holdsSecret }] }]);
    const workspace = { kind: 'workspace', source: '' };
    assert.deepEqual(marks({}), [workspace]);
    assert.deepEqual(marks({ holdsSecret: true }), [{ kind: 'secret', source: 'app.json' }, workspace]);
  });

  it('is a secret once the user has allowed a call to read one', async () => {
    const approved: readonly ApprovalReason[] = [{ kind: 'sensitiveFile', path: '.env', why: 'environment' }];
    const permit: Approve = () => Promise.resolve({ kind: 'allowed', approved });
    assert.deepEqual(await marksAfter([[local]], permit), ['secret .env', 'workspace s']);
  });
});

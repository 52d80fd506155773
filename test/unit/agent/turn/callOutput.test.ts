/** What a call had shown when it was stopped, ran out of time or lost its server (features.md, B4, C4, C7). */
import assert from 'node:assert/strict';
import { Transcript, type TurnEvent } from '../../../../src/agent/index.ts';
import { runCalls } from '../../../../src/agent/turn/calls.ts';
import type { CallContext, Tool, ToolResult } from '../../../../src/tools/index.ts';
import { textContent } from '../../../../src/tools/index.ts';
import { allow, tool, toolSet } from '../tools.ts';

interface Ended {
  /** The text that the model gets. */
  readonly text: string;
  readonly isError: boolean;
  readonly result: ToolResult;
  readonly events: readonly TurnEvent[];
  readonly transcript: Transcript;
}

/** Runs one call. `act` gets what the tool gets, and how the user stops the turn. */
async function ended(
  act: (context: CallContext, stop: () => void) => Promise<ToolResult>,
  more: Partial<Tool> = {},
): Promise<Ended> {
  const abort = new AbortController();
  const events: TurnEvent[] = [];
  const transcript = new Transcript(() => undefined);
  const called = { ...tool('slow', (_, context) => act(context, () => abort.abort())), ...more };
  const [message] = await runCalls({
    step: 1,
    calls: [{ id: 'c1', name: 'mcp__s__slow', argsText: '{}' }],
    tools: toolSet(called),
    approve: allow,
    signal: abort.signal,
    onEvent: (event) => {
      events.push(event);
      transcript.apply(event, 0);
    },
  });
  assert.ok(message);
  const end = events.find((event) => event.type === 'callEnd');
  assert.ok(end);
  const text = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return { text, isError: message.isError, result: end.result, events, transcript };
}

const never = new Promise<ToolResult>(() => undefined);

describe('the output of a call that has no result', () => {
  it('goes to the model with the word that the call was stopped, once, when the user stops it', async () => {
    const { text, isError, result, transcript } = await ended(({ onProgress }, stop) => {
      onProgress({ progress: 1, message: 'file 1 of 3' });
      onProgress({ progress: 2, message: 'file 2 of 3' });
      stop();
      stop();
      return never;
    });
    assert.match(
      text,
      /^Cancelled by the user\.\nThe call was stopped after \d+ ms\. Until then it had returned:\nfile 1 of 3\nfile 2 of 3$/,
    );
    assert.equal(isError, true);
    assert.equal(result.status, 'cancelled');
    const call = transcript.call('c1');
    assert.deepEqual(call?.result, result.content);
    assert.equal(call?.output, '', 'the result has it');
  });

  it('follows the text of a time-out, and of a lost server', async () => {
    for (const [status, why] of [
      ['timeout', 'Tool execution timed out after 60 ms'],
      ['error', 'The connection to server "s" was lost during the call.'],
    ] as const) {
      const { text, result } = await ended(({ onProgress }) => {
        onProgress({ progress: 1, output: 'half of it' });
        return Promise.resolve({ status, content: textContent(why), isUnfinished: true });
      });
      assert.equal(text.split('\n')[0], why);
      assert.match(text, /Until then it had returned:\nhalf of it$/);
      assert.equal(result.status, status);
    }
  });

  it('is not repeated where the tool has answered, with an error too', async () => {
    const { text } = await ended(({ onProgress }) => {
      onProgress({ progress: 1, message: 'working' });
      return Promise.resolve({ status: 'error', content: textContent('no such table') });
    });
    assert.equal(text, 'no such table');
  });

  it('adds nothing where the call had shown nothing', async () => {
    const { text } = await ended(({ onProgress }, stop) => {
      onProgress({ progress: 1 });
      stop();
      return never;
    });
    assert.equal(text, 'Cancelled by the user.');
  });

  it('is all that the tool has written, where the chat has shown only a part of a flood', async () => {
    const { text } = await ended(({ onProgress, onOutput }, stop) => {
      for (let line = 1; line <= 3_000; line += 1) onOutput?.(`line ${line}\n`);
      onProgress({ progress: 1, output: '…line 3000\n', message: 'line 3000' });
      stop();
      return never;
    });
    assert.match(text, /line 1\nline 2\n/);
    assert.match(text, /line 1500\n/);
    assert.equal(text.split('line 3000').length, 2);
  });

  it('has its beginning and its end, with the number of characters between, when it is long', async () => {
    const { text } = await ended(({ onOutput }, stop) => {
      onOutput?.(`begin ${'x'.repeat(500_000)} end`);
      stop();
      return never;
    });
    const cut = Number(/… (\d+) characters left out, and not kept …/.exec(text)?.[1]);
    assert.equal(cut, 500_010 - 80_000);
    assert.match(text, /begin x/);
    assert.match(text, /x end$/);
  });

  it('counts as read from where the tool brings it, for what may go out afterwards', async () => {
    const { result } = await ended(
      ({ onProgress }, stop) => {
        onProgress({ progress: 1, message: 'text of others' });
        stop();
        return never;
      },
      { bringsOutsideContent: 's' },
    );
    assert.deepEqual(result.marks, [{ kind: 'outside', source: 's' }]);
  });

  it('counts as read from the workspace where a server that reaches nobody brings it', async () => {
    const { result } = await ended(({ onProgress }, stop) => {
      onProgress({ progress: 1, message: 'text of the workspace' });
      stop();
      return never;
    });
    assert.deepEqual(result.marks, [{ kind: 'workspace', source: 's' }]);
  });

  it('has no colours of a terminal, and nothing that comes after the end', async () => {
    let late: CallContext['onProgress'] = () => undefined;
    const { text, events } = await ended(({ onProgress, onOutput }, stop) => {
      late = onProgress;
      onOutput?.('\x1b[31mred\x1b[0m\r\n');
      stop();
      return never;
    });
    assert.match(text, /returned:\nred$/);
    const count = events.length;
    late({ progress: 2, output: 'killed' });
    assert.equal(events.length, count);
  });
});

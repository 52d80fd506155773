/** The bodies of the requests of a turn say everything, and only what is new is written anew. */
import assert from 'node:assert/strict';
import { RequestBodies } from '../../../../src/models/request/requestBody.ts';

type Made = Parameters<RequestBodies['write']>[0];
type Params = Made['params'];
type ChatMessage = Params['messages'][number];

const params = (messages: readonly ChatMessage[], api: Made['api'] = 'chat'): Made => ({
  api,
  params: {
    model: 'm',
    messages: [...messages],
    stream: true,
    tools: [{ type: 'function', function: { name: 'read', parameters: { type: 'object' } } }],
  },
});

/** A message that counts how often it is written. */
function counting(content: string): { readonly message: ChatMessage; readonly times: () => number } {
  let times = 0;
  const message = { role: 'user', content } as const;
  const toJSON = (): unknown => {
    times += 1;
    return { ...message };
  };
  return { message: Object.defineProperty({ ...message }, 'toJSON', { value: toJSON }), times: () => times };
}

describe('bodies of requests', () => {
  it('say what the requests say, one after the other', () => {
    const bodies = new RequestBodies();
    const system = { role: 'system', content: 'Say "hi",\n \u2028 and 🐙 \ud800' } as const;
    const call = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{"a":[1]}' } }],
    } satisfies ChatMessage;
    const result = { role: 'tool', tool_call_id: 'a', content: 'x' } as const;
    const grown: ChatMessage[][] = [[], [system], [system, call, result], [system, result], [result, call]];
    for (const messages of grown) {
      const request = params(messages);
      assert.deepEqual(JSON.parse(bodies.write(request)), JSON.parse(JSON.stringify(request.params)));
    }
  });

  it('reuse the text of a message that is still there', () => {
    const bodies = new RequestBodies();
    const [first, second, third] = [counting('1'), counting('2'), counting('3')];
    bodies.write(params([first.message]));
    bodies.write(params([first.message, second.message]));
    bodies.write(params([first.message, second.message, third.message]));
    assert.deepEqual(
      [first, second, third].map(({ times }) => times()),
      [1, 1, 1],
    );
  });

  it('contain another message if one was replaced', () => {
    const bodies = new RequestBodies();
    const [first, whole, last] = [counting('1'), counting('whole'), counting('3')];
    bodies.write(params([first.message, whole.message, last.message]));
    const cut = { role: 'user', content: 'cut' } as const;
    const { messages } = JSON.parse(bodies.write(params([first.message, cut, last.message]))) as Params;
    assert.deepEqual(
      messages.map(({ content }) => content),
      ['1', 'cut', '3'],
    );
    assert.deepEqual([first.times(), last.times()], [1, 1]);
  });
});

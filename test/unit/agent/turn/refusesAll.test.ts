/** A turn at an endpoint that takes nothing but the least that a request can be (issue 17, "a hostile example"). */
import assert from 'node:assert/strict';
import { observableValue } from '../../../../src/base/common/observable.ts';
import { Conversation, type TurnEvent } from '../../../../src/agent/index.ts';
import { Engine } from '../../../../src/engine.ts';
import { createOpenAiModel } from '../../../../src/models/index.ts';
import { apis, callsReply, errorReply, startEndpoint, textReply } from '../../../fixtures/endpoint.ts';
import { bareEngine } from '../../../fixtures/bareEngine.ts';

const least = new Set(['model', 'messages', 'input', 'instructions', 'stream', 'tools']);

for (const api of apis)
  describe(`a turn at an endpoint that refuses every other field (${api})`, () => {
    it('calls its tools and ends with an answer, and says once which fields of the user were left out', async () => {
      const replies = [
        callsReply([{ id: 'a', name: 'update_plan', args: { steps: [{ title: 'Look', status: 'done' }] } }]),
        textReply('Done.'),
        textReply('Again.'),
      ];
      const refused = new Set<string>();
      const endpoint = await startEndpoint(({ body }) => {
        const name = JSON.stringify(body).includes('cache_control')
          ? 'cache_control'
          : Object.keys(body).find((each) => !least.has(each));
        if (name === undefined) return replies.shift() ?? textReply('?');
        refused.add(name);
        return errorReply(400, { error: { message: `Unknown parameter: '${name}'.`, param: name } });
      });
      const engine = new Engine({
        ...bareEngine(),
        plan: observableValue(true),
      });
      try {
        const conversation = new Conversation('c');
        const events: TurnEvent[] = [];
        const turn = async (cache: string): Promise<void> => {
          conversation.append({ role: 'user', text: 'Do it.' });
          await engine.turns.run({
            conversation,
            model: createOpenAiModel({
              baseURL: endpoint.baseURL,
              api,
              model: `refuses-all-${api}`,
              canCallTools: true,
              parallelCalls: false,
              request: {
                cache,
                effort: 'high',
                temperature: 0.5,
                topP: 0.9,
                maxTokens: 1_000,
                extraBody: { top_k: 40, chat_template_kwargs: { enable_thinking: true } },
              },
            }),
            maxIterations: 5,
            graceMs: 0,
            maxResultTokens: 10_000,
            approve: () => Promise.resolve({ kind: 'allowed', approved: [] }),
            signal: new AbortController().signal,
            onEvent: (event) => events.push(event),
          });
        };
        await turn('marks');
        assert.deepEqual(events.at(-1), { type: 'turnEnd', end: { why: 'answered' } });
        const posts = (): number => endpoint.requests.filter(({ method }) => method === 'POST').length;
        const first = posts();
        assert.ok(first <= 16, `${first} requests`);
        assert.equal(events.filter(({ type }) => type === 'callEnd').length, 1);
        const told = events.flatMap((event) => (event.type === 'fieldsLeftOut' ? event.fields : []));
        assert.equal(new Set(told).size, told.length);
        await turn('key');
        assert.deepEqual(events.at(-1), { type: 'turnEnd', end: { why: 'answered' } });
        assert.ok(posts() <= first + 2, 'what was refused is sent again');
        const expected = {
          chat: ['stream_options', 'parallel_tool_calls', 'reasoning_effort', 'cache_control'],
          responses: ['store', 'include', 'parallel_tool_calls', 'reasoning'],
        };
        const common = ['temperature', 'top_p', 'top_k', 'chat_template_kwargs', 'prompt_cache_key'];
        for (const name of [...common, ...expected[api]])
          assert.ok(refused.has(name), `${name} was not sent`);
      } finally {
        await engine.dispose();
        await endpoint.close();
      }
    });
  });

/**
 * Real gateways between Patchbay and scripted vendors: what arrives of answers, refusals and errors, and what Patchbay
 * makes of it. What a gateway drops is a fact of it (`routes.ts`, docs/endpoints.md "Gateways tried"); Patchbay may not
 * make something else of it. Six rows run by day.
 */
import assert from 'node:assert/strict';
import { observableValue } from '../../../src/base/common/observable.ts';
import { Conversation, type TurnEvent } from '../../../src/agent/index.ts';
import { Engine } from '../../../src/engine.ts';
import type { Message } from '../../../src/models/index.ts';
import { bareEngine } from '../../fixtures/bareEngine.ts';
import type { GatewayName } from '../../fixtures/gateways/gateway.ts';
import { looseRoutes, routes, type Facts, type Route } from '../../fixtures/gateways/routes.ts';
import { answerOf, brokenAnswerOf, refusalOf } from '../../fixtures/gateways/vendors.ts';
import { defined } from '../defined.ts';
import { useGateway } from './gatewaySupport.ts';
import { continuing, modelErrorOf, tool, type Gathered } from './support.ts';

const titles = { portkey: '@portkey-ai/gateway', llms: '@musistudio/llms' };
const byDay = new Set([
  'portkey anthropic text',
  'portkey anthropic error',
  'portkey gemini model',
  'portkey cohere calls',
  'llms deepSeek reasoning',
  'llms openAi rate',
]);
const calls = ['a', 'b'].map((name) => ({
  id: `call_${name}`,
  name: 'read',
  args: { path: `${name}.txt` },
}));
const image = 'iVBORw0KGgo=';
const half = ['Half an', ' answer'];

for (const [gateway, title] of Object.entries(titles))
  describe(`a vendor behind ${title}`, () => {
    const { ask, model, requestsSince } = useGateway(gateway as GatewayName);

    /** A refusal that another attempt does not change. */
    const refuses = async (
      route: Route,
      refusal: 'overflow' | 'key' | 'model',
      kind: string,
      words: RegExp,
    ): Promise<void> => {
      const { gathered, requests } = ask(route, [refusalOf(route.vendor, refusal)]);
      const error = await modelErrorOf(gathered);
      assert.equal(error.kind, kind, error.message);
      assert.match(error.message, words);
      assert.equal(error.transient, undefined);
      assert.equal(requests().length, 1);
    };

    /** An answer that broke off after something was shown, so that nothing is tried again. */
    const breaksOff = async (route: Route, by: 'cut' | 'error', words: RegExp): Promise<void> => {
      const { gathered, events, requests } = ask(route, [brokenAnswerOf(route.vendor, half, by)]);
      const error = await modelErrorOf(gathered);
      assert.match(error.message, words);
      assert.equal(events.map((event) => (event.type === 'text' ? event.text : '')).join(''), half.join(''));
      assert.equal(requests().length, 1);
    };

    const usageIn = ({ events }: Gathered): unknown =>
      defined(events.findLast((event) => event.type === 'usage')?.usage);

    type Row = readonly [
      name: string,
      title: (facts: Facts) => string,
      test: (route: Route) => Promise<void>,
    ];

    const rows: readonly Row[] = [
      [
        'text',
        ({ usage }) =>
          `streams a text, and its usage is ${usage ? `known${usage.cachedTokens === undefined ? ', but not what was cached' : ''}` : 'unknown, because the gateway drops it'}`,
        async (route) => {
          const { gathered } = ask(route, [answerOf(route.vendor, { texts: ['Hello', ' there'] })]);
          const answer = await gathered;
          assert.equal(answer.text, 'Hello there');
          assert.equal(answer.answer.problem, undefined);
          assert.deepEqual(usageIn(answer), defined(route.facts.usage));
        },
      ],
      [
        'calls',
        ({ keepsIds, filler }) =>
          `calls a tool after a text and two in one step, with ${keepsIds ? 'their ids' : 'ids of the gateway'}${filler === '' ? '' : `, which adds ${filler}`}`,
        async (route) => {
          for (const [texts, some] of [
            [['Look.'], calls.slice(0, 1)],
            [undefined, calls],
          ] as const) {
            const { gathered } = ask(route, [answerOf(route.vendor, { texts, calls: some })]);
            const { text, answer } = await gathered;
            assert.equal(text, texts?.join('') ?? route.facts.filler);
            const got = answer.message.calls;
            assert.deepEqual(
              got.map(({ name, argsText }) => ({ name, args: JSON.parse(argsText) as unknown })),
              some.map(({ name, args }) => ({ name, args })),
            );
            if (route.facts.keepsIds)
              assert.deepEqual(
                got,
                some.map(({ id }, n) => ({ ...got[n], id })),
              );
            assert.equal(new Set(got.map(({ id }) => id)).size, some.length);
            assert.equal(answer.problem, undefined);
          }
        },
      ],
      [
        'reasoning',
        ({ hasReasoning }) =>
          hasReasoning
            ? 'reasons before a text'
            : 'answers without its reasoning, because the gateway drops it',
        async (route) => {
          const script = answerOf(route.vendor, { reasoning: 'Let me think.', texts: ['Done'] });
          const { text, reasoning } = await ask(route, [script]).gathered;
          assert.equal(text, 'Done');
          assert.equal(reasoning, route.facts.hasReasoning ? 'Let me think.' : '');
        },
      ],
      [
        'image',
        () => 'gets the image of a result',
        async (route) => {
          const messages: readonly Message[] = [
            { role: 'user', text: 'See' },
            { role: 'assistant', text: '', calls: [{ id: 'c00000001', name: 'read', argsText: '{}' }] },
            {
              role: 'tool',
              callId: 'c00000001',
              content: [{ type: 'image', mimeType: 'image/png', data: image }],
              isError: false,
            },
          ];
          const request = { ...continuing(messages), tools: [tool('read')] };
          const { gathered, requests } = ask(route, [answerOf(route.vendor, { texts: ['A cat.'] })], request);
          assert.equal((await gathered).text, 'A cat.');
          assert.ok(requests()[0]?.includes(image), requests()[0]);
        },
      ],
      [
        'rate',
        ({ keepsRetryAfter }) =>
          `that limits the rate is asked again ${keepsRetryAfter ? 'when it says' : 'soon, because the gateway drops when'}`,
        async (route) => {
          const refusal = refusalOf(route.vendor, 'rate', { 'retry-after': '7' });
          const { gathered, events } = ask(route, [refusal, answerOf(route.vendor, { texts: ['Now'] })]);
          assert.equal((await gathered).text, 'Now');
          const waits = events.flatMap((event) => (event.type === 'retrying' ? [event] : []));
          assert.deepEqual(
            waits.map(({ waitMs }) => waitMs),
            [route.facts.keepsRetryAfter ? 7_000 : 500],
          );
          assert.match(waits[0]?.why ?? '', /limits the rate of requests/);
        },
      ],
      [
        'overflow',
        () => 'that finds a conversation too long is not asked again',
        (route) => refuses(route, 'overflow', 'too-large', /The conversation is too long for model/),
      ],
      [
        'key',
        () => 'that refuses the key is not asked again',
        (route) =>
          refuses(
            route,
            'key',
            route.facts.wrongKey,
            route.facts.wrongKey === 'unauthorized'
              ? /does not accept the API key/
              : /The security token included in the request is invalid/,
          ),
      ],
      [
        'model',
        () => 'that does not have the model is not asked again',
        (route) => refuses(route, 'model', 'not-found', /has no model ".*scripted"/),
      ],
      [
        'cut',
        () => 'that ends early leaves half an answer, and that is said',
        (route) => breaksOff(route, 'cut', /ended in the middle of the answer/),
      ],
      [
        'error',
        ({ failure }) =>
          failure === 'nothing'
            ? 'that fails within an answer seems to have ended it, with a usage that is unknown, because the gateway drops the error'
            : `that fails within an answer leaves half of it, and ${failure === 'the end' ? 'that is said without the error, which the gateway drops' : 'the error is said'}`,
        async (route) => {
          const { failure } = route.facts;
          if (failure !== 'nothing')
            return breaksOff(
              route,
              'error',
              failure === 'the end' ? /ended in the middle of the answer/ : failure,
            );
          const answer = await ask(route, [brokenAnswerOf(route.vendor, half, 'error')]).gathered;
          assert.equal(answer.text, half.join(''));
          assert.equal(usageIn(answer), undefined);
        },
      ],
      [
        'empty',
        ({ passesEmptyAnswers }) =>
          passesEmptyAnswers ? 'that says nothing has an empty answer' : 'that says nothing is asked again',
        async (route) => {
          const nothing = answerOf(route.vendor, {});
          const { gathered, requests } = ask(route, [nothing, answerOf(route.vendor, { texts: ['Now'] })]);
          const { text, answer } = await gathered;
          const isPassed = route.facts.passesEmptyAnswers;
          assert.equal(text, isPassed ? '' : 'Now');
          assert.deepEqual(answer.message.calls, []);
          assert.equal(requests().length, isPassed ? 1 : 2);
        },
      ],
      ['turn', () => 'calls a tool in a turn, gets its result and answers', (route) => turn(route)],
    ];

    const turn = async (route: Route): Promise<void> => {
      const args = { steps: [{ title: 'Look', status: 'done' }] };
      const requests = requestsSince([
        answerOf(route.vendor, { calls: [{ id: 'call_a', name: 'update_plan', args }] }),
        answerOf(route.vendor, { texts: ['Done.'] }),
      ]);
      const engine = new Engine({ ...bareEngine(), plan: observableValue(true) });
      try {
        const conversation = new Conversation('c');
        conversation.append({ role: 'user', text: 'Do it.' });
        const events: TurnEvent[] = [];
        await engine.turns.run({
          conversation,
          model: model(route),
          maxIterations: 5,
          graceMs: 0,
          maxResultTokens: 10_000,
          approve: () => Promise.resolve({ kind: 'allowed', approved: [] }),
          signal: new AbortController().signal,
          onEvent: (event) => events.push(event),
        });
        assert.deepEqual(events.at(-1), { type: 'turnEnd', end: { why: 'answered' } });
        const ends = events.flatMap((event) => (event.type === 'callEnd' ? [event.result.status] : []));
        assert.deepEqual(ends, ['success']);
        assert.equal(requests().length, 2);
        assert.match(requests()[1] ?? '', route.facts.history);
      } finally {
        await engine.dispose();
      }
    };

    for (const route of routes.filter((each) => each.gateway === gateway))
      for (const [name, titleOf, test] of rows) {
        const isByDay = byDay.has(`${gateway} ${route.vendor} ${name}`);
        it(`${titleOf(route.facts)} (${route.vendor})${isByDay ? '' : ' @nightly'}`, () => test(route));
      }

    for (const route of looseRoutes.filter((each) => each.gateway === gateway))
      for (const [name, titleOf, test] of rows.filter(([each]) => ['reasoning', 'turn'].includes(each)))
        it(`${titleOf(route.facts)} if the gateway may pass on more (${route.vendor}, ${name}) @nightly`, () =>
          test(route));
  });

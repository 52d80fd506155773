/** Fields of requests that the user sets: their places at each kind of endpoint, and what a refusal costs. */
import assert from 'node:assert/strict';
import { createOpenAiModel, type ModelEvent } from '../../../../src/models/index.ts';
import { modelKey } from '../../../../src/models/common/target.ts';
import { keepEfforts } from '../../../../src/models/request/learnedEfforts.ts';
import { effortsOf } from '../../../../src/models/request/negotiation.ts';
import { apis, errorReply, textReply, type Reply, type SeenRequest } from '../../../fixtures/endpoint.ts';
import { asking, continuing, modelErrorOf, run, useEndpoints } from '../support.ts';

const canCallTools = true;
type Request = Readonly<Record<string, unknown>>;

/** Model names are unique, as what an endpoint refuses is remembered for the model. */
let models = 0;
const newName = (): string => `scripted-${(models += 1)}`;
const refusal = (message: string, more: object = {}): Reply =>
  errorReply(400, { error: { message, ...more } });

/** The fields of a request that are neither messages nor tools nor how it is streamed. */
const fieldsOf = ({ body }: SeenRequest): Request => {
  const own = new Set([
    'model',
    'messages',
    'input',
    'tools',
    'stream',
    'stream_options',
    'store',
    'include',
  ]);
  return Object.fromEntries(Object.entries(body as Request).filter(([name]) => !own.has(name)));
};
const leftOutIn = (events: readonly ModelEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'fieldsLeftOut' ? event.fields : []));

describe('fields of requests that the user sets', () => {
  const start = useEndpoints();

  const startAt = async (script: Parameters<typeof start>[0], base = 'http://127.0.0.1/v1') => {
    const { baseURL, requests } = await start(script);
    const { port } = new URL(baseURL);
    // As if the endpoint were that host.
    const there: typeof fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input));
      return fetch(`http://127.0.0.1:${port}${url.pathname}`, init);
    };
    const { host } = new URL(base);
    const place = host === '127.0.0.1' ? baseURL : base;
    return { requests, options: { baseURL: place, model: newName(), canCallTools, fetch: there } };
  };

  const families: [who: string, base: string, expected: Request][] = [
    ['OpenAI, by Responses', 'https://api.openai.com/v1', { reasoning: { effort: 'high' } }],
    ['OpenRouter', 'https://openrouter.ai/api/v1', { reasoning: { effort: 'high' } }],
    ['Anthropic', 'https://api.anthropic.com/v1', { thinking: { type: 'enabled', budget_tokens: 16_384 } }],
    ['Gemini', 'https://generativelanguage.googleapis.com/v1beta/openai', { reasoning_effort: 'high' }],
    ['vLLM', 'http://127.0.0.1:8000/v1', { reasoning_effort: 'high' }],
    ['llama.cpp', 'http://127.0.0.1:8080/v1', { reasoning_effort: 'high' }],
    ['LM Studio', 'http://127.0.0.1:1234/v1', { reasoning_effort: 'high' }],
    ['Ollama', 'http://127.0.0.1:11434/v1', { reasoning_effort: 'high' }],
  ];
  for (const [who, base, expected] of families) {
    it(`have their place at ${who}`, async () => {
      const { requests, options } = await startAt([textReply('ok')], base);
      const request = {
        effort: 'high',
        temperature: 0.2,
        topP: 0.9,
        maxTokens: 32_000,
        extraBody: { top_k: 5 },
      };
      await run(createOpenAiModel({ ...options, request }));
      const isChat = requests[0]?.path.endsWith('/chat/completions') === true;
      assert.deepEqual(requests[0] && fieldsOf(requests[0]), {
        ...expected,
        // Anthropic takes neither beside thinking.
        ...(who !== 'Anthropic' && { temperature: 0.2, top_p: 0.9 }),
        [isChat ? 'max_tokens' : 'max_output_tokens']: 32_000,
        top_k: 5,
      });
    });
  }

  it('have the effort where a gateway wants it, by the profile', async () => {
    const sentAs = async (effortField: unknown, api: 'chat' | 'responses' = 'chat'): Promise<Request> => {
      const { requests, options } = await startAt([textReply('ok')]);
      await run(createOpenAiModel({ ...options, api, request: { effort: 'low', effortField } }));
      return requests[0] ? fieldsOf(requests[0]) : {};
    };
    assert.deepEqual(await sentAs('thinking'), { thinking: { type: 'enabled', budget_tokens: 2_048 } });
    assert.deepEqual(await sentAs('reasoning'), { reasoning: { effort: 'low' } });
    assert.deepEqual(await sentAs('odd'), { reasoning_effort: 'low' });
    assert.deepEqual(await sentAs('thinking', 'responses'), { reasoning: { effort: 'low' } });
    const { requests, options } = await startAt([textReply('ok')], 'https://openrouter.ai/api/v1');
    const request = { effort: 'low', effortField: 'reasoning_effort' };
    await run(createOpenAiModel({ ...options, request }));
    assert.deepEqual(requests[0] && fieldsOf(requests[0]), { reasoning_effort: 'low' });
  });

  it('turn reasoning off at Anthropic by "none"', async () => {
    const { requests, options } = await startAt([textReply('ok')], 'https://api.anthropic.com/v1');
    await run(createOpenAiModel({ ...options, request: { effort: 'none' } }));
    assert.deepEqual(requests[0]?.body.thinking, { type: 'disabled' });
  });

  it('leave room for the answer at Anthropic, and what does not go with thinking is left out', async () => {
    const sentWith = async (request: Request, answer: object = {}): Promise<Request> => {
      const { requests, options } = await startAt([textReply('ok')], 'https://api.anthropic.com/v1');
      await run(createOpenAiModel({ ...options, request }), { ...asking('Hi'), options: answer });
      return requests[0] ? fieldsOf(requests[0]) : {};
    };
    const thinking = (budget: number) => ({ type: 'enabled', budget_tokens: budget });
    assert.deepEqual(await sentWith({ effort: 'high', maxTokens: 4_096, temperature: 0.2, topP: 0.9 }), {
      thinking: thinking(3_276),
      max_tokens: 4_096,
    });
    assert.deepEqual(await sentWith({ effort: 'high', topP: 0.97 }), {
      thinking: thinking(16_384),
      top_p: 0.97,
    });
    assert.deepEqual(await sentWith({ effort: 'low', maxTokens: 500, temperature: 0.2 }), {
      max_tokens: 500,
      temperature: 0.2,
    });
    assert.deepEqual(await sentWith({ effort: 'high' }, { maxTokens: 100 }), { max_tokens: 100 });
  });

  it('are those of answers: titles, summaries and requests of servers have only what every request needs', async () => {
    const { requests, options } = await startAt(() => textReply('ok'));
    const extraBody = { top_k: 5 };
    for (const effort of ['max', 'low']) {
      const request = { effort, temperature: 1, topP: 0.5, maxTokens: 20, extraBody };
      await run(createOpenAiModel({ ...options, request }), { ...asking('Hi'), isAside: true });
    }
    assert.deepEqual(requests.map(fieldsOf), [extraBody, { ...extraBody, reasoning_effort: 'low' }]);
  });

  it('are not sent if they are not set, or are invalid', async () => {
    const { requests, options } = await startAt(() => textReply('ok'));
    await run(createOpenAiModel(options));
    const odd = { effort: 'a lot', temperature: '1', topP: Number.NaN, maxTokens: 0, other: 1 };
    await run(createOpenAiModel({ ...options, request: odd }));
    assert.deepEqual(requests.map(fieldsOf), [{}, {}]);
  });

  it("give way to what a server's request says", async () => {
    const { requests, options } = await startAt([textReply('ok')]);
    const model = createOpenAiModel({ ...options, request: { temperature: 1, maxTokens: 9_000 } });
    await run(model, { ...asking('Hi'), options: { temperature: 0, maxTokens: 50 } });
    assert.deepEqual(requests[0] && fieldsOf(requests[0]), { temperature: 0, max_tokens: 50 });
  });

  const taken = ['messages', 'Messages', 'tools', 'stream', 'store', 'input', 'model', 'meſſages', '', 'a b'];
  for (const name of taken) {
    it(`cannot set the field "${name}" by extraBody, and nothing is sent`, async () => {
      for (const api of apis) {
        const { requests, options } = await startAt([textReply('ok')]);
        const request = { extraBody: { [name]: true } };
        const { kind, message } = await modelErrorOf(run(createOpenAiModel({ ...options, api, request })));
        assert.equal(kind, 'bad-settings');
        assert.match(message, /"extraBody" cannot set the field .*Correct it in the model settings/);
        assert.equal(requests.length, 0);
      }
    });
  }

  it('are bounded in extraBody', async () => {
    const { requests, options } = await startAt([textReply('ok')]);
    const many = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`field_${index}`, 1]));
    for (const extraBody of [many, { long: 'x'.repeat(9_000) }, ['x'], 'x'])
      assert.equal(
        (await modelErrorOf(run(createOpenAiModel({ ...options, request: { extraBody } })))).kind,
        'bad-settings',
      );
    assert.equal(requests.length, 0);
  });
});

for (const api of apis)
  describe(`a field of the user that the endpoint refuses (${api})`, () => {
    const start = useEndpoints();

    const ask = async (script: Parameters<typeof start>[0], request: Request) => {
      const { baseURL, requests } = await start(script);
      const options = { baseURL, api, model: newName(), canCallTools, request };
      return { options, requests, ...(await run(createOpenAiModel(options))) };
    };
    const effort = api === 'chat' ? 'reasoning_effort' : 'reasoning';

    it('is left out, the others are not, and the user is told once', async () => {
      const name = api === 'chat' ? 'reasoning_effort' : 'reasoning.effort';
      const rows: Reply[] = [
        refusal(`Unrecognized request argument supplied: ${name}`),
        refusal(`Unsupported parameter: '${name}' is not supported with this model.`),
        refusal('Unsupported parameter.', { param: name }),
        errorReply(422, { detail: [{ loc: ['body', effort], msg: 'Extra inputs are not permitted' }] }),
        errorReply(500, { error: { message: `unknown field "${name}"` } }),
      ];
      for (const reply of rows) {
        const script = [reply, textReply('a'), textReply('b'), textReply('c')];
        const { events, requests, options, text } = await ask(script, { effort: 'high', temperature: 0.5 });
        assert.equal(text, 'a');
        assert.deepEqual(leftOutIn(events), [effort]);
        // The next turn has a model of its own.
        assert.deepEqual(leftOutIn((await run(createOpenAiModel(options))).events), []);
        // Another value is tried.
        await run(createOpenAiModel({ ...options, request: { effort: 'low' } }));
        assert.deepEqual(
          requests.map((seen) => [effort in fieldsOf(seen), fieldsOf(seen)['temperature']]),
          [
            [true, 0.5],
            [false, 0.5],
            [false, 0.5],
            [true, undefined],
          ],
        );
      }
    });

    it('of extraBody is left out, and a word of the sentence alone costs none', async () => {
      const extraBody = { user: 'me', top_k: 5, min_p: 0.1 };
      const { events, requests } = await ask(
        [refusal("The user sent an unknown field 'top_k'."), textReply('ok')],
        { extraBody },
      );
      assert.deepEqual(leftOutIn(events), ['top_k']);
      const [told] = events;
      assert.match(
        told?.type === 'fieldsLeftOut' ? told.message : '',
        /^127\.0\.0\.1:\d+ does not accept the value of the field top_k\. The request was sent without it\.$/,
      );
      assert.deepEqual(requests.map(fieldsOf), [extraBody, { user: 'me', min_p: 0.1 }]);
    });

    it('can be the token limit: newer models of OpenAI have another name for it', async () => {
      const name = api === 'chat' ? 'max_tokens' : 'max_output_tokens';
      const { events, requests } = await ask(
        [refusal(`Unsupported parameter: '${name}' is not supported with this model.`), textReply('ok')],
        { maxTokens: 800 },
      );
      const [, second] = requests.map(fieldsOf);
      assert.deepEqual(second, api === 'chat' ? { max_completion_tokens: 800 } : {});
      assert.deepEqual(leftOutIn(events), api === 'chat' ? [] : ['max_output_tokens']);
    });

    it('can be a token limit that is forgotten once the endpoint has accepted one as high', async () => {
      const name = newName();
      // Another deployment behind the router takes more.
      let most = 750;
      const { baseURL, requests } = await start((seen) => {
        const [limit] = Object.entries(fieldsOf(seen));
        const isOver = limit !== undefined && Number(limit[1]) > most;
        return isOver ? refusal(`${limit.join(' ')} is above ${most}`) : textReply('ok');
      });
      const askWith = async (maxTokens: number): Promise<unknown> => {
        const before = requests.length;
        await run(createOpenAiModel({ baseURL, api, model: name, canCallTools, request: { maxTokens } }));
        const sent = requests.slice(before).map((seen) => Object.values(fieldsOf(seen))[0]);
        return sent.at(-1);
      };
      assert.equal(await askWith(800), undefined);
      assert.equal(await askWith(700), 700);
      assert.equal(await askWith(800), undefined, 'a lower one says nothing');
      most = 1_000;
      assert.equal(await askWith(800), undefined, 'it is not tried again without a reason');
      assert.equal(await askWith(900), 900);
      assert.equal(await askWith(800), 800);
    });

    it('is left out of a title in silence, and the chat tries it and says so', async () => {
      const { baseURL, requests } = await start((seen) =>
        'top_k' in fieldsOf(seen) ? refusal("Unknown parameter: 'top_k'.") : textReply('ok'),
      );
      const request = { extraBody: { top_k: 5 } };
      const model = createOpenAiModel({ baseURL, api, model: newName(), canCallTools, request });
      const aside = await run(model, { ...asking('Name it.'), isAside: true });
      assert.deepEqual([aside.text, leftOutIn(aside.events)], ['ok', []]);
      assert.deepEqual(leftOutIn((await run(model)).events), ['top_k']);
      assert.deepEqual(leftOutIn((await run(model)).events), []);
      assert.equal(requests.length, 5);
    });

    it('is the one that the sentence begins with, where it names others too', async () => {
      const { events, requests } = await ask(
        [refusal(`\`temperature\` may only be set to 1 when \`${effort}\` is on.`), textReply('ok')],
        { effort: 'high', temperature: 0.5 },
      );
      assert.deepEqual(leftOutIn(events), ['temperature']);
      assert.deepEqual(
        requests.map((seen) => effort in fieldsOf(seen)),
        [true, true],
      );
    });

    it('is not found if the refusal is about earlier reasoning, or is repeated without the field', async () => {
      const earlier = "Item 'rs_1' of type 'reasoning' was provided without its required following item.";
      const again = `The ${effort} of before could not be verified.`;
      for (const words of [earlier, again]) {
        const { baseURL, requests } = await start((seen) =>
          JSON.stringify(seen.body).includes('rs_1') ? refusal(words) : textReply('ok'),
        );
        const options = { baseURL, api, model: newName(), canCallTools, request: { effort: 'high' } };
        const items = [{ model: modelKey(options), type: 'reasoning', id: 'rs_1', encrypted_content: 'e' }];
        const echo = api === 'chat' ? { reasoning_details: items } : { response_items: items };
        const conversation = continuing([
          { role: 'user', text: 'Hi' },
          { role: 'assistant', text: 'Hello.', calls: [], echo },
          { role: 'user', text: 'Go on' },
        ]);
        const model = createOpenAiModel(options);
        const { events } = await run(model, conversation);
        assert.deepEqual(leftOutIn(events), [], words);
        assert.deepEqual(effortsOf(options), ['low', 'medium', 'high'], words);
        await run(model, conversation);
        assert.deepEqual(fieldsOf(requests.at(-1) ?? assert.fail()), {
          [effort]: api === 'chat' ? 'high' : { effort: 'high' },
        });
      }
    });

    it('costs one request each at an endpoint that refuses every one, and there is an answer', async () => {
      const extraBody = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`field_${index}`, 1]));
      const request = { effort: 'high', temperature: 0.5, topP: 0.9, extraBody };
      const { events, requests, text } = await ask((seen) => {
        const [name] = Object.keys(fieldsOf(seen));
        return name === undefined ? textReply('ok') : refusal(`Unknown parameter: '${name}'.`);
      }, request);
      assert.equal(text, 'ok');
      assert.equal(requests.length, 20);
      assert.equal(leftOutIn(events).length, 19);
    });

    it('costs a bounded number at one that refuses all the same, and there is one clear error', async () => {
      const { baseURL, requests } = await start((seen) =>
        refusal(`Unknown parameter: '${Object.keys(seen.body as Request).join("', '")}'.`),
      );
      const request = { effort: 'high', temperature: 0.5, topP: 0.9, extraBody: { top_k: 1 } };
      const model = createOpenAiModel({ baseURL, api, model: newName(), canCallTools, request });
      const { kind, message } = await modelErrorOf(run(model));
      assert.equal(kind, 'bad-request');
      assert.match(message, /refused the request/);
      assert.ok(requests.length <= 8, `${requests.length} requests`);
    });

    it('can be an effort: the values that the endpoint names can be chosen from then on', async () => {
      const all = ['low', 'medium', 'high'];
      const rows: [sent: string, words: string, expected: readonly string[]][] = [
        [
          'none',
          `Unsupported value: '${effort}' does not support 'none' with this model. Supported values are: 'minimal', 'low', 'medium', and 'high'.`,
          ['minimal', ...all],
        ],
        [
          'max',
          `Validation error for \`${effort}\`: level "max" not supported, valid levels: low, medium, high, xhigh`,
          [...all, 'xhigh'],
        ],
        [
          'xhigh',
          `Validation error for \`${effort}\`: expected one of 'low' | 'medium' | 'high', received 'xhigh'.`,
          all,
        ],
        ['medium', `${effort} medium is not possible here`, ['low', 'high']],
        ['high', `Unrecognized request argument supplied: ${effort}.`, []],
        ['high', `${effort}: the budget_tokens of it must be less than max_tokens`, all],
      ];
      for (const [sent, words, expected] of rows) {
        const { options } = await ask([refusal(words), textReply('ok')], { effort: sent });
        assert.deepEqual(effortsOf(options), expected, words);
      }
    });
  });

describe('the efforts that can be chosen', () => {
  const start = useEndpoints();

  it('are those that a refusal taught an earlier window, for a month, without invalid values', async () => {
    const now = Date.now();
    const endpoint = { baseURL: 'http://kept.test/v1', model: newName() };
    const old = { ...endpoint, model: newName() };
    const broken = { ...endpoint, model: newName() };
    let saved: unknown;
    const keep = (all: unknown, at = now): void => keepEfforts(all, (learned) => (saved = learned), at);
    keep({
      [modelKey(endpoint)]: { efforts: ['low', 'extreme', 5], at: now - 1 },
      [modelKey(old)]: { efforts: ['low'], at: now - 31 * 24 * 3_600_000 },
      [modelKey(broken)]: { efforts: 'low', at: now },
    });
    assert.deepEqual([endpoint, old, broken].map(effortsOf), [
      ['low'],
      ['low', 'medium', 'high'],
      ['low', 'medium', 'high'],
    ]);
    for (const other of [undefined, 5, [], { a: 5 }]) keep(other);
    const { baseURL } = await start([
      refusal("reasoning_effort: expected one of 'low' | 'high'"),
      textReply('ok'),
    ]);
    const options = { baseURL, model: newName(), canCallTools };
    await run(createOpenAiModel({ ...options, request: { effort: 'medium' } }));
    const learned = (saved as Record<string, { efforts: unknown }>)[modelKey(options)];
    assert.deepEqual(learned?.efforts, ['low', 'high']);
  });

  it('are what most models take, and all of them at OpenRouter', () => {
    const at = (baseURL: string) => effortsOf({ baseURL, model: newName() });
    assert.deepEqual(at('http://127.0.0.1:11434/v1'), ['low', 'medium', 'high']);
    assert.equal(at('https://openrouter.ai/api/v1').length, 7);
  });
});

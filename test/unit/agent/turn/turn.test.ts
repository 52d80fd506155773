/** The agent loop over a real HTTP endpoint (features.md, C1 to C4, C7, C8). */
import assert from 'node:assert/strict';
import {
  CallStops,
  Conversation,
  runTurn,
  TurnLimits,
  TokenGauge,
  Transcript,
  type Approve,
  type ApprovalOutcome,
  type TurnEvent,
} from '../../../../src/agent/index.ts';
import { createOpenAiModel, withRetries, type ChatModel } from '../../../../src/models/index.ts';
import type { PlannedEdit, ProposedEditOf, ToolSet } from '../../../../src/tools/index.ts';
import {
  apis,
  callsReply,
  chunk,
  errorReply,
  gate,
  startEndpoint,
  streamReply,
  textReply,
  type Script,
  type ScriptedEndpoint,
} from '../../../fixtures/endpoint.ts';
import type { Tool } from '../../../../src/tools/index.ts';
import { allow, text, textTool, tool, toolSet } from '../tools.ts';

/** Asks about every call, and gets that verdict. */
const asking =
  (verdict: ApprovalOutcome): Approve =>
  () =>
    Promise.resolve({
      kind: 'ask',
      approval: () => Promise.resolve({ changed: false, says: [], coverages: [] }),
      ask: () => Promise.resolve(verdict),
    });

for (const api of apis)
  describe(`a turn (${api})`, () => {
    let endpoint: ScriptedEndpoint;
    let conversation: Conversation;
    let events: TurnEvent[];
    let stop: AbortController;

    async function start(script: Script): Promise<ChatModel> {
      endpoint = await startEndpoint(script);
      return createOpenAiModel({ api, baseURL: endpoint.baseURL, model: 'scripted', canCallTools: true });
    }

    async function run(
      model: ChatModel,
      tools: ToolSet | (() => ToolSet),
      {
        maxIterations = 10,
        permit = allow,
        onEvent = () => {},
        proposedEdit,
        beforeChange,
        waitedMs,
        limits = new TurnLimits({ maxSteps: maxIterations }),
        steer,
        callStops,
        news,
      }: {
        maxIterations?: number;
        limits?: TurnLimits;
        steer?: (signal: AbortSignal) => Promise<boolean>;
        permit?: Approve;
        onEvent?: (event: TurnEvent) => void;
        proposedEdit?: ProposedEditOf;
        beforeChange?: (call: string) => Promise<void>;
        waitedMs?: (call: string) => number;
        callStops?: CallStops;
        news?: () => readonly string[];
      } = {},
    ): Promise<TurnEvent[]> {
      events = [];
      const current = typeof tools === 'function' ? tools : () => tools;
      await runTurn({
        conversation,
        model,
        system: () => [{ kind: 'base', text: 'sys' }],
        tools: current,
        limits,
        steer,
        approve: permit,
        proposedEdit,
        beforeChange,
        ...(waitedMs && { waitedMs }),
        callStops,
        news,
        signal: stop.signal,
        context: { gauge: new TokenGauge(), maxResultTokens: 10_000 },
        onEvent: (event) => {
          events.push(event);
          onEvent(event);
        },
      });
      return events;
    }

    const end = () => {
      const last = events.at(-1);
      return last?.type === 'turnEnd' ? last.end : undefined;
    };
    const ended = (id: string) => {
      const found = events.find((event) => event.type === 'callEnd' && event.id === id);
      return found?.type === 'callEnd' ? found.result : undefined;
    };

    beforeEach(() => {
      conversation = new Conversation('test');
      conversation.append({ role: 'user', text: 'hi' });
      stop = new AbortController();
    });
    afterEach(() => endpoint.close());

    it('streams a plain answer and keeps it in the conversation', async () => {
      await run(await start([textReply('Hello there.')]), new Map());
      assert.deepEqual(end(), { why: 'answered' });
      const streamed = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
      assert.equal(streamed, 'Hello there.');
      assert.deepEqual(conversation.messages.at(-1), { role: 'assistant', text: 'Hello there.', calls: [] });
      assert.deepEqual(endpoint.requests[0]?.chat.messages, [
        { role: 'system', content: 'sys' },
        { role: 'user', content: 'hi' },
      ]);
    });

    it('runs the calls of a step in parallel and sends the results back in the order of the calls', async () => {
      const model = await start([
        callsReply([
          { id: 'a', name: 'mcp__s__first', args: {} },
          { id: 'b', name: 'mcp__s__second', args: { x: 1 } },
        ]),
        textReply('Done.'),
      ]);
      // The first can only end after the second has begun: one after the other they would never end.
      const second = Promise.withResolvers<void>();
      const tools = toolSet(
        tool('first', async () => {
          await second.promise;
          return text('one');
        }),
        tool('second', (args) => {
          second.resolve();
          return Promise.resolve(text(`two ${JSON.stringify(args)}`));
        }),
      );
      await run(model, tools);
      assert.deepEqual(end(), { why: 'answered' });
      const { messages } = endpoint.requests[1]?.chat ?? {};
      assert.deepEqual(
        messages
          .filter(({ role }: { role: string }) => role === 'tool')
          .map(({ content }: { content: string }) => content),
        ['one', 'two {"x":1}'],
      );
      const asked = messages.find(({ tool_calls }: { tool_calls?: unknown }) => tool_calls !== undefined);
      assert.deepEqual(
        asked.tool_calls.map(({ id }: { id: string }) => id),
        messages.flatMap(({ tool_call_id }: { tool_call_id?: string }) => tool_call_id ?? []),
      );
    });

    it('gives calls ids of its own, so that an endpoint may repeat its own in every step', async () => {
      const call = callsReply([{ id: 'call_0', name: 'mcp__s__t', args: {} }]);
      await run(
        await start([call, call, textReply('ok')]),
        toolSet(tool('t', () => Promise.resolve(text('r')))),
      );
      const ids = events.flatMap((event) => (event.type === 'callStart' ? [event.id] : []));
      assert.equal(new Set(ids).size, 2);
      assert.ok(ids.every((id) => /^[a-z0-9]{9}$/.test(id)));
    });

    it('goes on when a tool fails, and the model reads why', async () => {
      const model = await start([
        callsReply([{ id: 'a', name: 'mcp__s__t', args: {} }]),
        textReply('A pity.'),
      ]);
      await run(
        model,
        toolSet(
          tool('t', () =>
            Promise.resolve({ status: 'error', content: [{ type: 'text', text: 'disk full' }] }),
          ),
        ),
      );
      assert.deepEqual(end(), { why: 'answered' });
      assert.match(JSON.stringify(endpoint.requests[1]?.chat.messages), /disk full/);
    });

    it('survives a tool that rejects, although none should', async () => {
      const model = await start([callsReply([{ id: 'a', name: 'mcp__s__t', args: {} }]), textReply('ok')]);
      await run(model, toolSet(tool('t', () => Promise.reject(new Error('bug')))));
      assert.deepEqual(end(), { why: 'answered' });
      assert.equal(ended('c00000001')?.status, 'error');
    });

    it('never runs a call whose arguments are not a JSON object: the model gets an error result', async () => {
      let ran = 0;
      const model = await start([
        callsReply([
          { id: 'a', name: 'mcp__s__t', args: '{"path": "x' },
          { id: 'b', name: 'mcp__s__t', args: '[1]' },
        ]),
        textReply('ok'),
      ]);
      const tools = toolSet(
        tool('t', () => {
          ran += 1;
          return Promise.resolve(text('r'));
        }),
      );
      await run(model, tools);
      assert.equal(ran, 0);
      assert.match(JSON.stringify(ended('c00000001')), /not a valid JSON object/);
      assert.match(
        JSON.stringify(ended('c00000002')),
        /they are an array\. The tool was not run\. Correct the arguments and call it again\./,
      );
      assert.match(JSON.stringify(endpoint.requests[1]?.chat.messages), /not a valid JSON object/);
    });

    for (const [what, finish, says] of [
      ['its limit', 'length', /reached its output limit in the middle of this call.*shorter arguments/],
      ['the endpoint', 'tool_calls', /endpoint ended the answer in the middle of this call.*Repeat the call/],
    ] as const)
      it(`never runs a call in which ${what} ended the answer, and the model hears of it`, async () => {
        let ran = 0;
        const half = { index: 0, id: 'a', function: { name: 'mcp__s__t', arguments: '{"p' } };
        const model = await start([
          streamReply([chunk({ tool_calls: [half] }), chunk({}, finish)]),
          textReply('ok'),
        ]);
        const tools = toolSet(
          tool('t', () => {
            ran += 1;
            return Promise.resolve(text('r'));
          }),
        );
        await run(model, tools);
        assert.equal(ran, 0);
        assert.match(JSON.stringify(ended('c00000001')), says);
        assert.match(JSON.stringify(endpoint.requests[1]?.chat.messages), says);
      });

    for (const [what, chunks, says, messages] of [
      ['a filter cut it', [chunk({ content: 'Hel' }, 'content_filter')], /content filter/, 2],
      [
        'the limit left no text',
        [chunk({ reasoning_content: 'Hm' }), chunk({}, 'length')],
        /before any text/,
        1,
      ],
      // The other API has no such reason.
      ...(api === 'chat'
        ? ([['a call is missing', [chunk({ content: 'I look.' }, 'tool_calls')], /sent no call/, 2]] as const)
        : []),
    ] as const)
      it(`says how the answer ended where ${what}, and keeps what there is of it`, async () => {
        await run(await start([streamReply(chunks)]), new Map());
        const last = end();
        assert.ok(last?.why === 'truncated');
        assert.match(last.problem?.english ?? '', says);
        assert.equal(conversation.messages.length, messages);
      });

    it('answers a call of a tool that does not exist with an error that the model reads', async () => {
      const model = await start([callsReply([{ id: 'a', name: 'mcp__s__gone', args: {} }]), textReply('ok')]);
      await run(model, new Map());
      assert.match(JSON.stringify(ended('c00000001')), /The tool \\"mcp__s__gone\\" is not available/);
      assert.deepEqual(end(), { why: 'answered' });
    });

    it('runs the one tool that a name can mean, decides about that tool, and says what the model wrote', async () => {
      const reply = callsReply([
        { id: 'a', name: 'functions.mcp__s__read', args: { path: 'a' } },
        { id: 'b', name: 's.read', args: { path: 'b' } },
        { id: 'c', name: 'read', args: '"{\\"path\\":\\"c\\",}"' },
      ]);
      const model = await start([reply, textReply('Done.')]);
      const ran: unknown[] = [];
      const decided: string[] = [];
      const read = textTool('read', (args) => {
        ran.push(args);
        return 'ok';
      });
      await run(
        model,
        toolSet(
          read,
          textTool('write', () => 'ok'),
        ),
        {
          permit: (about, args, call) => {
            decided.push(`${about.name} ${JSON.stringify(args)} ${call.name}`);
            return allow(about, args, call);
          },
        },
      );
      assert.deepEqual(ran, [{ path: 'a' }, { path: 'b' }, { path: 'c' }]);
      assert.deepEqual(
        decided,
        ['a', 'b', 'c'].map((path) => `read {"path":"${path}"} mcp__s__read`),
      );
      const name = (written: string) => ({ kind: 'name', written });
      assert.deepEqual(
        events.flatMap((event) =>
          event.type === 'callStart' ? [[event.wireName, event.argsText, event.notes]] : [],
        ),
        [
          ['mcp__s__read', '{"path":"a"}', [name('functions.mcp__s__read')]],
          ['mcp__s__read', '{"path":"b"}', [name('s.read')]],
          [
            'mcp__s__read',
            '{"path":"c"}',
            [{ kind: 'arguments', form: 'text' }, { kind: 'arguments', form: 'trailingComma' }, name('read')],
          ],
        ],
      );
      // The model reads the call as it was meant, and nothing of our notes.
      const [, , answer] = endpoint.requests[1]?.chat.messages ?? [];
      assert.deepEqual(
        answer.tool_calls.map((call: { function: unknown }) => [call.function, Object.keys(call)]),
        ['a', 'b', 'c'].map((path) => [
          { name: 'mcp__s__read', arguments: `{"path":"${path}"}` },
          ['id', 'type', 'function'],
        ]),
      );
    });

    it('runs nothing when a name can mean more than one tool, and tells the model which', async () => {
      const reply = callsReply([{ id: 'a', name: 'read', args: {} }]);
      const model = await start([reply, textReply('Done.')]);
      const other = {
        ...textTool('read', () => assert.fail('It was run.')),
        source: { kind: 'mcp', server: 'evil' } as const,
      };
      const tools = new Map([
        ...toolSet(textTool('read', () => assert.fail('It was run.'))),
        ['mcp__evil__read', other],
      ]);
      await run(model, tools);
      const result = events.find((event) => event.type === 'callEnd');
      assert.ok(result?.type === 'callEnd' && result.result.status === 'error');
      const [part] = result.result.content;
      assert.match(
        part?.type === 'text' ? part.text : '',
        /more than one could be meant.*mcp__s__read, mcp__evil__read\./,
      );
    });

    it('says that an answer was empty, keeps nothing of it, and can try again', async () => {
      const answers = {
        nothing: streamReply([chunk({ role: 'assistant', content: '' }), chunk({}, 'stop')]),
        space: streamReply([chunk({ content: ' \n' }), chunk({}, 'stop')]),
        reasoning: streamReply([chunk({ reasoning_content: 'Hm.' }), chunk({}, 'stop')]),
        message: streamReply([
          { choices: [{ message: { role: 'assistant', content: null }, finish_reason: 'stop' }] },
        ]),
      };
      for (const [what, reply] of Object.entries(answers)) {
        const model = await start([reply, textReply('Hello.')]);
        await run(model, new Map());
        assert.deepEqual(end(), { why: 'empty', model: 'scripted', thought: what === 'reasoning' });
        assert.deepEqual(conversation.messages, [{ role: 'user', text: 'hi' }]);
        const shown = new Transcript(() => undefined);
        for (const event of events) shown.apply(event, 0);
        const notice = shown.items.at(-1);
        assert.ok(notice?.kind === 'notice' && notice.actions.includes('retry'));
        assert.match(
          notice.text,
          /^The model "scripted" ended its answer .*without text or a tool call\. Try again\./,
        );
        await run(model, new Map());
        assert.deepEqual(end(), { why: 'answered' });
        conversation = new Conversation('test');
        conversation.append({ role: 'user', text: 'hi' });
        await endpoint.close();
      }
      await start([]);
    });

    it('asks for the tools anew at each step, so that late ones join and lost ones leave', async () => {
      const model = await start([callsReply([{ id: 'a', name: 'mcp__s__one', args: {} }]), textReply('ok')]);
      const one = tool('one', () => Promise.resolve(text('1')));
      const sets = [toolSet(one), toolSet(tool('two', one.call))];
      await run(model, () => sets.shift() ?? new Map());
      const names = endpoint.requests.map(({ chat: body }) =>
        body.tools.map((each: { function: { name: string } }) => each.function.name),
      );
      assert.deepEqual(names, [
        ['mcp__s__one', 'read_result'],
        ['mcp__s__two', 'read_result'],
      ]);
    });

    it('sends no tools to a model that cannot call them', async () => {
      await start([textReply('plain')]);
      const model = createOpenAiModel({
        api,
        baseURL: endpoint.baseURL,
        model: 'scripted',
        canCallTools: false,
      });
      await run(model, toolSet(tool('t', () => Promise.resolve(text('r')))));
      assert.equal(endpoint.requests[0]?.chat.tools, undefined);
      assert.deepEqual(end(), { why: 'answered' });
    });

    for (const steps of [1, 3]) {
      it(`makes ${steps} requests at most when maxIterations is ${steps}`, async () => {
        const model = await start(() => callsReply([{ id: 'a', name: 'mcp__s__t', args: {} }]));
        await run(model, toolSet(tool('t', () => Promise.resolve(text('r')))), { maxIterations: steps });
        assert.deepEqual(end(), { why: 'limit', reached: { kind: 'steps', limit: steps } });
        assert.equal(endpoint.requests.length, steps);
        assert.equal(conversation.messages.at(-1)?.role, 'tool');
      });
    }

    it('goes on in the same turn when the user allows it at the limit, and asks again after as many steps', async () => {
      const calling = callsReply([{ id: 'a', name: 'mcp__s__t', args: {} }]);
      const model = await start([calling, calling, calling, calling, textReply('Finished.')]);
      const asked: unknown[] = [];
      const limits = new TurnLimits({
        maxSteps: 2,
        ask: ({ kind, limit }, { steps, calls }) => {
          asked.push([kind, limit, steps, calls]);
          return Promise.resolve(true);
        },
      });
      await run(model, toolSet(tool('t', () => Promise.resolve(text('r')))), { limits });
      assert.deepEqual(end(), { why: 'answered' });
      assert.deepEqual(asked, [
        ['steps', 2, 2, 2],
        ['steps', 2, 4, 4],
      ]);
    });

    it('makes no further request when the user stops it at the limit', async () => {
      const model = await start(() => callsReply([{ id: 'a', name: 'mcp__s__t', args: {} }]));
      const limits = new TurnLimits({
        maxSteps: 1,
        ask: () => {
          stop.abort();
          return Promise.resolve(false);
        },
      });
      await run(model, toolSet(tool('t', () => Promise.resolve(text('r')))), { limits });
      assert.deepEqual(end(), { why: 'cancelled' });
      assert.equal(endpoint.requests.length, 1);
    });

    it('ends before the step at which its budget of tokens is spent, by an estimate where none are reported', async () => {
      const call = { index: 0, id: 'a', type: 'function', function: { name: 'mcp__s__t', arguments: '{}' } };
      const model = await start(() => streamReply([chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')]));
      const limits = new TurnLimits({ maxSteps: 10, budget: { turnTokens: 1 } });
      await run(model, toolSet(tool('t', () => Promise.resolve(text('r')))), { limits });
      assert.deepEqual(end(), { why: 'limit', reached: { kind: 'turnTokens', limit: 1 } });
      assert.equal(endpoint.requests.length, 1);
    });

    it('has what the user sends meanwhile in the request of its next step, and answers it before it ends', async () => {
      const model = await start([
        callsReply([{ id: 'a', name: 'mcp__s__t', args: {} }]),
        textReply('Half.'),
        textReply('Finished.'),
      ]);
      const waiting = new Map([
        [1, 'Use tabs'],
        [2, 'And commas'],
      ]);
      await run(model, toolSet(tool('t', () => Promise.resolve(text('r')))), {
        steer: () => {
          const said = waiting.get(endpoint.requests.length);
          if (said !== undefined) conversation.append({ role: 'user', text: said });
          return Promise.resolve(waiting.delete(endpoint.requests.length));
        },
      });
      assert.deepEqual(end(), { why: 'answered' });
      const asked = (request: number): unknown[] =>
        endpoint.requests[request]?.chat.messages.map(({ role }: { role: string }) => role);
      assert.deepEqual(asked(1), ['system', 'user', 'assistant', 'tool', 'user']);
      assert.deepEqual(asked(2).slice(-2), ['assistant', 'user']);
      assert.equal(endpoint.requests.length, 3);
    });

    it('can go on after the limit from where it was', async () => {
      const model = await start([
        callsReply([{ id: 'a', name: 'mcp__s__t', args: {} }]),
        textReply('Finished.'),
      ]);
      const tools = toolSet(tool('t', () => Promise.resolve(text('r'))));
      await run(model, tools, { maxIterations: 1 });
      await run(model, tools);
      assert.deepEqual(end(), { why: 'answered' });
      assert.equal(endpoint.requests[1]?.chat.messages.at(-1).role, 'tool');
    });

    it('cancels the request at once and keeps what was shown', async () => {
      const never = gate();
      const model = await start([
        streamReply([chunk({ content: 'Half an' }), never.piece, chunk({}, 'stop')]),
      ]);
      await run(model, new Map(), {
        onEvent: (event) => {
          if (event.type !== 'text') return;
          stop.abort();
        },
      });
      assert.deepEqual(end(), { why: 'cancelled' });
      assert.equal(endpoint.requests.length, 1);
      await endpoint.requests[0]?.disconnected;
      assert.deepEqual(conversation.messages.at(-1), { role: 'assistant', text: 'Half an', calls: [] });
      never.open();
    });

    it('cancels every running call at once, even one that does not listen, and keeps the history whole', async () => {
      const model = await start([
        callsReply([
          { id: 'a', name: 'mcp__s__deaf', args: {} },
          { id: 'b', name: 'mcp__s__deaf', args: {} },
        ]),
      ]);
      let started = 0;
      const deaf = tool('deaf', () => {
        started += 1;
        if (started === 2) queueMicrotask(() => stop.abort());
        return new Promise<never>(() => undefined);
      });
      await run(model, toolSet(deaf));
      assert.deepEqual(end(), { why: 'cancelled' });
      const statuses = events.flatMap((event) => (event.type === 'callEnd' ? [event.result.status] : []));
      assert.deepEqual(statuses, ['cancelled', 'cancelled']);
      assert.deepEqual(
        conversation.messages.slice(-2).map(({ role }) => role),
        ['tool', 'tool'],
      );
    });

    it('starts nothing when it was stopped before it began', async () => {
      const model = await start([textReply('never')]);
      stop.abort();
      await run(model, new Map());
      assert.deepEqual(end(), { why: 'cancelled' });
      assert.equal(endpoint.requests.length, 0);
    });

    it('keeps the part of an answer that came before the endpoint failed, and can have it continued', async () => {
      const model = await start([
        streamReply([chunk({ content: 'One, two' }), chunk({ tool_calls: [{ id: 'a' }] })], { end: 'cut' }),
        textReply(', three.'),
      ]);
      await run(model, new Map());
      const last = end();
      assert.ok(last?.why === 'failed' && last.isPartial === true);
      assert.equal(last.error.kind, 'broken-stream');
      assert.deepEqual(conversation.messages.at(-1), { role: 'assistant', text: 'One, two', calls: [] });
      conversation.append({ role: 'user', text: 'Continue.' });
      await run(model, new Map());
      assert.deepEqual(
        endpoint.requests[1]?.chat.messages.map(({ content }: { content: string }) => content),
        ['sys', 'hi', 'One, two', 'Continue.'],
      );
    });

    it('tells that it asks again, and then what came', async () => {
      const busy = errorReply(429, { error: { message: 'Slow down' } }, { 'retry-after-ms': '1' });
      const model = withRetries(await start([busy, textReply('Done.')]), undefined, {
        wait: () => Promise.resolve(),
        random: () => 0,
      });
      await run(model, new Map());
      assert.deepEqual(
        events.map(({ type }) => type),
        ['stepStart', 'context', 'retrying', 'text', 'stepEnd', 'context', 'turnEnd'],
      );
      assert.deepEqual(end(), { why: 'answered' });
    });

    it('ends with the reason when the endpoint fails, and the user message is still there', async () => {
      const model = await start([errorReply(401, { error: { message: 'bad key' } })]);
      await run(model, new Map());
      const last = end();
      assert.equal(last?.why, 'failed');
      assert.deepEqual(conversation.messages, [{ role: 'user', text: 'hi' }]);
    });

    it('does not run a call that the user refuses, and tells the model why', async () => {
      const model = await start([callsReply([{ id: 'a', name: 'mcp__s__t', args: {} }]), textReply('ok')]);
      let ran = false;
      const refused = tool('t', () => {
        ran = true;
        return Promise.resolve(text('r'));
      });
      await run(model, toolSet(refused), { permit: asking({ allowed: false, reason: 'Not on Fridays.' }) });
      assert.equal(ran, false);
      assert.match(JSON.stringify(endpoint.requests[1]?.chat.messages), /Not on Fridays/);
      const last = events.find((event) => event.type === 'callEnd');
      // The user's time is not the call's.
      assert.deepEqual([last?.result.status, last?.durationMs], ['denied', 0]);
    });

    it('leaves out of the time of a call what its questions waited for the user', async () => {
      const calls = ['asks', 'works'].map((name) => ({ id: name, name: `mcp__s__${name}`, args: {} }));
      const model = await start([callsReply(calls), textReply('ok')]);
      const work = (name: string) => tool(name, () => Promise.resolve(text('r')));
      // More than all of the test takes.
      const waitedMs = (id: string) => (id === 'c00000001' ? 3_600_000 : 0);
      await run(model, toolSet(work('asks'), work('works')), { waitedMs });
      const ran = new Map(
        events.flatMap((event) =>
          event.type === 'callEnd' ? [[event.id, event.durationMs > 0] as const] : [],
        ),
      );
      assert.deepEqual([ran.get('c00000001'), ran.get('c00000002')], [false, true]);
    });

    it('tells what a call changed in a file, as it was planned right before it ran, unless it failed', async () => {
      const calls = ['works', 'fails'].map((name) => ({ id: name, name: `mcp__s__${name}`, args: {} }));
      const model = await start([callsReply(calls), textReply('ok')]);
      const steps: string[] = [];
      const made = (name: string, status: 'success' | 'error') =>
        tool(name, () => {
          steps.push(`run ${name}`);
          return Promise.resolve({ status, content: [] });
        });
      const edit = { file: 'a.ts', diff: { added: 1, removed: 0, hunks: [] }, shows: [] };
      await run(model, toolSet(made('works', 'success'), made('fails', 'error')), {
        proposedEdit: ({ name }) => {
          steps.push(`plan ${name}`);
          return Promise.resolve({ edit, open: () => undefined, replan: () => Promise.resolve(undefined) });
        },
      });
      assert.ok(steps.indexOf('plan works') < steps.indexOf('run works'));
      const ends = events.filter((event) => event.type === 'callEnd');
      assert.deepEqual(
        ends.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ result }) => result.edit),
        [edit, undefined],
      );
    });

    it('tells the change that the user was shown as it is when the call runs', async () => {
      const edit = { file: 'a.ts', diff: { added: 1, removed: 0, hunks: [] }, shows: [] };
      const planned = (about: typeof edit, now?: PlannedEdit): PlannedEdit => ({
        edit: about,
        open: () => undefined,
        replan: () => Promise.resolve(now),
      });
      const now = planned({ ...edit, diff: { added: 2, removed: 0, hunks: [] } });
      const shownEdit = Promise.resolve(planned(edit, now));
      const model = await start([callsReply([{ id: 'a', name: 'mcp__s__t', args: {} }]), textReply('ok')]);
      await run(model, toolSet(tool('t', () => Promise.resolve(text('r')))), {
        permit: asking({ allowed: true, approved: [], shownEdit }),
        proposedEdit: () => assert.fail('It was planned for the card.'),
      });
      assert.deepEqual(events.find((event) => event.type === 'callEnd')?.result.edit, now.edit);
    });

    it('has the files saved after the decision and before a call that may change them, and before no other', async () => {
      const calls = ['writes', 'reads'].map((name) => ({ id: name, name: `mcp__s__${name}`, args: {} }));
      const model = await start([callsReply(calls), textReply('ok')]);
      const steps: string[] = [];
      const made = (name: string, readOnly: boolean) => ({
        ...tool(name, () => {
          steps.push(`run ${name}`);
          return Promise.resolve(text('r'));
        }),
        hints: { readOnly },
      });
      await run(model, toolSet(made('writes', false), made('reads', true)), {
        permit: asking({ allowed: true, approved: [] }),
        beforeChange: async (call) => {
          await new Promise((resolve) => setImmediate(resolve));
          steps.push(`saved for ${call}`);
        },
        onEvent: (event) => {
          if (event.type === 'callAsk' || event.type === 'callAllowed')
            steps.push(`${event.type} ${event.id}`);
        },
      });
      const [write, read] = ['c00000001', 'c00000002'];
      assert.deepEqual(
        steps.filter((step) => step.endsWith('writes') || step.endsWith(write)),
        [`callAsk ${write}`, `saved for ${write}`, `callAllowed ${write}`, 'run writes'],
      );
      assert.deepEqual(
        steps.filter((step) => step.endsWith('reads') || step.endsWith(read)),
        [`callAsk ${read}`, `callAllowed ${read}`, 'run reads'],
      );
    });

    for (const [how, permit] of [
      ['without a question', allow],
      ['by the user', asking({ allowed: true, approved: [] })],
    ] as const)
      it(`does not run a call that was allowed ${how} and stopped while the files were saved`, async () => {
        const model = await start([callsReply([{ id: 'a', name: 'mcp__s__t', args: {} }])]);
        let runs = 0;
        const counted = tool('t', () => {
          runs += 1;
          return Promise.resolve(text('r'));
        });
        await run(model, toolSet(counted), { permit, beforeChange: () => Promise.resolve(stop.abort()) });
        await new Promise((resolve) => setImmediate(resolve));
        assert.deepEqual([end(), runs], [{ why: 'cancelled' }, 0]);
      });

    it('goes on with the other calls when the user stops one of them by itself', async () => {
      const model = await start([
        callsReply([
          { id: 'a', name: 'mcp__s__endless', args: {} },
          { id: 'b', name: 'mcp__s__quick', args: {} },
        ]),
        textReply('ok'),
      ]);
      const callStops = new CallStops();
      const signals: AbortSignal[] = [];
      const endless = tool('endless', (_, { signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      });
      await run(
        model,
        toolSet(
          endless,
          tool('quick', (_, { signal }) => {
            signals.push(signal);
            return Promise.resolve(text('quick'));
          }),
        ),
        {
          callStops,
          onEvent: (event) => {
            if (event.type === 'callEnd' && event.id === 'c00000002') callStops.stop('c00000001');
          },
        },
      );
      assert.deepEqual(
        ['c00000001', 'c00000002'].map((id) => ended(id)?.status),
        ['cancelled', 'success'],
      );
      // A call that has ended cannot be stopped any more.
      callStops.stop('c00000002');
      assert.deepEqual([end(), signals.map(({ aborted }) => aborted)], [{ why: 'answered' }, [true, false]]);
    });

    it('tells the model with the results of a step what has happened meanwhile, once', async () => {
      const model = await start([
        callsReply([
          { id: 'a', name: 'mcp__s__t', args: {} },
          { id: 'b', name: 'mcp__s__t', args: {} },
        ]),
        callsReply([{ id: 'c', name: 'mcp__s__t', args: {} }]),
        textReply('ok'),
      ]);
      const news = [['The dev server has ended.'], []];
      await run(model, toolSet(tool('t', () => Promise.resolve(text('r')))), {
        news: () => news.shift() ?? [],
      });
      const results = conversation.messages.flatMap((message) =>
        message.role === 'tool'
          ? [message.content.map((part) => (part.type === 'text' ? part.text : ''))]
          : [],
      );
      assert.deepEqual(results, [['r'], ['r', 'The dev server has ended.'], ['r']]);
      assert.deepEqual(ended('c00000002')?.content, [{ type: 'text', text: 'r' }]);
    });

    it('gives the model the output of a command that failed as it is, and shows that it failed', async () => {
      const model = await start([callsReply([{ id: 'a', name: 'mcp__s__t', args: {} }]), textReply('ok')]);
      const content = [{ type: 'text', text: 'Exit code 1.\n1 failing' }] as const;
      const command = tool('t', () =>
        Promise.resolve({ status: 'error', content, commandEnd: { kind: 'exited', code: 1 } } as const),
      );
      await run(model, toolSet(command));
      const result = conversation.messages.find((message) => message.role === 'tool');
      assert.deepEqual([result?.isError, result?.content], [false, content]);
      const last = events.find((event) => event.type === 'callEnd');
      assert.equal(last?.result.status, 'error');
    });

    it('runs a call with the arguments that the user made of it, and says so to the model', async () => {
      const model = await start([
        callsReply([{ id: 'a', name: 'mcp__s__t', args: { path: '/' } }]),
        textReply('ok'),
      ]);
      const given: unknown[] = [];
      const edited = tool('t', (args) => {
        given.push(args);
        return Promise.resolve(text('r'));
      });
      const permit = asking({ allowed: true, args: { path: '/tmp' }, approved: [] });
      await run(model, toolSet(edited), { permit });
      assert.deepEqual(given, [{ path: '/tmp' }]);
      assert.match(JSON.stringify(endpoint.requests[1]?.chat.messages), /changed the arguments.*\/tmp/);
      assert.deepEqual(
        events.filter(({ type }) => /^call(?!Draft)/.test(type)).map(({ type }) => type),
        ['callStart', 'callAsk', 'callAllowed', 'callEnd'],
      );
    });

    it('runs what needs no permission while other calls wait for it', async () => {
      const model = await start([
        callsReply([
          { id: 'a', name: 'mcp__s__waits', args: {} },
          { id: 'b', name: 'mcp__s__free', args: {} },
        ]),
        textReply('ok'),
      ]);
      const answered = Promise.withResolvers<void>();
      const permit: Approve = ({ name }) =>
        Promise.resolve(
          name === 'free'
            ? { kind: 'allowed', approved: [] }
            : {
                kind: 'ask',
                approval: () => Promise.resolve({ changed: false, says: [], coverages: [] }),
                ask: async () => {
                  await answered.promise;
                  return { allowed: true, approved: [] };
                },
              },
        );
      const order: string[] = [];
      const named = (name: string) =>
        tool(name, () => {
          order.push(name);
          return Promise.resolve(text('r'));
        });
      await run(model, toolSet(named('waits'), named('free')), {
        permit,
        onEvent: (event) => {
          if (event.type === 'callEnd') answered.resolve();
        },
      });
      assert.deepEqual(order, ['free', 'waits']);
    });

    describe('with a call of a built-in tool in the words of another agent', () => {
      const taken: unknown[] = [];
      const builtIn: Tool = {
        ...tool('read_file', (args) => {
          taken.push(args);
          return Promise.resolve(text('read'));
        }),
        source: { kind: 'native' },
        inputSchema: {
          type: 'object',
          properties: { path: { type: 'string' } },
          required: ['path'],
          additionalProperties: false,
        },
      };
      const tools: ToolSet = new Map([['read_file', builtIn]]);
      const call = { id: 'a', name: 'read_file', args: { file_path: 'a.ts', mode: 'slice' } };
      beforeEach(() => void taken.splice(0));

      it('decides about, shows, runs and remembers the arguments as they are meant', async () => {
        const decided: unknown[] = [];
        const permit: Approve = (each, args, request) => {
          decided.push(args);
          return allow(each, args, request);
        };
        await run(await start([callsReply([call]), textReply('ok')]), tools, { permit });
        const meant = { path: 'a.ts' };
        assert.deepEqual([decided, taken], [[meant], [meant]]);
        const started = events.find((event) => event.type === 'callStart');
        assert.equal(started?.argsText, JSON.stringify(meant));
        assert.deepEqual(started.notes, [
          { kind: 'argumentNames', names: [{ written: 'file_path', taken: 'path' }] },
          { kind: 'ignored', names: ['mode'] },
        ]);
        const asked = conversation.messages.find(({ role }) => role === 'assistant');
        assert.match(JSON.stringify(asked), /"argsText":"\{\\"path\\":\\"a\.ts\\"\}"/);
        assert.match(
          JSON.stringify(ended('c00000001')),
          /read_file does not have these arguments, and ignored them: mode/,
        );
      });

      it('names the tool to use where it has no such tool', async () => {
        await run(await start([callsReply([{ ...call, name: 'cat' }]), textReply('ok')]), tools);
        assert.match(
          JSON.stringify(ended('c00000001')),
          /There is no tool cat\. To read a file use read_file\./,
        );
      });
    });

    it('gives a call whose arguments do not fit the schema back to the model, and asks nobody', async () => {
      const model = await start([
        callsReply([{ id: 'a', name: 'mcp__s__t', args: { path: 5 } }]),
        textReply('ok'),
      ]);
      const strict: Tool = {
        ...tool('t', () => Promise.reject(new Error('not called'))),
        inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      };
      await run(model, toolSet(strict), { permit: asking({ allowed: true, approved: [] }) });
      assert.ok(!events.some(({ type }) => type === 'callAsk'));
      const callEnd = events.find((event) => event.type === 'callEnd');
      assert.match(
        JSON.stringify(callEnd),
        /t takes path\. path must be text\. The tool was not run\. Correct the arguments and call it again\./,
      );
      assert.equal(callEnd?.result.isRefused, true);
    });

    it('marks a call as refused that its tool refuses for its file, and no other failure', async () => {
      const model = await start([
        callsReply([
          { id: 'a', name: 'mcp__s__t', args: { path: '.git/x' } },
          { id: 'b', name: 'mcp__s__t', args: {} },
        ]),
        textReply('ok'),
      ]);
      const failing = tool('t', () => Promise.resolve({ status: 'error', content: [] }));
      const permit: Approve = (_, { path }) =>
        Promise.resolve({
          kind: 'allowed',
          approved: typeof path === 'string' ? [{ kind: 'refusedFile', path }] : [],
        });
      await run(model, toolSet(failing), { permit });
      const refused = events.flatMap((event) => (event.type === 'callEnd' ? [event.result.isRefused] : []));
      assert.deepEqual([refused.length, refused.filter((each) => each)], [2, [true]]);
    });

    it('asks nobody about a call that is refused until the workspace is trusted, and says so to model and user', async () => {
      const model = await start([callsReply([{ id: 'a', name: 'mcp__s__t', args: {} }]), textReply('ok')]);
      const refused: Tool = {
        ...tool('t', () => Promise.reject(new Error('not called'))),
        needsTrust: () => true,
      };
      await run(model, toolSet(refused), { permit: asking({ allowed: true, approved: [] }) });
      assert.ok(!events.some(({ type }) => type === 'callAsk'));
      const callEnd = events.find((event) => event.type === 'callEnd');
      assert.equal(callEnd?.result.needsTrust, true);
      assert.match(JSON.stringify(callEnd?.result.content), /The workspace is not trusted/);
    });

    it('ends a call that waits for permission when the user stops the turn', async () => {
      const model = await start([callsReply([{ id: 'a', name: 'mcp__s__t', args: {} }])]);
      const permit: Approve = () =>
        Promise.resolve({
          kind: 'ask',
          approval: () => Promise.resolve({ changed: false, says: [], coverages: [] }),
          ask: () => new Promise(() => {}),
        });
      await run(model, toolSet(tool('t', () => Promise.resolve(text('r')))), {
        permit,
        onEvent: ({ type }) => {
          if (type === 'callAsk') stop.abort();
        },
      });
      assert.deepEqual(end(), { why: 'cancelled' });
    });

    it('does 50 steps of 8 parallel calls', async () => {
      const calls = Array.from({ length: 8 }, (_, index) => ({
        id: `call_${index}`,
        name: 'mcp__s__t',
        args: { index },
      }));
      const model = await start((_, index) => (index < 49 ? callsReply(calls) : textReply('Done.')));
      let ran = 0;
      const counting = tool('t', () => {
        ran += 1;
        return Promise.resolve(text('r'));
      });
      await run(model, toolSet(counting), { maxIterations: 50 });
      assert.deepEqual(end(), { why: 'answered' });
      assert.equal(ran, 49 * 8);
    });
  });

/** The order of the calls of a step, where built-in tools change and read files (decision 058). */
import assert from 'node:assert/strict';
import { runCalls, type Approve, type ApprovalOutcome, type TurnEvent } from '../../../../src/agent/index.ts';
import type { EarlierCalls, Tool, ToolEffect } from '../../../../src/tools/index.ts';
import { allow, text, tool } from '../tools.ts';

type Arguments = Readonly<Record<string, unknown>>;

const ofFile: ToolEffect['fileOf'] = ({ file }) => Promise.resolve(file as string | undefined);

describe('the calls of a step', () => {
  let stop: AbortController;
  let events: TurnEvent[];
  /** Calls that have begun to run, and those that still run, by id. */
  let began: string[];
  let running: Map<string, () => void>;
  let onBegin: (id: string) => void;

  beforeEach(() => {
    [stop, events, began, running] = [new AbortController(), [], [], new Map()];
    onBegin = () => {};
  });

  /** A built-in tool whose calls run until the test ends them. */
  function held(name: string, effect?: ToolEffect, more: Partial<Tool> = {}): Tool {
    const call: Tool['call'] = (_, { id = '' }) =>
      new Promise((resolve) => {
        began.push(id);
        running.set(id, () => resolve(text('done')));
        onBegin(id);
      });
    return { ...tool(name, call), source: { kind: 'native' }, effect, ...more };
  }
  const changes = (more?: Partial<Tool>) => held('change', { kind: 'changes', fileOf: ofFile }, more);
  const tools = (...own: readonly Tool[]) =>
    new Map(
      [
        changes(),
        held('command', { kind: 'changes' }),
        held('read', { kind: 'reads', fileOf: ofFile }),
        held('search', { kind: 'reads' }),
        held('other'),
        ...own,
      ].map((each) => [each.name, each]),
    );

  /** Runs calls such as `a: change x`, and returns how they end. */
  function run(lines: readonly string[], set = tools(), approve: Approve = allow) {
    const calls = lines.map((line) => {
      const [id = '', name = '', file] = line.split(/:? /);
      return { id, name, argsText: JSON.stringify({ file }) };
    });
    return runCalls({
      step: 1,
      calls,
      tools: set,
      approve,
      signal: stop.signal,
      onEvent: (event) => events.push(event),
    });
  }
  const settled = async () => {
    for (let tick = 0; tick < 50; tick++) await new Promise((resolve) => setImmediate(resolve));
  };
  const end = async (id: string) => {
    running.get(id)?.();
    await settled();
  };
  const waited = () => events.flatMap((event) => (event.type === 'callWait' ? [event.id] : []));

  it('that change files or run commands do so one after the other, in the order given', async () => {
    const all = run(['a: change x', 'b: command', 'c: change y']);
    await settled();
    assert.deepEqual([began, waited()], [['a'], ['b', 'c']]);
    await end('a');
    assert.deepEqual(began, ['a', 'b']);
    await end('b');
    assert.deepEqual(began, ['a', 'b', 'c']);
    await end('c');
    assert.equal((await all).length, 3);
  });

  it('of other tools start at once, beside those that wait', async () => {
    const all = run(['a: change x', 'b: change x', 'c: other', 'd: other']);
    await settled();
    assert.deepEqual(began, ['a', 'c', 'd']);
    for (const id of ['a', 'b', 'c', 'd']) await end(id);
    await all;
  });

  it('that read wait only for the earlier ones that may change what they read', async () => {
    const all = run(['a: read y', 'b: change x', 'c: read x', 'd: read y', 'e: search', 'f: read']);
    await settled();
    assert.deepEqual(
      [began.toSorted(), waited()],
      [
        ['a', 'b', 'd'],
        ['c', 'e', 'f'],
      ],
    );
    await end('b');
    assert.deepEqual(began.toSorted(), ['a', 'b', 'c', 'd', 'e', 'f']);
    for (const id of ['a', 'c', 'd', 'e', 'f']) await end(id);
    await all;
  });

  it('that change a file wait for the earlier ones that read it, and for no other reads', async () => {
    const all = run([
      'a: read x',
      'b: search',
      'c: read',
      'd: read y',
      'e: change x',
      'f: change z',
      'g: command',
    ]);
    await settled();
    assert.deepEqual(
      [began, waited().toSorted()],
      [
        ['a', 'b', 'c', 'd'],
        ['e', 'f', 'g'],
      ],
    );
    await end('a');
    assert.deepEqual(began, ['a', 'b', 'c', 'd', 'e']);
    for (const id of ['e', 'f', 'g', 'b', 'c', 'd']) await end(id);
    await all;
    assert.deepEqual(began, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });

  it('that read wait for a command, and for a change of a file that nobody can tell', async () => {
    const unknown: Tool = held('unknown', { kind: 'changes', fileOf: () => Promise.reject(new Error('no')) });
    const all = run(['a: unknown', 'b: read x', 'c: command', 'd: read y'], tools(unknown));
    await settled();
    assert.deepEqual(began, ['a']);
    await end('a');
    assert.deepEqual(began.toSorted(), ['a', 'b', 'c']);
    await end('c');
    assert.deepEqual(began.toSorted(), ['a', 'b', 'c', 'd']);
    for (const id of ['b', 'd']) await end(id);
    await all;
  });

  it('do not count the time that they wait', async () => {
    const all = run(['a: change', 'b: change']);
    await settled();
    stop.abort();
    await all;
    const ends = events.flatMap((event) =>
      event.type === 'callEnd' ? [[event.id, event.result.status, event.durationMs > 0]] : [],
    );
    assert.deepEqual(
      ends.toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1)),
      [
        ['a', 'cancelled', true],
        ['b', 'cancelled', false],
      ],
    );
  });

  it('that wait when the turn is stopped never run', async () => {
    const all = run(['a: change', 'b: change', 'c: read']);
    await settled();
    stop.abort();
    await all;
    await end('a');
    assert.deepEqual(began, ['a']);
  });

  describe('that ask', () => {
    let answers: Map<string, (outcome: ApprovalOutcome) => void>;
    const asking: Approve = (_tool, _args, { id }) =>
      Promise.resolve({
        kind: 'ask',
        approval: () => Promise.resolve({ changed: false, says: [], coverages: [] }),
        ask: () => new Promise((resolve) => answers.set(id, resolve)),
      });
    const answer = async (id: string, outcome: ApprovalOutcome) => {
      answers.get(id)?.(outcome);
      await settled();
    };
    const yes = { allowed: true, approved: [] } as const;
    const no = { allowed: false, reason: '' } as const;
    const asked = () => events.flatMap((event) => (event.type === 'callAsk' ? [event.id] : []));

    beforeEach(() => (answers = new Map()));

    it('are asked about at once, decided in any order, and run in theirs', async () => {
      const all = run(['a: change', 'b: command', 'c: change'], tools(), asking);
      await settled();
      assert.deepEqual(asked(), ['a', 'b', 'c']);
      await answer('c', yes);
      await answer('b', yes);
      assert.deepEqual([began, waited()], [[], ['c', 'b']]);
      await answer('a', yes);
      for (const id of ['a', 'b', 'c']) await end(id);
      await all;
      assert.deepEqual(began, ['a', 'b', 'c']);
      const ofB = events.flatMap((event) =>
        'id' in event && event.id === 'b' && event.type !== 'callProgress' ? [event.type] : [],
      );
      assert.deepEqual(ofB, ['callStart', 'callAsk', 'callWait', 'callTurn', 'callAllowed', 'callEnd']);
    });

    it('run when an earlier one is denied, and only after those before it', async () => {
      const all = run(['a: change', 'b: change', 'c: change'], tools(), asking);
      await settled();
      await answer('b', no);
      await answer('c', yes);
      assert.deepEqual(began, []);
      await answer('a', no);
      assert.deepEqual(began, ['c']);
      await end('c');
      assert.deepEqual(
        (await all).map(({ isError }) => isError),
        [true, true, false],
      );
    });
  });

  describe('that plan a change', () => {
    /** Notes for each planning which earlier calls it had to think of. */
    let plans: string[];
    const planning = (
      refusal?: (args: Arguments, earlier: EarlierCalls | undefined) => string | undefined,
    ) => {
      const after = (earlier?: EarlierCalls): Tool =>
        changes({
          after,
          approvalNeed: ({ file }) => {
            plans.push([file, ...(earlier?.() ?? []).map(({ args }) => args['file'])].join());
            return { kind: 'ask', reasons: [] };
          },
          refusal: (args) => Promise.resolve(refusal?.(args, earlier)),
        });
      return tools(after());
    };
    const needing: Approve = async (each, args) => {
      await each.approvalNeed(args);
      return {
        kind: 'ask',
        approval: () => Promise.resolve({ changed: false, says: [], coverages: [] }),
        ask: () => Promise.resolve({ allowed: true, approved: [] }),
      };
    };

    beforeEach(() => {
      plans = [];
      onBegin = (id) => running.get(id)?.();
    });

    it('do so on what the earlier ones leave that have not ended', async () => {
      onBegin = () => {};
      const all = run(['a: change x', 'b: other', 'c: change y', 'd: change z'], planning(), needing);
      await settled();
      assert.deepEqual(plans, ['x', 'y,x', 'z,x,y']);
      for (const id of ['a', 'b', 'c', 'd']) await end(id);
      await all;
    });

    it('ask after the earlier ones where their tool cannot plan on what those leave', async () => {
      onBegin = () => {};
      const late = held('move', { kind: 'changes', asksAfterEarlier: true });
      const all = run(['a: change x', 'b: move'], tools(late), needing);
      await settled();
      const asked = () => events.flatMap((event) => (event.type === 'callAsk' ? [event.id] : []));
      assert.deepEqual([asked(), began], [['a'], ['a']]);
      await end('a');
      await settled();
      assert.deepEqual(asked(), ['a', 'b']);
      await end('b');
      await all;
    });

    it('are given back unasked when they cannot apply, and nothing before them may change that', async () => {
      const all = await run(
        ['a: change x'],
        planning(() => 'There is no such text.'),
        needing,
      );
      assert.deepEqual(all[0]?.content, [{ type: 'text', text: 'There is no such text.' }]);
      assert.ok(!events.some(({ type }) => type === 'callAsk'));
      assert.deepEqual(began, []);
    });

    it('wait when they cannot apply yet, and are asked about and run when an earlier one has made that possible', async () => {
      const set = planning(({ file }) =>
        file === 'made' && !began.includes('a') ? 'Not there.' : undefined,
      );
      const all = await run(['a: command', 'b: change made'], set, needing);
      assert.deepEqual(
        all.map(({ isError }) => isError),
        [false, false],
      );
      const ofB = events.flatMap((event) => ('id' in event && event.id === 'b' ? [event.type] : []));
      assert.deepEqual(ofB, ['callStart', 'callWait', 'callTurn', 'callAsk', 'callAllowed', 'callEnd']);
      assert.deepEqual(plans, ['made,', 'made']);
    });

    it('are planned on 20 earlier ones at most, so that 500 of them end soon', async () => {
      const lines = Array.from({ length: 500 }, (_, index) => `${index}: change f`);
      const all = await run(lines, planning(), needing);
      assert.ok(all.every(({ isError }) => !isError));
      assert.deepEqual(
        began,
        lines.map((_, index) => String(index)),
      );
      assert.equal(Math.max(...plans.map((plan) => plan.split(',').length - 1)), 20);
    });
  });
});

/** Tool calls that run as tasks: on the real server, and on one that does what the test says (issue 3, 7). */
import assert from 'node:assert/strict';
import { everythingCommand, startEverything } from '../../../../scripts/demo/everything.ts';
import { CallFailure } from '../../../../src/mcp/index.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { rpcError } from '../../../fixtures/servers/jsonRpc.ts';
import { TaskServer } from '../../../fixtures/servers/taskHttp.ts';
import { FakeClock } from '../fakeClock.ts';
import { Bench, eventually, textOf } from '../support.ts';

interface Told {
  readonly progress: number;
  readonly message?: string;
}

describe('a tool call that runs as a task', function () {
  this.timeout(30_000);
  let bench: Bench;
  afterEach(() => bench.dispose());

  describe('on server-everything', () => {
    /** The tool is added after the connection is up. */
    const research = async (
      args: Record<string, unknown>,
      told: string[],
      server: object = everythingCommand,
    ) => {
      await bench.start({ demo: server });
      await bench.when(() => {
        const { state } = bench.server('demo');
        if (state.kind !== 'connected') return undefined;
        return state.catalog.tools.some(({ name }) => name === 'simulate-research-query') || undefined;
      });
      return bench.call('demo', 'simulate-research-query', args, {
        onProgress: (progress) => told.push((progress as Told).message ?? ''),
      });
    };

    it('says how it is getting on, and brings the result', async () => {
      bench = new Bench();
      const told: string[] = [];
      assert.match(textOf(await research({ topic: 'tides' }, told)), /Research Report: tides/);
      // Each stage takes a second: a busy process may get two of them at once, and says the last.
      const stages = ['Gathering sources', 'Analyzing content', 'Synthesizing findings', 'Generating report'];
      const expected = [...stages.map((stage) => `working: ${stage}...`), 'completed: Generating report...'];
      assert.deepEqual(
        told,
        expected.filter((words) => told.includes(words)),
      );
      assert.equal(told[0], expected[0]);
      assert.equal(told.at(-1), expected.at(-1));
    });

    for (const transport of ['stdio', 'http', 'sse'] as const) {
      it(`has the user asked in the middle of it, over ${transport}`, async () => {
        const remote = transport === 'stdio' ? undefined : await startEverything(transport);
        const asked: string[] = [];
        bench = new Bench({
          interaction: {
            form: async ({ message }) => {
              asked.push(message);
              return { action: 'accept', content: { interpretation: 'snake' } };
            },
          },
        });
        try {
          const told: string[] = [];
          const args = { topic: 'python', ambiguous: true };
          const result = await research(args, told, remote && { url: remote.definition.url });
          assert.match(textOf(result), /Clarification\*\*: snake/);
          assert.equal(asked.length, 1);
          assert.ok(told.some((line) => line.startsWith('input required: Found multiple')));
        } finally {
          await bench.dispose();
          await remote?.close();
        }
      });
    }
  });

  describe('on a server that does as it is told', () => {
    let clock: FakeClock;
    let server: TaskServer;
    let told: Told[];
    let stop: AbortController;
    beforeEach(() => {
      clock = new FakeClock();
      bench = new Bench({ clock, random: () => 1 });
      server = new TaskServer();
      told = [];
      stop = new AbortController();
    });
    afterEach(() => server.close());

    const connect = async (limits: object = {}) =>
      bench.start({ demo: { ...(await server.start()), ...limits } });
    const dig = () =>
      bench.call(
        'demo',
        'dig',
        {},
        { signal: stop.signal, onProgress: (progress) => told.push(progress as Told) },
      );
    const failureOf = async (call: Promise<unknown>): Promise<CallFailure> => {
      const error = await call.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof CallFailure, String(error));
      return error;
    };
    /** Lets the time pass until the server is asked again, and waits until it was. */
    const poll = async (ms = 1_000) => {
      const before = server.count('tasks/get');
      // The limits of the call, and the next question.
      await eventually(() => clock.pending >= 2, 'alarms');
      clock.advance(ms);
      await eventually(() => server.count('tasks/get') > before, 'the next question');
    };
    const finish = () => (server.task = { status: 'completed' });
    const begun = () => eventually(() => told.length > 0, 'the task to begin');

    it('asks to have its result kept for as long as it may take', async () => {
      await connect({ timeout: 5_000, maxTimeout: 70_000 });
      const call = dig();
      await begun();
      finish();
      await poll();
      assert.equal(textOf(await call), 'Found it.');
      const [first] = server.received;
      assert.deepEqual(first?.params?.['task'], { ttl: 70_000 });
      assert.deepEqual(
        told.map(({ message }) => message),
        ['working: Digging', 'completed'],
      );
      assert.equal(clock.pending, 0);
    });

    it('leaves the server alone for as long as it asks to be, within bounds', async () => {
      server.task.pollInterval = 3_000;
      await connect();
      const call = dig();
      await begun();
      await eventually(() => clock.pending === 2, 'alarms');
      clock.advance(2_999);
      assert.equal(server.count('tasks/get'), 0);
      server.task.pollInterval = 1e12;
      await poll(1);
      finish();
      await poll(10_000);
      await call;
    });

    it('is an error with the words of the server if it fails', async () => {
      await connect();
      const call = failureOf(dig());
      await begun();
      server.task = { status: 'failed', statusMessage: 'The shovel broke.' };
      server.onResult = () => {
        throw rpcError(-32603, 'No result');
      };
      await poll();
      const { reason, message } = await call;
      assert.deepEqual([reason, message], ['refused', 'The shovel broke.']);
    });

    it('keeps the result that a failed task has, as an error', async () => {
      await connect();
      const call = dig();
      await begun();
      server.task = { status: 'failed' };
      await poll();
      const result = await call;
      assert.deepEqual([textOf(result), result.isError], ['Found it.', true]);
    });

    it('is lost if the server does not know it any more, and says so', async () => {
      await connect();
      const call = failureOf(dig());
      await begun();
      server.onGet = () => {
        throw rpcError(-32602, 'Task not found');
      };
      await poll();
      const { reason, message } = await call;
      assert.equal(reason, 'lost');
      assert.match(message, /no longer knows the task of this call: Task not found/);
    });

    it('goes on over a new session when the server has forgotten the old one', async () => {
      await connect();
      const call = dig();
      await begun();
      server.forgetSession();
      await poll();
      finish();
      await poll();
      assert.equal(textOf(await call), 'Found it.');
      assert.equal(server.count('tools/call'), 1);
    });

    it('is cancelled at the server when the user stops it', async () => {
      await connect();
      const call = failureOf(dig());
      await begun();
      stop.abort();
      assert.equal((await call).reason, 'cancelled');
      await eventually(() => server.count('tasks/cancel') === 1, 'the cancellation');
      assert.deepEqual(server.received.at(-1)?.params?.['taskId'], 'task-of-server');
    });

    it('is cancelled also if it was stopped before the server had named it', async () => {
      let answer: () => void = () => undefined;
      server.onCall = async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return { task: { taskId: 'late', status: 'working' } };
      };
      await connect();
      const call = failureOf(dig());
      await eventually(() => server.count('tools/call') === 1, 'the call');
      stop.abort();
      assert.equal((await call).reason, 'cancelled');
      answer();
      await eventually(() => server.count('tasks/cancel') === 1, 'the cancellation');
      assert.deepEqual(server.received.at(-1)?.params?.['taskId'], 'late');
    });

    it('times out when nothing changes, and is cancelled', async () => {
      await connect({ timeout: 2_500 });
      const call = failureOf(dig());
      await begun();
      await poll();
      await poll();
      await eventually(() => clock.pending === 2, 'alarms');
      clock.advance(500);
      const { reason, message } = await call;
      assert.deepEqual([reason, message], ['timeout', 'Tool execution timed out after 2500 ms']);
      await eventually(() => server.count('tasks/cancel') === 1, 'the cancellation');
    });

    it('gets more time with every change of its status, but never more than the maximum', async () => {
      await connect({ timeout: 1_500, maxTimeout: 5_500 });
      const call = failureOf(dig());
      await begun();
      for (const depth of [1, 2, 3, 4, 5]) {
        server.task.statusMessage = `${depth} m`;
        await poll();
        await eventually(() => told.at(-1)?.message === `working: ${depth} m`, 'the news');
      }
      clock.advance(500);
      assert.equal((await call).message, 'Tool execution timed out after 5500 ms');
    });

    it('waits for the user beyond the usual time', async () => {
      await connect({ timeout: 1_500, maxTimeout: 60_000 });
      const call = dig();
      await begun();
      let answered: (result: unknown) => void = () => undefined;
      server.onResult = () => new Promise((resolve) => (answered = resolve));
      server.task = { status: 'input_required' };
      await poll();
      await eventually(() => server.count('tasks/result') === 1, 'the wait for the result');
      for (let seconds = 0; seconds < 3; seconds++) await poll();
      answered({ content: [{ type: 'text', text: 'Thanks.' }] });
      assert.equal(textOf(await call), 'Thanks.');
    });

    it('is over when the process that ran it is', async () => {
      await bench.dispose();
      bench = new Bench();
      await bench.start({ demo: fixtureCommand('tasks') });
      const heard: string[] = [];
      const call = failureOf(
        bench.call('demo', 'dig', {}, { onProgress: (each) => heard.push((each as Told).message ?? '') }),
      );
      await eventually(() => heard.includes('One metre'), 'progress of the task');
      const { pid } = bench.server('demo');
      process.kill(pid ?? 0, 'SIGKILL');
      const { reason, message } = await call;
      assert.equal(reason, 'lost');
      assert.match(message, /no longer knows the task of this call/);
    });

    it('has what the user answers said to belong to it', async () => {
      await bench.dispose();
      bench = new Bench({
        interaction: { form: async () => ({ action: 'accept', content: { where: 'here' } }) },
      });
      await bench.start({ demo: fixtureCommand('tasks') });
      const answer = JSON.parse(textOf(await bench.call('demo', 'dig', { ask: true })));
      assert.deepEqual(answer.content, { where: 'here' });
      const { taskId } = answer['_meta']['io.modelcontextprotocol/related-task'];
      assert.equal(taskId, `task-${bench.server('demo').pid}-0`);
    });

    it('does not insist on waiting where the server lets nobody wait', async () => {
      await connect();
      const call = dig();
      await begun();
      server.task = { status: 'input_required' };
      const give = server.onResult;
      server.onResult = () => {
        throw rpcError(-32602, 'Not yet');
      };
      await poll();
      await eventually(() => server.count('tasks/result') === 1, 'the wait for the result');
      await poll();
      assert.equal(server.count('tasks/result'), 1);
      server.onResult = give;
      server.task = { status: 'working', statusMessage: 'Digging on' };
      await poll();
      finish();
      await poll();
      assert.equal(textOf(await call), 'Found it.');
      assert.deepEqual(
        told.map(({ message }) => message),
        ['working: Digging', 'input required', 'working: Digging on', 'completed'],
      );
    });

    it('is as good as any other call if the server answers it at once', async () => {
      server.taskSupport = 'optional';
      server.onCall = () => ({ content: [{ type: 'text', text: 'Here.' }] });
      await connect();
      assert.equal(textOf(await dig()), 'Here.');
      assert.ok(server.received[0]?.params?.['task']);
    });

    it('is an ordinary call if the server does not offer tasks, whatever the tool declares', async () => {
      server.announcesTasks = false;
      server.onCall = () => ({ content: [{ type: 'text', text: 'Here.' }] });
      await connect();
      assert.equal(textOf(await dig()), 'Here.');
      assert.equal(server.received[0]?.params?.['task'], undefined);
    });
  });
});

/** A window that is killed in mid-turn, again and again: nothing that was shown is lost, and the conversation goes on (D6). */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { patchItem, type HostMessage, type Item } from '../../../../src/protocol/index.ts';
import {
  callsReply,
  chunk,
  startEndpoint,
  streamReply,
  textReply,
  type Reply,
  type ScriptedEndpoint,
  type SeenRequest,
} from '../../../fixtures/endpoint.ts';
import { randomOf } from '../../../fixtures/random.ts';
import { cases } from '../../../fixtures/cases.ts';

const KILLS = cases(4, 60);

/** Chooses the moments of the kills; printed, so that PATCHBAY_TEST_SEED repeats a run. */
const seed = Number(process.env['PATCHBAY_TEST_SEED'] ?? randomInt(2 ** 31));

/** When a run is killed: after that many words of an answer, or while a tool call runs. */
type Moment = { readonly during: 'text'; readonly words: number } | { readonly during: 'call' };

/** Half of the kills come in a text, half in a call, in an order that the seed decides. */
function momentsOf(count: number, next: () => number): readonly Moment[] {
  const moments = Array.from({ length: count }, (_, at): Moment =>
    at % 2 === 0 ? { during: 'text', words: 1 + Math.floor(next() * 18) } : { during: 'call' },
  );
  return moments
    .map((moment) => ({ moment, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ moment }) => moment);
}

function isReached(moment: Moment, items: readonly Item[]): boolean {
  if (moment.during === 'call')
    return items.some((item) => item.kind === 'call' && item.call.status === 'running');
  const last = items.findLast(({ kind }) => kind === 'assistant');
  return last?.kind === 'assistant' && last.streaming && textOf(last).split(' word').length > moment.words;
}

describe('a window that is killed in mid-turn', function () {
  this.timeout(cases(180_000, 1_800_000));
  let folder: string;
  let endpoint: ScriptedEndpoint;
  let child: ChildProcess | undefined;
  /** Until then every answer goes on for long. */
  let isLast = false;
  const refused: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-killed-'));
    endpoint = await startEndpoint((request, index) => {
      const problem = problemOf(request);
      if (problem !== undefined) refused.push(problem);
      return isLast ? textReply('All is done.') : longReply(index);
    });
  });
  after(async () => {
    child?.kill('SIGKILL');
    await endpoint?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const output = (run: number): string => join(folder, `shown-${run}`);

  /** Starts a window whose chat shows into a file. */
  function start(run: number): ChildProcess {
    const script = fileURLToPath(new URL('windowChild.ts', import.meta.url));
    const shown = openSync(output(run), 'w');
    child = spawn(process.execPath, [script, folder, endpoint.baseURL], {
      stdio: ['pipe', shown, 'inherit'],
    });
    closeSync(shown);
    return child;
  }

  /** What the chat was shown in that run, message by message. The kill may have cut the last one. */
  async function messages(run: number): Promise<HostMessage[]> {
    const lines = (await readFile(output(run), 'utf8')).split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as HostMessage);
  }

  async function until(run: number, test: (messages: readonly HostMessage[]) => boolean): Promise<void> {
    while (!test(await messages(run))) await sleep(5);
  }

  it(`loses nothing that was shown, ${KILLS} times, and goes on to the end`, async () => {
    let shown: Item[] = [];
    console.log(`    seed ${seed} (PATCHBAY_TEST_SEED)`);
    const moments = momentsOf(KILLS, randomOf(seed));
    for (let run = 0; run <= KILLS; run += 1) {
      isLast = run === KILLS;
      const window = start(run);
      await until(run, (said) => said.some(isWhole));
      const restored = itemsOf(await messages(run));
      assertNothingLost(shown, restored, run);
      window.stdin?.write(run === 0 ? 'Work hard\n' : 'continue\n');
      if (isLast) break;
      const moment = moments[run] ?? { during: 'call' };
      const before = new Set(shown.map(({ id }) => id));
      await until(run, (said) =>
        isReached(
          moment,
          itemsOf(said).filter(({ id }) => !before.has(id)),
        ),
      );
      window.kill('SIGKILL');
      await once(window, 'exit');
      shown = itemsOf(await messages(run));
    }
    await until(KILLS, (said) => {
      const last = said.findLast(({ type }) => type === 'patch');
      return (
        last?.type === 'patch' &&
        last.patches.some((patch) => patch.op === 'status' && patch.status.turn === 'idle')
      );
    });
    const items = itemsOf(await messages(KILLS));
    assert.equal(textOf(items.findLast(({ kind }) => kind === 'assistant')), 'All is done.');
    assert.deepEqual(refused, []);
    // The model has what the user has seen.
    const asked = JSON.stringify(endpoint.requests.at(-1)?.body.messages);
    for (const item of shown)
      if (item.kind === 'assistant' && item.text !== '')
        assert.ok(asked.includes(JSON.stringify(item.text).slice(1, -1)), `the model misses: ${item.text}`);
  });
});

/** Text and then two calls, or only text, slowly. */
function longReply(index: number): Reply {
  const wait = { wait: () => sleep(5) };
  const words = Array.from({ length: 20 }, (_, at) => chunk({ content: ` word${index}.${at}` }));
  const text = [chunk({ role: 'assistant', content: `Step ${index}:` }), ...words].flatMap((each) => [
    each,
    wait,
  ]);
  const calls = callsReply([
    { id: 'a', name: 'work', args: { ms: 30 } },
    { id: 'b', name: 'work', args: { ms: 120 } },
  ]);
  if (index % 3 === 2) return calls;
  const asks = ['a', 'b'].map((id, at) =>
    chunk({
      tool_calls: [{ index: at, id, type: 'function', function: { name: 'work', arguments: '{"ms":150}' } }],
    }),
  );
  return streamReply([...text, ...asks, chunk({}, 'tool_calls')]);
}

/** Why endpoints would refuse it: a call without its result, or a result without its call. */
function problemOf({ body }: SeenRequest): string | undefined {
  const open = new Set<string>();
  const messages = body.messages as {
    role: string;
    tool_call_id?: string;
    tool_calls?: { id: string }[];
  }[];
  for (const [index, { role, tool_call_id: id = '', tool_calls: calls = [] }] of messages.entries()) {
    if (role === 'tool' ? !open.delete(id) : open.size > 0) return `message ${index} (${role} ${id})`;
    for (const call of calls) open.add(call.id);
  }
  return open.size > 0 ? `no result of ${[...open].join(', ')}` : undefined;
}

/** Nothing comes before the items of this message. */
function isWhole(message: HostMessage): boolean {
  return (message.type === 'snapshot' || message.type === 'earlier') && message.earlier === 0;
}

/** What the chat drew in the end. */
function itemsOf(messages: readonly HostMessage[]): Item[] {
  let items = new Map<string, Item>();
  for (const message of messages) {
    if (message.type === 'earlier')
      items = new Map([...message.items.map((item) => [item.id, item] as const), ...items]);
    if (message.type === 'snapshot') for (const item of message.items) items.set(item.id, item);
    if (message.type !== 'patch') continue;
    for (const patch of message.patches) {
      if (patch.op === 'status') continue;
      if (patch.op === 'add') items.set(patch.item.id, patch.item);
      else if (patch.op === 'remove') items.delete(patch.id);
      else {
        const item = items.get(patch.id);
        if (item) items.set(patch.id, patchItem(item, patch));
      }
    }
  }
  return [...items.values()];
}

function assertNothingLost(shown: readonly Item[], restored: readonly Item[], run: number): void {
  const byId = new Map(restored.map((item) => [item.id, item]));
  for (const item of shown) {
    const kept = byId.get(item.id);
    const where = `run ${run}, ${item.kind} ${item.id}`;
    assert.equal(kept?.kind, item.kind, where);
    if (item.kind === 'assistant') assert.ok(textOf(kept).startsWith(item.text), `${where}: ${textOf(kept)}`);
    if (item.kind === 'user') assert.deepEqual(kept, item, where);
    if (item.kind !== 'call' || kept?.kind !== 'call') continue;
    if (item.call.status === 'running') assert.notEqual(kept.call.status, 'running', where);
    else assert.ok(isDeepStrictEqual(kept.call, item.call), `${where} is another one`);
  }
  for (const item of restored) {
    if (item.kind === 'assistant') assert.equal(item.streaming, false);
    if (item.kind === 'call') assert.notEqual(item.call.status, 'running');
  }
  const last = restored.at(-1);
  if (run > 0) assert.ok(last?.kind === 'notice' && last.actions.includes('continue'), JSON.stringify(last));
}

function textOf(item: Item | undefined): string {
  return item?.kind === 'assistant' ? item.text : '';
}

/** history: writing a call and searching when 100,000 calls are stored. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HistoryFilter } from '../../src/protocol/index.ts';
import { CallHistory } from '../../src/store/index.ts';
import { single, type Figure } from '../figure.ts';

const STORED = 100_000;
const ROUNDS = 200;

export async function measureHistory(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
  const history = new CallHistory({
    folder,
    retention: () => ({ maxAgeDays: 90, maxSizeMB: 5_000 }),
    redact: (_, text) => text,
    onProblem: ({ english }) => {
      throw new Error(english);
    },
    now: () => Date.now(),
  });
  try {
    for (let index = 0; index < STORED; index += 1) {
      write(history, index);
      if (index % 100 === 0) history.flush();
    }
    const figures = [
      append(history),
      search(history, 'rare', 'a word that one call in 1,000 has', { text: 'group7' }),
      search(history, 'common', 'a word that every call has', { text: 'content' }),
      search(history, 'none', 'words that no call has', { text: 'group7 nowhere' }),
      search(history, 'filter', 'one tool of ten with errors', { tool: 'tool_3', status: 'error' }),
    ];
    return figures;
  } finally {
    history.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

function append(history: CallHistory): Figure {
  const samples = Array.from(
    { length: ROUNDS },
    (_, index) =>
      // Start and end in a transaction of their own; calls in quick succession share one.
      timed(() => {
        write(history, STORED + index);
        history.flush();
      }) / 2,
  );
  const aim = { kind: 'value', max: 1 } as const;
  return single(
    { name: 'history.append', what: 'an event of a call, 100,000 stored', unit: 'ms', aim },
    samples,
  );
}

function search(history: CallHistory, name: string, what: string, filter: Partial<HistoryFilter>): Figure {
  const whole = { text: '', server: '', tool: '', status: '', ...filter } as const;
  const samples = Array.from({ length: 20 }, () => timed(() => history.list(whole, { limit: 101 })));
  const aim = { kind: 'value', max: 50 } as const;
  return single({ name: `history.search.${name}`, what, unit: 'ms', aim }, samples);
}

function timed(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function write(history: CallHistory, index: number): void {
  const id = String(index);
  history.record('bench', {
    type: 'callStart',
    id,
    source: { kind: 'mcp', server: `server_${index % 5}` },
    toolName: `tool_${index % 10}`,
    wireName: `mcp__server__tool_${index % 10}`,
    argsText: JSON.stringify({
      path: `src/part${index % 500}/file${index}.ts`,
      group: `group${index % 1_000}`,
    }),
  });
  const text = `The content of file ${index}: ${'some words that say little '.repeat(10)}`;
  history.record('bench', {
    type: 'callEnd',
    id,
    result: { status: index % 100 === 3 ? 'error' : 'success', content: [{ type: 'text', text }] },
    durationMs: index % 250,
  });
}

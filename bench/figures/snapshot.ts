/**
 * snapshot: a checkpoint of a repository with 10,000 files, the first one and one after which nothing has changed, which
 * stands beside `git status`.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SnapshotScanner, treesOf } from '../../src/snapshots/index.ts';
import { SnapshotStore } from '../../src/store/index.ts';
import { comparison, single, type Figure } from '../figure.ts';
import { timed } from '../rounds.ts';

const FILES = 10_000;
const PER_FOLDER = 50;
const LINES = 150;
const ROUNDS = 5;

export async function measureSnapshot(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
  try {
    const workspace = join(folder, 'workspace');
    await fill(workspace);
    const git = (...args: readonly string[]): unknown => execFileSync('git', ['-C', workspace, ...args]);
    git('init', '--quiet');
    git('add', '--all');
    git('status', '--porcelain');
    const first: number[] = [];
    const rounds: { readonly ours: number; readonly git: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, ours] = await measure(workspace, join(folder, `store${round}`));
      first.push(one);
      rounds.push({ ours, git: await timed(async () => git('status', '--porcelain')) });
    }
    return [
      single(
        {
          name: 'snapshot.first',
          what: 'of 10,000 files of 6 kB, all saved',
          unit: 'ms',
          aim: { kind: 'value', max: 10_000 },
        },
        first,
      ),
      comparison(
        {
          name: 'snapshot.unchanged',
          what: 'the next one, nothing changed; other: git status',
          unit: 'ms',
          aim: { kind: 'ratio', max: 3 },
        },
        rounds,
        'ours',
        'git',
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(workspace: string): Promise<void> {
  for (let index = 0; index < FILES; index += 1) {
    const folder = join(workspace, `folder${Math.floor(index / PER_FOLDER)}`);
    if (index % PER_FOLDER === 0) await mkdir(folder, { recursive: true });
    const text = Array.from({ length: LINES }, (_, line) => `export const value${line} = ${index * line};\n`);
    await writeFile(join(folder, `file${index}.ts`), text);
  }
}

async function measure(workspace: string, folder: string): Promise<readonly [number, number]> {
  const store = new SnapshotStore({
    folder,
    onProblem: ({ english }) => {
      throw new Error(english);
    },
    conversations: () => new Set(),
    now: () => Date.now(),
    monotonic: () => performance.now(),
  });
  const scanner = new SnapshotScanner({
    save: (contents) => store.put(contents),
    refuses: () => undefined,
    // So much later that no file is new.
    now: () => Date.now() + 60_000,
    monotonic: () => performance.now(),
  });
  const take = async (item: string): Promise<number> => {
    const start = performance.now();
    const { folders } = await scanner.scan(
      [{ uri: 'file:///w', path: workspace }],
      new AbortController().signal,
    );
    for (const each of folders) {
      const { root, trees } = treesOf(each);
      await store.put(trees);
      const roots = [{ uri: each.uri, root, isWhole: each.isWhole }];
      store.saveCheckpoint({ conversation: 'c', item, kind: 'message' }, { roots }, 0);
    }
    return performance.now() - start;
  };
  try {
    const first = await take('first');
    // The ignore rules are settled then, which were read again.
    await take('second');
    return [first, await take('third')];
  } finally {
    store.dispose();
  }
}

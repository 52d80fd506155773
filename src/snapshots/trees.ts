/** Stores a snapshot as one object for each folder, named by its hash, so that unchanged folders are stored once. */
import * as v from 'valibot';
import type { Content } from './scan.ts';
import { contentHash, type FileState, type FolderSnapshot } from './snapshot.ts';

const entry = v.variant('kind', [
  v.object({ kind: v.literal('folder'), name: v.string(), hash: v.string() }),
  v.object({
    kind: v.literal('saved'),
    name: v.string(),
    hash: v.string(),
    isExecutable: v.boolean(),
    changedAt: v.number(),
  }),
  v.object({
    kind: v.literal('unsaved'),
    name: v.string(),
    why: v.picklist(['large', 'link', 'many', 'secret', 'sensitive', 'unreadable']),
    mark: v.string(),
    changedAt: v.number(),
  }),
]);
const tree = v.array(entry);
type Entry = v.InferOutput<typeof entry>;

interface Folder {
  readonly files: Map<string, FileState>;
  readonly folders: Map<string, Folder>;
}

const emptyFolder = (): Folder => ({ files: new Map(), folders: new Map() });

/** `root` is the hash of the folder itself. */
export function treesOf({ files }: Pick<FolderSnapshot, 'files'>): {
  readonly root: string;
  readonly trees: readonly Content[];
} {
  const top = emptyFolder();
  for (const [path, state] of files) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let folder = top;
    for (const part of parts) {
      const next = folder.folders.get(part) ?? emptyFolder();
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.set(name, state);
  }
  const trees = new Map<string, Content>();
  return { root: write(top, trees), trees: [...trees.values()] };
}

function write(folder: Folder, trees: Map<string, Content>): string {
  const entries: Entry[] = [
    ...[...folder.folders].map(([name, each]) => ({
      kind: 'folder' as const,
      name,
      hash: write(each, trees),
    })),
    ...[...folder.files].map(([name, state]) => ({ name, ...state })),
  ];
  const bytes = Buffer.from(JSON.stringify(entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))));
  const hash = contentHash(bytes);
  trees.set(hash, { hash, bytes });
  return hash;
}

/** Reads the files of a snapshot. @throws Error if a tree is missing or damaged */
export async function treeFiles(
  root: string,
  read: (hash: string) => Promise<Buffer | undefined>,
): Promise<ReadonlyMap<string, FileState>> {
  const files = new Map<string, FileState>();
  const pending = [{ path: '', hash: root }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const { name, ...rest } of parseTree(await read(next.hash))) {
      const path = `${next.path}${name}`;
      if (rest.kind === 'folder') pending.push({ path: `${path}/`, hash: rest.hash });
      else files.set(path, rest);
    }
  }
  return files;
}

/** @throws Error if the tree is missing or damaged */
function parseTree(bytes: Buffer | undefined): readonly Entry[] {
  if (!bytes) throw new Error('A part of the snapshot is missing.');
  return v.parse(tree, JSON.parse(bytes.toString('utf8')));
}

/** Returns the hashes to which a tree refers. @throws Error if the tree is missing or damaged */
export function referencesOf(bytes: Buffer | undefined): {
  readonly trees: readonly string[];
  readonly files: readonly string[];
} {
  const entries = parseTree(bytes);
  return {
    trees: entries.flatMap((each) => (each.kind === 'folder' ? [each.hash] : [])),
    files: entries.flatMap((each) => (each.kind === 'saved' ? [each.hash] : [])),
  };
}

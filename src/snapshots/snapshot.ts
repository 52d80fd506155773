/** The files of the workspace folders at one moment (decision 022). */

import { sha256 } from '../base/node/hash.ts';

/** Returns the name under which a file's content or a saved folder is stored. */
export function contentHash(bytes: Uint8Array): string {
  return sha256(bytes, 'base64url');
}

export type UnsavedReason = 'large' | 'link' | 'many' | 'secret' | 'sensitive' | 'unreadable';

export type FileState =
  /** A saved file. `hash` comes from `contentHash`. */
  | {
      readonly kind: 'saved';
      readonly hash: string;
      readonly isExecutable: boolean;
      readonly changedAt: number;
    }
  /** A file without saved content. `mark` has its size and times, to compare it. */
  | {
      readonly kind: 'unsaved';
      readonly why: UnsavedReason;
      readonly mark: string;
      readonly changedAt: number;
    };

export interface FolderSnapshot {
  readonly uri: string;
  /** Files by path relative to the folder, with `/`. */
  readonly files: ReadonlyMap<string, FileState>;
  /** False if the scan ended early: other files may exist. */
  readonly isWhole: boolean;
  /** The first paths that were not looked at, if they are known. An empty path is the folder itself. */
  readonly missed?: readonly string[] | undefined;
}

export interface Snapshot {
  readonly folders: readonly FolderSnapshot[];
}

export interface FileDifference {
  readonly folder: string;
  readonly path: string;
  /** Undefined means that the file did not exist. */
  readonly before: FileState | undefined;
  readonly after: FileState | undefined;
}

/** Returns the files that differ, sorted by path. Files that one side has not looked at are left out. */
export function compareSnapshots(before: Snapshot, after: Snapshot): readonly FileDifference[] {
  const differences: FileDifference[] = [];
  for (const old of before.folders) {
    const now = after.folders.find(({ uri }) => uri === old.uri);
    if (!now) continue;
    for (const path of new Set([...old.files.keys(), ...now.files.keys()])) {
      const [one, other] = [old.files.get(path), now.files.get(path)];
      if (one ? !other && !now.isWhole : !old.isWhole) continue;
      if (!isSame(one, other)) differences.push({ folder: old.uri, path, before: one, after: other });
    }
  }
  return differences.toSorted((a, b) => order(a.folder, b.folder) || order(a.path, b.path));
}

function order(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function isSame(one: FileState | undefined, other: FileState | undefined): boolean {
  if (!one || !other) return one === other;
  if (one.kind === 'saved')
    return other.kind === 'saved' && one.hash === other.hash && one.isExecutable === other.isExecutable;
  // A file that could be saved in the meantime counts as changed only if it was written since.
  return other.kind === 'unsaved' ? one.mark === other.mark : one.changedAt === other.changedAt;
}

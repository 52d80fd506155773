/** The files of the workspace folders at one moment, as a snapshot has them (decision 022). */

import { sha256 } from '../base/node/hash.ts';

/** Names a content, of a file or of a saved folder. */
export function contentHash(bytes: Uint8Array): string {
  return sha256(bytes, 'base64url');
}

export type UnsavedReason = 'large' | 'link' | 'many' | 'secret' | 'sensitive' | 'unreadable';

export type FileState =
  /** `hash` as `contentHash` gives it. */
  | {
      readonly kind: 'saved';
      readonly hash: string;
      readonly isExecutable: boolean;
      readonly changedAt: number;
    }
  /** Compared by `mark`: its size and times. */
  | {
      readonly kind: 'unsaved';
      readonly why: UnsavedReason;
      readonly mark: string;
      readonly changedAt: number;
    };

export interface FolderSnapshot {
  readonly uri: string;
  /** By path relative to the folder, with `/`. */
  readonly files: ReadonlyMap<string, FileState>;
  /** False where the scan ended early: a file that is not among `files` may be there. */
  readonly isWhole: boolean;
  /** The first paths that were not looked at, where they are known; empty for the folder itself. */
  readonly missed?: readonly string[];
}

export interface Snapshot {
  readonly folders: readonly FolderSnapshot[];
}

export interface FileDifference {
  readonly folder: string;
  readonly path: string;
  /** Undefined: not there. */
  readonly before: FileState | undefined;
  readonly after: FileState | undefined;
}

/** Files that differ, in the order of their paths. What one side did not look at is not among them. */
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
  // One that could be saved in the meantime is not known to differ, unless it has been written since.
  return other.kind === 'unsaved' ? one.mark === other.mark : one.changedAt === other.changedAt;
}

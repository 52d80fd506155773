/**
 * Finds out when files of a snapshot were deleted. The time of a deletion is saved nowhere, so folders are listed
 * between calls.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Snapshot } from '../../snapshots/index.ts';

/** The file existed after step `from` of the turn's clock and was gone before step `to`. */
export interface DeletionSpan {
  readonly from: number;
  readonly to: number;
}

/** Listing more folders before each call would take too long. */
const MOST_FOLDERS = 2_000;
const PARALLEL = 32;

interface Listed {
  readonly path: string;
  /** URIs of its files, by name. */
  readonly files: Map<string, string>;
}

export class Deletions {
  private readonly folders: readonly Listed[];
  private readonly tick: () => number;
  private readonly gone = new Map<string, DeletionSpan>();
  private seenAt: number;
  private running: Promise<void> = Promise.resolve();
  /** The listing that runs next. All who ask before it begins share it. */
  private next: Promise<void> | undefined;

  private constructor(folders: readonly Listed[], tick: () => number) {
    this.folders = folders;
    this.tick = tick;
    this.seenAt = tick();
  }

  /** `tick` returns the next step of a clock that orders events. Returns undefined if there are too many folders. */
  static of(snapshot: Snapshot, tick: () => number): Deletions | undefined {
    const folders = new Map<string, Listed>();
    for (const { uri, files } of snapshot.folders) {
      const root = vscode.Uri.parse(uri);
      for (const path of files.keys()) {
        const parts = path.split('/');
        const name = parts.pop() ?? '';
        const folder = join(root.fsPath, ...parts);
        const listed = folders.get(folder) ?? { path: folder, files: new Map<string, string>() };
        if (!folders.has(folder) && folders.size === MOST_FOLDERS) return undefined;
        folders.set(folder, listed);
        listed.files.set(name, vscode.Uri.joinPath(root, ...path.split('/')).toString());
      }
    }
    return new Deletions([...folders.values()], tick);
  }

  /** Lists the folders again, once a listing that is running has ended. Never rejects. */
  listAgain(): Promise<void> {
    this.next ??= this.running.then(() => {
      this.next = undefined;
      return this.list();
    });
    this.running = this.next;
    return this.next;
  }

  /** Returns the span of a file that is gone by now. It has no end if no listing has missed the file yet. */
  spanOf(uri: string): DeletionSpan {
    return this.gone.get(uri) ?? { from: this.seenAt, to: Infinity };
  }

  private async list(): Promise<void> {
    const began = this.tick();
    for (let start = 0; start < this.folders.length; start += PARALLEL)
      await Promise.all(
        this.folders.slice(start, start + PARALLEL).map(async ({ path, files }) => {
          const names = new Set(await readdir(path).catch(() => []));
          for (const [name, uri] of files) {
            if (names.has(name)) this.gone.delete(uri);
            else if (!this.gone.has(uri)) this.gone.set(uri, { from: this.seenAt, to: this.tick() });
          }
        }),
      );
    this.seenAt = began;
  }
}

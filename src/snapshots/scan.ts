/** Takes snapshots of folders without git, which would run filters and hooks that a hostile repository configures. */
import { constants, type Stats } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { isSameStamp, isSettled, stampOf } from '../tools/index.ts';
import { FolderListing, lstatOf } from './folderListing.ts';
import { snapshotLimits, type SnapshotLimits } from './limits.ts';
import {
  contentHash,
  type FileState,
  type FolderSnapshot,
  type Snapshot,
  type UnsavedReason,
} from './snapshot.ts';

export interface ScannedFolder {
  readonly uri: string;
  readonly path: string;
}

export interface ScannerOptions {
  /** Saves new contents. Rejects if they cannot be saved. */
  readonly save: (contents: readonly Content[]) => Promise<void>;
  /** Returns the reason why the content of a file must not be saved. */
  readonly refuses: (path: string, content: Buffer | undefined) => UnsavedReason | undefined;
  /** Clock in ms that only goes forward. */
  readonly monotonic: () => number;
  readonly now: () => number;
  readonly limits?: SnapshotLimits | undefined;
}

export interface Content {
  readonly hash: string;
  readonly bytes: Buffer;
}

interface Known {
  readonly found: Stats;
  readonly state: FileState;
  /** Size of the saved content in bytes. */
  readonly size: number;
}

const PARALLEL = 32;
/** Bytes that are collected before they are saved. */
const BATCH_BYTES = 2_000_000;
/** Time in ms for which comparing may block everything else. */
const SLICE_MS = 8;
/** Most paths that are named as not looked at. */
const MOST_MISSED = 20;

interface Run {
  readonly signal: AbortSignal;
  readonly deadline: number;
  files: number;
  bytes: number;
  pending: Content[];
  pendingBytes: number;
  sliceEnd: number;
}

export class SnapshotScanner {
  private readonly options: ScannerOptions;
  private readonly limits: SnapshotLimits;
  /** Files by absolute path. A file that has not changed is not read again. */
  private known = new Map<string, Known>();
  private readonly saved = new Set<string>();
  /** Listings by the real path of the folder. */
  private listings = new Map<string, FolderListing>();

  constructor(options: ScannerOptions) {
    this.options = options;
    this.limits = options.limits ?? snapshotLimits;
  }

  /** Forgets what was saved: the saved contents may be gone. */
  forget(): void {
    this.known.clear();
    this.saved.clear();
  }

  /** Takes a snapshot. Rejects if contents cannot be saved, or the signal is aborted. */
  async scan(folders: readonly ScannedFolder[], signal: AbortSignal): Promise<Snapshot> {
    const run: Run = {
      signal,
      deadline: this.options.monotonic() + this.limits.scanMs,
      files: 0,
      bytes: 0,
      pending: [],
      pendingBytes: 0,
      sliceEnd: performance.now() + SLICE_MS,
    };
    const next = new Map<string, Known>();
    const scanned: FolderSnapshot[] = [];
    for (const folder of folders) scanned.push(await this.scanFolder(folder, run, next));
    await this.flush(run);
    this.known = next;
    return { folders: scanned };
  }

  private async scanFolder(
    { uri, path: root }: ScannedFolder,
    run: Run,
    next: Map<string, Known>,
  ): Promise<FolderSnapshot> {
    const files = new Map<string, FileState>();
    // The workspace folder itself may be a link. Links below it are not followed.
    const folder = await realpath(root).catch(() => undefined);
    if (folder === undefined) return { uri, files, isWhole: false, missed: [''] };
    const missed: string[] = [];
    const miss = (...paths: readonly string[]): void => {
      missed.push(...paths.slice(0, MOST_MISSED - missed.length));
    };
    const cut = (): FolderSnapshot => ({ uri, files, isWhole: false, missed });
    let isWhole = true;
    const listing = this.listings.get(folder) ?? new FolderListing(folder, this.options.now);
    this.listings.set(folder, listing);
    listing.begin();
    const pending = [''];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      run.signal.throwIfAborted();
      if (this.isOver(run)) {
        miss(at, ...pending.toReversed());
        return cut();
      }
      const listed = await listing.list(at);
      if (!listed) {
        isWhole = false;
        miss(at);
      }
      pending.push(...(listed?.folders ?? []));
      const names = listed?.files ?? [];
      for (let start = 0; start < names.length; start += PARALLEL) {
        run.signal.throwIfAborted();
        if (this.isOver(run)) {
          miss(...names.slice(start), ...pending.toReversed());
          return cut();
        }
        const some = names.slice(start, start + PARALLEL);
        run.files += some.length;
        const changed: { readonly path: string; readonly found: Stats }[] = [];
        for (const path of some) {
          const found = lstatOf(`${folder}/${path}`);
          const known = found && this.unchanged(`${folder}/${path}`, found, run);
          if (known) {
            next.set(`${folder}/${path}`, known);
            files.set(path, known.state);
          } else if (found) changed.push({ path, found });
        }
        const states = await Promise.all(
          changed.map(({ path, found }) => this.stateOf(`${folder}/${path}`, found, run, next)),
        );
        for (const [index, { path }] of changed.entries()) {
          const state = states[index];
          if (state) files.set(path, state);
        }
        if (performance.now() > run.sliceEnd) {
          await setImmediate();
          run.sliceEnd = performance.now() + SLICE_MS;
        }
        if (run.pendingBytes > BATCH_BYTES) await this.flush(run);
      }
    }
    return isWhole ? { uri, files, isWhole } : cut();
  }

  private isOver({ files, deadline }: Run): boolean {
    return files >= this.limits.files || this.options.monotonic() > deadline;
  }

  private unchanged(path: string, found: Stats, run: Run): Known | undefined {
    const known = this.known.get(path);
    if (!known || !isSameStamp(known.found, found)) return undefined;
    if (run.bytes + known.size > this.limits.totalBytes) return undefined;
    run.bytes += known.size;
    return known;
  }

  private async stateOf(path: string, found: Stats, run: Run, next: Map<string, Known>): Promise<FileState> {
    const taken = this.options.now();
    const { state, size } = await this.read(path, found, run);
    // A recent file is read again the next time: it may change within the same tick of the file system's clock.
    if (isSettled(found, taken)) next.set(path, { found, state, size });
    return state;
  }

  private async read(
    path: string,
    found: Stats,
    run: Run,
  ): Promise<{ readonly state: FileState; readonly size: number }> {
    const unsaved = (why: UnsavedReason) => ({
      state: { kind: 'unsaved', why, mark: stampOf(found), changedAt: changedAt(found) } as const,
      size: 0,
    });
    if (found.isSymbolicLink()) return unsaved('link');
    if (!found.isFile()) return unsaved('unreadable');
    if (found.size > this.limits.fileBytes) return unsaved('large');
    if (run.bytes + found.size > this.limits.totalBytes) return unsaved('many');
    const early = this.options.refuses(path, undefined);
    if (early) return unsaved(early);
    const bytes = await readRegular(path, this.limits.fileBytes).catch(() => undefined);
    if (!bytes) return unsaved('unreadable');
    const hash = contentHash(bytes);
    if (!this.saved.has(hash)) {
      const late = this.options.refuses(path, bytes);
      if (late) return unsaved(late);
      this.saved.add(hash);
      run.pending.push({ hash, bytes });
      run.pendingBytes += bytes.length;
    }
    run.bytes += bytes.length;
    const isExecutable = process.platform !== 'win32' && (found.mode & 0o111) !== 0;
    return { state: { kind: 'saved', hash, isExecutable, changedAt: changedAt(found) }, size: bytes.length };
  }

  private async flush(run: Run): Promise<void> {
    const { pending } = run;
    run.pending = [];
    run.pendingBytes = 0;
    if (pending.length === 0) return;
    try {
      await this.options.save(pending);
    } catch (error) {
      this.forget();
      throw error;
    }
  }
}

/** Returns when content, name or mode last changed, in ms since the epoch. Programs cannot set this time. */
function changedAt({ ctimeMs }: Stats): number {
  return ctimeMs;
}

/**
 * Reads a file without following a link or waiting for a pipe. @throws Error if it is not a regular file, or is too
 * long
 */
export async function readRegular(path: string, most: number): Promise<Buffer> {
  // Windows has neither flag. The caller has checked that this is a file.
  const {
    O_RDONLY,
    O_NOFOLLOW = 0,
    O_NONBLOCK = 0,
  } = constants as Partial<typeof constants> & {
    O_RDONLY: number;
  };
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const before = await file.stat();
    if (!before.isFile() || before.size > most) throw new Error('Not a regular file, or too large.');
    const bytes = Buffer.alloc(before.size);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    // A mixture of old and new content is neither of them.
    if (!isSameStamp(await file.stat(), before)) throw new Error('The file is changing.');
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}

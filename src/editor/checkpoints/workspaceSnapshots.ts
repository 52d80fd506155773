/** Takes snapshots of the open workspace folders, one at a time, and saves and loads them. */
import * as vscode from 'vscode';
import {
  treeFiles,
  referencesOf,
  SnapshotScanner,
  treesOf,
  type FileState,
  type ScannedFolder,
  type Snapshot,
  type SnapshotLimits,
  type UnsavedReason,
} from '../../snapshots/index.ts';
import type { CheckpointKey, RestoredFiles, SavedCheckpoint, SnapshotStore } from '../../store/index.ts';
import { classifySensitive } from '../../tools/index.ts';
import { fileLabel } from '../builtInTools/labels.ts';
import { readSetting } from '../settings/settings.ts';
import { workspaceUri } from '../settings/workspace.ts';

export interface SnapshotsHost {
  /** Called on first use: most windows need no store at their start. */
  readonly store: () => SnapshotStore;
  readonly redact: (text: string) => string;
  /** English text for the log, without paths and contents. */
  readonly onProblem: (message: string) => void;
  readonly limits?: SnapshotLimits;
}

const MOST_NAMED = 20;

export class WorkspaceSnapshots {
  private readonly host: SnapshotsHost;
  private readonly scanner: SnapshotScanner;
  private readonly closing = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  private saving: Promise<unknown> = Promise.resolve();
  private generation: number | undefined;
  private sensitive: readonly string[] = [];
  private made: SnapshotStore | undefined;

  constructor(host: SnapshotsHost) {
    this.host = host;
    this.scanner = new SnapshotScanner({
      save: (contents) => this.store.put(contents),
      refuses: (path, content) => this.refuses(path, content),
      now: () => Date.now(),
      monotonic: () => performance.now(),
      ...(host.limits && { limits: host.limits }),
    });
  }

  get store(): SnapshotStore {
    this.made ??= this.host.store();
    return this.made;
  }

  /** Nothing of a workspace is read before it is trusted. */
  get isOn(): boolean {
    return vscode.workspace.isTrusted && readSetting('checkpoints.enabled') && this.folders.length > 0;
  }

  /** Returns undefined if checkpoints are off or the snapshot failed. Never rejects. */
  take(): Promise<Snapshot | undefined> {
    const taken = this.running.then(() => this.scan());
    this.running = taken;
    return taken;
  }

  /** Returns false if the snapshot could not be saved. Never rejects. */
  async save(snapshot: Snapshot, key: CheckpointKey, restored: RestoredFiles = []): Promise<boolean> {
    try {
      const folders = snapshot.folders.map((folder) => ({ folder, ...treesOf(folder) }));
      await this.store.put(folders.flatMap(({ trees }) => trees));
      const roots = folders.map(({ folder: { uri, isWhole, missed }, root }) => ({
        uri,
        root,
        isWhole,
        ...(missed && { missed: [...missed] }),
      }));
      return this.store.saveCheckpoint(key, { roots, files: restored }, this.generation ?? 0);
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  /** Saves the snapshot as soon as it is taken. `checkpoint` waits for that. */
  saveOnceTaken(taken: Promise<Snapshot | undefined>, key: CheckpointKey): void {
    this.saving = this.saving.then(async () => {
      const snapshot = await taken;
      if (snapshot) await this.save(snapshot, key);
    });
  }

  async checkpoint(conversation: string, item: string): Promise<SavedCheckpoint | undefined> {
    await this.saving;
    return this.store.checkpoint({ conversation, item, kind: 'message' });
  }

  /** Saves the present state, which undoing the restore of `files` brings back. */
  async saveBeforeRestore(
    now: Snapshot,
    conversation: string,
    files: readonly { readonly uri: vscode.Uri; readonly target: FileState | undefined }[],
  ): Promise<boolean> {
    const restored = files.map(({ uri, target }) => ({ uri: uri.toString(), hash: hashOf(target) ?? null }));
    return this.save(now, { conversation, item: workspaceUri(), kind: 'restore' }, restored);
  }

  /** `files` holds the hash of the content that the restore wrote, by URI, or undefined where it deleted the file. */
  async lastRestore(): Promise<
    { readonly before: Snapshot; readonly files: ReadonlyMap<string, string | undefined> } | undefined
  > {
    const saved = this.store.lastRestore(workspaceUri());
    if (!saved) return undefined;
    return {
      before: await this.load(saved),
      files: new Map(saved.files.map(({ uri, hash }) => [uri, hash ?? undefined])),
    };
  }

  forgetRestore(): void {
    this.store.forgetRestore(workspaceUri());
  }

  /** Gives a conversation that begins like another one the checkpoints of the messages that they share. */
  copyCheckpoints(from: string, to: string, items: readonly string[]): void {
    this.saving = this.saving.then(() => this.store.copyCheckpoints(from, to, new Set(items)));
  }

  /** @throws Error if a part of it is missing or damaged. */
  async load({ roots }: SavedCheckpoint): Promise<Snapshot> {
    const read = (hash: string): Promise<Buffer | undefined> => this.store.get(hash);
    return {
      folders: await Promise.all(
        roots.map(async ({ root, ...about }) => ({ ...about, files: await treeFiles(root, read) })),
      ),
    };
  }

  clean(): Promise<void> {
    return this.store.clean(referencesOf);
  }

  dispose(): void {
    this.closing.abort(new Error('The window is closing.'));
    this.made?.dispose();
  }

  private get folders(): readonly ScannedFolder[] {
    return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
      uri.scheme === 'file' ? [{ uri: uri.toString(), path: uri.fsPath }] : [],
    );
  }

  private async scan(): Promise<Snapshot | undefined> {
    if (!this.isOn) return undefined;
    try {
      const generation = this.store.generation();
      if (generation !== this.generation) this.scanner.forget();
      this.generation = generation;
      this.sensitive = readSetting('approval.sensitiveFiles');
      return await this.scanner.scan(this.folders, this.closing.signal);
    } catch (error) {
      this.failed(error);
      return undefined;
    }
  }

  private refuses(path: string, content: Buffer | undefined): UnsavedReason | undefined {
    if (!content) return classifySensitive(path, this.sensitive) ? 'sensitive' : undefined;
    const text = content.toString('latin1');
    // Latin-1 keeps each byte, and an ASCII secret has the same bytes in it as in UTF-8.
    return this.host.redact(text) === text ? undefined : 'secret';
  }

  private failed(error: unknown): void {
    if (this.closing.signal.aborted) return;
    const { name, message } = error as Error;
    this.host.onProblem(
      `A snapshot of the workspace could not be taken: ${name} ${this.host.redact(message)}`,
    );
  }
}

/** Returns undefined if the file does not exist or its content is not saved. */
export function hashOf(state: FileState | undefined): string | undefined {
  return state?.kind === 'saved' ? state.hash : undefined;
}

/**
 * Names what one of the snapshots did not look at. Returns an empty list if no names are known, and undefined if
 * nothing was left out.
 */
export function notCompared(...snapshots: readonly Snapshot[]): readonly string[] | undefined {
  const folders = snapshots.flatMap((snapshot) => snapshot.folders).filter(({ isWhole }) => !isWhole);
  if (folders.length === 0) return undefined;
  const names = folders.flatMap(({ uri, missed = [] }) =>
    missed.map((path) =>
      fileLabel(vscode.Uri.joinPath(vscode.Uri.parse(uri), ...path.split('/').filter(Boolean))),
    ),
  );
  return [...new Set(names)].slice(0, MOST_NAMED);
}

/** Workspace folders may lie within others, so the first one that has the file counts. */
export function stateIn({ folders }: Snapshot, uri: string): FileState | undefined {
  for (const { uri: folder, files } of folders) {
    const state = uri.startsWith(`${folder}/`)
      ? files.get(decodeURIComponent(uri.slice(folder.length + 1)))
      : undefined;
    if (state) return state;
  }
  return undefined;
}

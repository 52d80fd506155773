/** Keeps what Patchbay knows of changed files: edits, changes of turns, and snapshots. It is created on first use. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { hasRemoteSchema } from '../../tools/index.ts';
import { EditDiffs } from '../builtInTools/editDiffs.ts';
import type { ChangeStorage } from '../builtInTools/fileChanges.ts';
import { decodeShown } from '../builtInTools/fileText.ts';
import type { FollowedTurn } from '../chat/chatHost.ts';
import { TurnFiles } from './turnFiles.ts';
import { WorkspaceSnapshots, type SnapshotsHost } from './workspaceSnapshots.ts';

export interface WorkspaceFilesHost extends SnapshotsHost {
  readonly changes: () => ChangeStorage;
}

const CLEANING = { first: 60_000, every: 3_600_000 } as const;

/** Prefix of the hash in the query of a `patchbay-diff` URI that names a saved content. */
export const SAVED_CONTENT = 'saved/';

export class WorkspaceFiles implements vscode.TextDocumentContentProvider {
  readonly diffs: EditDiffs;
  readonly snapshots: WorkspaceSnapshots;
  private readonly running = new Set<FollowedTurn>();
  private readonly timers: readonly NodeJS.Timeout[];

  constructor(host: WorkspaceFilesHost) {
    this.diffs = new EditDiffs(host.changes, hasRemoteSchema);
    this.snapshots = new WorkspaceSnapshots(host);
    const clean = (): void => void this.snapshots.clean();
    this.timers = [setTimeout(clean, CLEANING.first), setInterval(clean, CLEANING.every)];
    for (const timer of this.timers) timer.unref();
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    if (!uri.query.startsWith(SAVED_CONTENT)) return this.diffs.provideTextDocumentContent(uri);
    const hash = uri.query.slice(SAVED_CONTENT.length);
    const bytes = hash === '' ? undefined : await this.snapshots.store.get(hash);
    if (!bytes) return '';
    // The encoding is that of the settings for the file, not for this document.
    const file = vscode.Uri.from({ scheme: 'file', path: uri.path });
    return decodeShown(file, bytes).then(
      ({ text }) => text,
      () => t('This file is not text, so its content cannot be shown.'),
    );
  }

  /** True while a turn of any chat of this window may change files. */
  get isTurnRunning(): boolean {
    return this.running.size > 0;
  }

  /** Returns undefined while checkpoints are off. */
  follow(conversation: string, item: string | undefined): FollowedTurn | undefined {
    if (!this.snapshots.isOn) return undefined;
    const turn: TurnFiles = new TurnFiles(this.snapshots, { conversation, item }, () =>
      this.running.delete(turn),
    );
    this.running.add(turn);
    return turn;
  }

  dispose(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.snapshots.dispose();
  }
}

/** What Patchbay knows of changed files: edits, changes of turns, snapshots. Made on first use. */
import { hasRemoteSchema } from '../../tools/index.ts';
import { EditDiffs } from '../builtInTools/editDiffs.ts';
import type { ChangeStorage } from '../builtInTools/fileChanges.ts';
import type { FollowedTurn } from '../chat/chatHost.ts';
import { TurnFiles } from './turnFiles.ts';
import { WorkspaceSnapshots, type SnapshotsHost } from './workspaceSnapshots.ts';

export interface WorkspaceFilesHost extends SnapshotsHost {
  readonly changes: () => ChangeStorage;
}

/** In ms. */
const CLEANING = { first: 60_000, every: 3_600_000 } as const;

export class WorkspaceFiles {
  readonly diffs: EditDiffs;
  readonly snapshots: WorkspaceSnapshots;
  private readonly timers: readonly NodeJS.Timeout[];

  constructor(host: WorkspaceFilesHost) {
    this.diffs = new EditDiffs(host.changes, hasRemoteSchema);
    this.snapshots = new WorkspaceSnapshots(host);
    const clean = (): void => void this.snapshots.clean();
    this.timers = [setTimeout(clean, CLEANING.first), setInterval(clean, CLEANING.every)];
    for (const timer of this.timers) timer.unref();
  }

  /** undefined: checkpoints are off. */
  follow(conversation: string, item: string | undefined): FollowedTurn | undefined {
    return this.snapshots.isOn ? new TurnFiles(this.snapshots, conversation, item) : undefined;
  }

  dispose(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.snapshots.dispose();
  }
}

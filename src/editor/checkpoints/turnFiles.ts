/** Follows the files of the workspace during one turn: what changed, and who changed it. */
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { TurnEvent } from '../../agent/index.ts';
import { lineFeeds } from '../../base/common/lineEnds.ts';
import { RUN_COMMAND, type ChangedFile, type ChangeSource, type TextForm } from '../../protocol/index.ts';
import {
  compareSnapshots,
  type FileDifference,
  type FileState,
  type Snapshot,
} from '../../snapshots/index.ts';
import type { ObservedChanges } from '../builtInTools/fileChanges.ts';
import { decodeExactly, formOf, isBinary } from '../builtInTools/fileText.ts';
import { fileLabel } from '../builtInTools/labels.ts';
import type { FollowedTurn } from '../chat/chatHost.ts';
import { Deletions } from './deletions.ts';
import { notCompared, stateIn, type WorkspaceSnapshots } from './workspaceSnapshots.ts';

/** A call waits at most this long for the snapshot before the turn. */
const BEFORE_MS = 5_000;
/** The end of a turn waits at most this long for the snapshots before and after it. */
const AFTER_MS = 5_000;
const MOST_TEXTS = 500;
/** Milliseconds by which the clock of the file system may be behind. */
export const SLACK_MS = 20;
/** A call waits at most this long for a listing of what was deleted before it. */
const LOOK_MS = 500;

interface Span {
  readonly source: ChangeSource;
  from: number;
  to: number;
  /**
   * Start of the call in steps of the turn's clock, as `ended` is its end. `from` and `to` are in ms since the epoch.
   */
  begun: number;
  ended: number;
}

export class TurnFiles implements FollowedTurn {
  private readonly snapshots: WorkspaceSnapshots;
  private readonly before: Promise<Snapshot | undefined>;
  private readonly calls = new Map<string, Span>();
  private readonly savedByUser = new Map<string, number>();
  /** URIs of files and folders that were deleted in the editor. Deletions by tools are known from their edits. */
  private readonly deletedByUser = new Set<string>();
  private readonly listener: vscode.Disposable;
  private deletions: Deletions | undefined;
  private steps = 0;
  private hasCalls = false;
  /** True if calls began before the first snapshot was complete. */
  private isLate = false;

  private readonly onEnd: () => void;

  constructor(
    snapshots: WorkspaceSnapshots,
    { conversation, item }: { readonly conversation: string; readonly item: string | undefined },
    onEnd: () => void,
  ) {
    this.snapshots = snapshots;
    this.onEnd = onEnd;
    const since = Date.now();
    this.before = snapshots
      .take()
      .then((taken) => (taken && this.isLate ? writtenBefore(taken, since) : taken));
    if (item !== undefined) snapshots.saveOnceTaken(this.before, { conversation, item, kind: 'message' });
    void this.before.then((taken) => {
      if (taken && !this.isLate) this.deletions = Deletions.of(taken, () => this.tick());
    });
    this.listener = vscode.Disposable.from(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.savedByUser.set(uri.toString(), Date.now())),
      vscode.workspace.onDidDeleteFiles(({ files }) => {
        for (const uri of files) this.deletedByUser.add(uri.toString());
      }),
    );
  }

  async saved(call?: string): Promise<void> {
    await Promise.race([this.before, after(BEFORE_MS).then(() => (this.isLate = true))]);
    await Promise.race([this.deletions?.listAgain(), after(LOOK_MS)]);
    const span = call === undefined ? undefined : this.calls.get(call);
    if (!span) return;
    span.begun = this.tick();
    // The call begins only now: what changed before it is due to others.
    if (span.from !== Infinity) span.from = Date.now();
  }

  handle(event: TurnEvent): void {
    const now = Date.now();
    if (event.type === 'callStart') {
      this.hasCalls = true;
      const source = sourceOf(event);
      if (source)
        this.calls.set(event.id, { source, from: now, to: Infinity, begun: this.tick(), ended: Infinity });
    } else if (event.type === 'callAsk' || event.type === 'callWait') {
      // A call changes nothing until it is allowed and its turn has come.
      const call = this.calls.get(event.id);
      if (call) call.from = call.begun = Infinity;
    } else if (event.type === 'callAllowed' || event.type === 'callTurn') {
      const call = this.calls.get(event.id);
      if (call) [call.from, call.begun] = [now, this.tick()];
    } else if (event.type === 'callEnd') {
      const call = this.calls.get(event.id);
      if (!call) return;
      [call.to, call.ended] = [now, this.tick()];
      void this.deletions?.listAgain();
    }
  }

  private tick(): number {
    this.steps += 1;
    return this.steps;
  }

  async end(): Promise<ObservedChanges | undefined> {
    this.listener.dispose();
    try {
      return await this.observed();
    } finally {
      this.onEnd();
    }
  }

  private async observed(): Promise<ObservedChanges | undefined> {
    // An answer without a call changes nothing.
    if (!this.hasCalls) return undefined;
    const limit = after(AFTER_MS).then(() => undefined);
    const before = await Promise.race([this.before, limit]);
    const now = before && (await Promise.race([this.snapshots.take(), limit]));
    if (!before || !now)
      return this.calls.size > 0 ? { files: [], covers: () => false, notCompared: [] } : undefined;
    const differences = compareSnapshots(before, now);
    const files: ChangedFile[] = [];
    for (const [index, difference] of differences.entries())
      files.push(await this.changeOf(difference, index < MOST_TEXTS));
    const missing = this.calls.size > 0 ? notCompared(before, now) : undefined;
    return {
      files,
      covers: (uri) => (stateIn(before, uri) ?? stateIn(now, uri)) !== undefined,
      ...(missing && { notCompared: missing }),
    };
  }

  private async changeOf(difference: FileDifference, withTexts: boolean): Promise<ChangedFile> {
    const { before, after: now, folder, path } = difference;
    const uri = vscode.Uri.joinPath(vscode.Uri.parse(folder), ...path.split('/'));
    const by = this.sourcesOf(uri, now);
    const about = { uri: uri.toString(), label: fileLabel(uri), by };
    const texts = withTexts
      ? await Promise.all([this.textOf(before, uri), this.textOf(now, uri)]).catch(() => undefined)
      : undefined;
    if (texts && (!before || !now || !isDeepStrictEqual(texts[0], texts[1]))) {
      const [old, current] = texts;
      const forms = { beforeForm: old?.form, afterForm: current?.form };
      return { ...about, before: old?.text, after: current?.text, ...forms, standing: 'made' };
    }
    return {
      ...about,
      before: undefined,
      after: undefined,
      standing: 'unkept',
      change: before ? (now ? 'edited' : 'deleted') : 'created',
    };
  }

  /** @throws Error if it is no text, or not saved. */
  private async textOf(
    state: FileState | undefined,
    uri: vscode.Uri,
  ): Promise<{ readonly text: string; readonly form: TextForm } | undefined> {
    if (!state) return undefined;
    const bytes = state.kind === 'saved' ? await this.snapshots.store.get(state.hash) : undefined;
    if (!bytes || isBinary(bytes)) throw new Error('No text.');
    const exact = await decodeExactly(uri, bytes);
    return { text: lineFeeds(exact.raw), form: formOf(exact) };
  }

  /**
   * Returns the calls that ran at `at`, the time of the last change in ms since the epoch. Returns none if the user
   * saved the file then.
   */
  private spansAt(uri: string, at: number): readonly Span[] {
    const saved = this.savedByUser.get(uri);
    if (saved !== undefined && Math.abs(saved - at) < 1_000) return [];
    return [...this.calls.values()].filter(({ from, to }) => at >= from - SLACK_MS && at <= to + SLACK_MS);
  }

  /** Returns all calls that could have deleted the file: only a span is known in which it disappeared. */
  private spansOfDeletion(uri: string): readonly Span[] {
    if ([...this.deletedByUser].some((each) => isBelow(uri, each))) return [];
    const { from, to } = this.deletions?.spanOf(uri) ?? { from: 0, to: Infinity };
    return [...this.calls.values()].filter(({ begun, ended }) => begun < to && ended > from);
  }

  private sourcesOf(uri: vscode.Uri, state: FileState | undefined): readonly ChangeSource[] {
    const sources = state
      ? this.spansAt(uri.toString(), state.changedAt)
      : this.spansOfDeletion(uri.toString());
    if (sources.length === 0) return [{ kind: 'outside' }];
    return [...new Map(sources.map(({ source }) => [JSON.stringify(source), source])).values()];
  }
}

/** The folder itself counts, too. */
function isBelow(uri: string, folder: string): boolean {
  return uri === folder || uri.startsWith(`${folder}/`);
}

/** Returns undefined for calls that cannot change files, and for built-in tools, whose edits are known. */
function sourceOf(event: Extract<TurnEvent, { type: 'callStart' }>): ChangeSource | undefined {
  const { source, toolName, title = toolName } = event;
  switch (source.kind) {
    case 'native':
      return toolName === RUN_COMMAND ? { kind: 'command' } : undefined;
    case 'mcp':
      return { kind: 'tool', title, server: source.server };
    case 'custom':
    case 'extension':
      return { kind: 'tool', title };
    case 'unknown':
      return undefined;
  }
}

/** Leaves out files that calls may already have changed when they were read. */
function writtenBefore({ folders }: Snapshot, since: number): Snapshot {
  return {
    folders: folders.map(({ uri, files }) => ({
      uri,
      isWhole: false,
      files: new Map([...files].filter(([, { changedAt }]) => changedAt < since)),
    })),
  };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

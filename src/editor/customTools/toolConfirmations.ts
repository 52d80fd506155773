/** Decisions on custom tools of workspaces, by file, with the digests of all files that the tool consists of. */
import { basename } from 'node:path';
import { Emitter } from '../../base/common/event.ts';
import type { Memento } from 'vscode';
import type { CustomFile, ToolDecision, ToolModule, UnconfirmedFile } from '../../tools/index.ts';
import { storedObject } from '../settings/stored.ts';
import { isRecord, isStringArray, isStringRecord } from '../../base/common/guards.ts';

/** `texts` holds the short files, to show what has changed since. */
export interface SavedDecision extends ToolDecision {
  readonly texts: Readonly<Record<string, string>>;
}

const KEY = 'patchbay.workspaceTools';
/** Most bytes of a tool whose texts are saved. */
const MAX_TEXT = 50_000;

export class ToolConfirmations {
  private readonly state: Memento;
  private readonly decided = new Emitter();
  readonly onDidChange = this.decided.event;

  constructor(state: Memento) {
    this.state = state;
  }

  readonly decisionOf = (file: string): SavedDecision | undefined => {
    const { all } = this;
    const decision = Object.hasOwn(all, file) ? all[file] : undefined;
    return isDecision(decision) ? decision : undefined;
  };

  async decide({ file, modules, extra }: UnconfirmedFile, allowed: boolean): Promise<void> {
    const decision: SavedDecision = {
      files: Object.fromEntries(modules.map(({ path, digest }) => [path, digest])),
      extra,
      allowed,
      texts: textsOf(modules),
    };
    await this.state.update(KEY, { ...this.all, [file]: decision });
    this.decided.fire();
  }

  private get all(): Readonly<Record<string, unknown>> {
    return storedObject(this.state, KEY);
  }
}

/**
 * Returns the names of files that wait for a review, by their content. A tool that was declined is not asked about
 * again.
 */
export function toolsToReview(files: readonly CustomFile[]): ReadonlyMap<string, string> {
  return new Map(
    files.flatMap((file) => {
      if (file.kind !== 'unconfirmed' || file.before?.allowed === false) return [];
      const content = JSON.stringify([file.file, file.modules.map(({ digest }) => digest)]);
      return [[content, basename(file.file)]];
    }),
  );
}

/** Anything else that was saved counts as no decision, so the user is asked again. */
function isDecision(value: unknown): value is SavedDecision {
  if (!isRecord(value)) return false;
  const { files, extra, allowed, texts } = value;
  return (
    isStringRecord(files) && isStringArray(extra) && typeof allowed === 'boolean' && isStringRecord(texts)
  );
}

function textsOf(modules: readonly ToolModule[]): Record<string, string> {
  let left = MAX_TEXT;
  const kept = modules.flatMap(({ path, bytes }): [string, string][] => {
    if (bytes.length > left) return [];
    left -= bytes.length;
    return [[path, bytes.toString()]];
  });
  return Object.fromEntries(kept);
}

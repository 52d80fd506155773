/**
 * Which custom tools of workspaces the user has allowed, kept in globalState by file. A tool is allowed with the
 * digests of all files that it consists of; when one changes, the tool waits again.
 */
import { Emitter } from '../../base/common/event.ts';
import type { Memento } from 'vscode';
import type { ToolDecision, ToolModule, UnconfirmedFile } from '../../tools/index.ts';

import { storedObject } from '../settings/stored.ts';
import { isRecord, isStringArray, isStringRecord } from '../../base/common/guards.ts';

/** A decision with the texts that were decided about, as far as they are short: to show what has changed since. */
export interface SavedDecision extends ToolDecision {
  readonly texts: Readonly<Record<string, string>>;
}

const KEY = 'patchbay.workspaceTools';
/** Characters of text that are kept of a tool. */
const MAX_TEXT = 50_000;

export class ToolConfirmations {
  private readonly state: Memento;
  private readonly decided = new Emitter();
  /** Fires after each decision. */
  readonly onDidChange = this.decided.event;

  constructor(state: Memento) {
    this.state = state;
  }

  readonly decisionOf = (file: string): SavedDecision | undefined => {
    const { all } = this;
    const decision = Object.hasOwn(all, file) ? all[file] : undefined;
    return isDecision(decision) ? decision : undefined;
  };

  /** Keeps what the user has decided about the tool as it is in `shown`. */
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

/** Anything else is asked for again. */
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

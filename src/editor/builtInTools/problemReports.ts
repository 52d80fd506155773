/**
 * Tells what the editor's extensions report of a file (decision 061). An extension says nothing of a file that it does
 * not check, and reports a file without problems as it reports any other.
 */
import { extname } from 'node:path';
import * as vscode from 'vscode';
import { plainLabel } from '../../base/common/text.ts';

/** Milliseconds: the longest wait for a report, and the pause after which no other is expected. */
const WAIT_MS = 1_500;
const QUIET_MS = 300;
const MAX_SOURCES = 6;
const MAX_SOURCE = 40;

/** Sources that have reported problems in this window, by the ending of the file's name. */
const known = new Map<string, Set<string>>();
/** Kinds of documents of which nobody reported a change, until somebody does. */
const silent = new Set<string>();

/** Extensions check the open documents of a language, and some of them only those that a tab shows. */
const kindOf = (document: vscode.TextDocument): string => `${document.languageId} ${isInTab(document.uri)}`;

export function isInTab(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
  );
}

/** Returns the sources that have reported problems in files of this kind. */
export function sourcesFor({ path }: vscode.Uri): readonly string[] {
  const ending = extname(path);
  const found = known.get(ending) ?? new Set<string>();
  for (const [uri, problems] of vscode.languages.getDiagnostics()) {
    if (extname(uri.path) !== ending) continue;
    for (const { source } of problems) {
      const name = plainLabel(source ?? '', MAX_SOURCE);
      if (name !== undefined && found.size < MAX_SOURCES) found.add(name);
    }
  }
  known.set(ending, found);
  return [...found];
}

/** Returns true if an extension runs that is made for the language, other than to colour it. */
export function hasExtension(languageId: string): boolean {
  return vscode.extensions.all.some(({ isActive, packageJSON }) => {
    const { activationEvents, main, browser } = packageJSON as Readonly<Record<string, unknown>>;
    return (
      isActive &&
      (main !== undefined || browser !== undefined) &&
      Array.isArray(activationEvents) &&
      activationEvents.includes(`onLanguage:${languageId}`)
    );
  });
}

/** Reports of one file, from `begin` on. */
export class ProblemReports {
  private readonly uri: string;
  private readonly subscription: vscode.Disposable;
  private hasReport = false;
  private onReport: (() => void) | undefined;

  constructor(uri: vscode.Uri) {
    this.uri = uri.toString();
    this.subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (!uris.some((changed) => changed.toString() === this.uri)) return;
      this.hasReport = true;
      this.onReport?.();
    });
  }

  /** Forgets the reports on the file before it was changed. */
  begin(): void {
    this.hasReport = false;
  }

  /** Resolves with whether somebody has reported. Waits until they are silent again, and not where nobody reports. */
  async settled(document: vscode.TextDocument, signal: AbortSignal): Promise<boolean> {
    const kind = kindOf(document);
    if (!this.hasReport && silent.has(kind)) return false;
    const { promise, resolve } = Promise.withResolvers<void>();
    let quiet = this.hasReport ? setTimeout(resolve, QUIET_MS) : undefined;
    const limit = setTimeout(resolve, WAIT_MS);
    this.onReport = () => {
      clearTimeout(quiet);
      quiet = setTimeout(resolve, QUIET_MS);
    };
    const stop = (): void => resolve();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    await promise;
    signal.removeEventListener('abort', stop);
    clearTimeout(quiet);
    clearTimeout(limit);
    this.onReport = undefined;
    if (!this.hasReport && !signal.aborted) expectNone(kind);
    return this.hasReport;
  }

  dispose(): void {
    this.subscription.dispose();
  }
}

/** An extension may only have been starting, so the first report on such a document ends this. */
function expectNone(kind: string): void {
  if (silent.has(kind)) return;
  silent.add(kind);
  const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    const changed = new Set(uris.map((uri) => uri.toString()));
    const isHeard = vscode.workspace.textDocuments.some(
      (document) => changed.has(document.uri.toString()) && kindOf(document) === kind,
    );
    if (!isHeard) return;
    silent.delete(kind);
    subscription.dispose();
  });
}

/**
 * Asks the editor's TypeScript for the problems of a file (decision 061). By itself it looks only at files that a tab
 * shows.
 */
import * as vscode from 'vscode';
import { isRecord } from '../../base/common/guards.ts';

/** Sources that the editor gives for the problems of a language, by its id. */
const sources: ReadonlyMap<string, string> = new Map([
  ['typescript', 'ts'],
  ['typescriptreact', 'ts'],
  ['javascript', 'js'],
  ['javascriptreact', 'js'],
]);

const EXTENSION = 'vscode.typescript-language-features';
/** Its first answer needs the whole project: 2 s for a small one, and all further ones some 20 ms. */
const LIMIT_MS = 8_000;

const severities: ReadonlyMap<unknown, vscode.DiagnosticSeverity> = new Map([
  ['error', vscode.DiagnosticSeverity.Error],
  ['warning', vscode.DiagnosticSeverity.Warning],
]);

export interface TypeScriptCheck {
  readonly source: string;
  readonly problems: readonly vscode.Diagnostic[];
}

/** The last question, until it is answered. TypeScript answers one after the other, so no other is asked meanwhile. */
let asked: Promise<unknown> | undefined;

/** Returns what TypeScript says of a document as it is now; undefined if it is not asked or gives no answer in time. */
export async function checkByTypeScript(
  document: vscode.TextDocument,
  signal: AbortSignal,
): Promise<TypeScriptCheck | undefined> {
  const source = sources.get(document.languageId);
  if (source === undefined || document.uri.scheme !== 'file' || asked !== undefined || signal.aborted)
    return undefined;
  if (!vscode.extensions.getExtension(EXTENSION) || !isOn(document)) return undefined;
  const answers = Promise.all(
    ['syntacticDiagnosticsSync', 'semanticDiagnosticsSync'].map((question) => ask(question, document)),
  ).catch(() => undefined);
  asked = answers;
  void answers.then(() => (asked = undefined));
  const found = await inTime(answers, signal);
  if (!found?.every((each) => each !== undefined)) return undefined;
  const problems = found.flat();
  for (const problem of problems) problem.source = source;
  return { source, problems };
}

/** A user who turns the check off has another one, as for Deno. */
function isOn({ languageId, uri }: vscode.TextDocument): boolean {
  const language = languageId.replace(/react$/, '');
  const scope = { uri, languageId };
  const own =
    language === 'typescript'
      ? vscode.workspace.getConfiguration('typescript', scope)
      : vscode.workspace.getConfiguration('javascript', scope);
  return (
    vscode.workspace.getConfiguration('js/ts', scope).get('validate.enabled') !== false &&
    own.get('validate.enable') !== false
  );
}

async function ask(question: string, { uri }: vscode.TextDocument): Promise<vscode.Diagnostic[] | undefined> {
  const answer: unknown = await vscode.commands.executeCommand('typescript.tsserverRequest', question, {
    file: uri,
  });
  return isRecord(answer) && answer['success'] === true && Array.isArray(answer['body'])
    ? answer['body'].flatMap(problemOf)
    : undefined;
}

/** Hints and suggestions are left out. */
function problemOf(said: unknown): vscode.Diagnostic[] {
  if (!isRecord(said)) return [];
  const { text, category, start, end } = said;
  const severity = severities.get(category);
  const from = positionOf(start);
  if (typeof text !== 'string' || severity === undefined || !from) return [];
  return [new vscode.Diagnostic(new vscode.Range(from, positionOf(end) ?? from), text, severity)];
}

/** TypeScript counts lines and columns from 1. */
function positionOf(place: unknown): vscode.Position | undefined {
  if (!isRecord(place)) return undefined;
  const { line, offset } = place;
  const isValid = [line, offset].every((each) => Number.isSafeInteger(each) && Number(each) >= 1);
  return isValid ? new vscode.Position(Number(line) - 1, Number(offset) - 1) : undefined;
}

async function inTime<T>(answers: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => resolve(undefined);
  const limit = setTimeout(stop, LIMIT_MS);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([answers, late]);
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', stop);
  }
}

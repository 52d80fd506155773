import * as vscode from 'vscode';
import { headText } from '../../base/common/cut.ts';
import type { CallContext, MarkedContent } from '../../tools/index.ts';
import { approvedToRead, isFreeToRead } from './fileNeeds.ts';
import { fileLabel } from './labels.ts';
import { locateToRead } from './paths.ts';
import { hasExtension, isInTab, sourcesFor, type ProblemReports } from './problemReports.ts';
import { checkByTypeScript } from './typeScriptCheck.ts';

const MAX_PROBLEMS = 200;
/** Most problems of a file that a change of it gives. */
const MAX_AFTER_CHANGE = 50;
const MAX_MESSAGE = 1_000;

const NOT_CHECKED = 'Not checked by the editor: run the build or tests.';
const NONE_KNOWN =
  'No problems are known. The editor knows only those of files that were opened or checked: run the build or tests for the others.';

const severities: Readonly<Record<vscode.DiagnosticSeverity, string>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'info',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};

/** Problems of a file, with who has checked it. */
interface FileCheck {
  readonly problems: readonly vscode.Diagnostic[];
  /** Names of those who have checked the file as it is; undefined if nobody is known to have. */
  readonly by: string | undefined;
}

export async function getDiagnostics(
  args: Readonly<Record<string, unknown>>,
  { approved, signal }: Pick<CallContext, 'approved' | 'signal'>,
): Promise<MarkedContent> {
  const { path } = args as { path?: string };
  const place = path === undefined ? undefined : await locateToRead(path);
  const marks = place ? await approvedToRead(place, { approved }) : [];
  const document = place && (await documentIn(place.uri));
  if (place && !document && !(await isThere(place.uri)))
    throw new Error(`There is no file or folder ${place.label}. find_files looks for names.`);
  const text = document ? await textOfFile(document, signal) : await textOfFolder(place?.uri);
  return { content: [{ type: 'text', text }], marks };
}

/** Opens a file without showing it; undefined for a folder and for what is no text. */
async function documentIn(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const found = await vscode.workspace.fs.stat(uri).then(undefined, () => undefined);
  if (!found || (found.type & vscode.FileType.Directory) !== 0) return undefined;
  return vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
}

/** A file can have been deleted while its editor is open. */
async function isThere(uri: vscode.Uri): Promise<boolean> {
  if (vscode.languages.getDiagnostics(uri).length > 0) return true;
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

async function textOfFile(document: vscode.TextDocument, signal: AbortSignal): Promise<string> {
  const check = await checkNow(document, signal);
  if (check.problems.length === 0) return sentenceOf(check);
  const label = fileLabel(document.uri);
  return linesOf(
    check.problems.map((problem) => `${label}:${describe(problem)}`),
    MAX_PROBLEMS,
  );
}

/** Checks a file that was not changed. Nobody reports it again, so earlier reports count. */
async function checkNow(document: vscode.TextDocument, signal: AbortSignal): Promise<FileCheck> {
  const pulled = await checkByTypeScript(document, signal);
  if (pulled) return merged(document, pulled);
  const by = isInTab(document.uri) ? namesFor(document.uri) : undefined;
  return { problems: vscode.languages.getDiagnostics(document.uri), by };
}

async function textOfFolder(folder: vscode.Uri | undefined): Promise<string> {
  const within = folder?.path;
  const inside = vscode.languages
    .getDiagnostics()
    .filter(([, problems]) => problems.length > 0)
    .filter(([uri]) => vscode.workspace.getWorkspaceFolder(uri) !== undefined)
    .filter(([uri]) => within === undefined || uri.path === within || uri.path.startsWith(`${within}/`));
  // A message can quote its file: sensitive files are left out unless the call names one.
  const isFree = await Promise.all(inside.map(async ([uri]) => uri.path === within || isFreeToRead(uri)));
  const found = inside.filter((_, index) => isFree[index]);
  const lines = found.flatMap(([uri, problems]) =>
    problems.map((problem) => `${fileLabel(uri)}:${describe(problem)}`),
  );
  const left = inside.length - found.length;
  const note = left > 0 ? `\nProblems of ${left} files that may hold secrets are left out.` : '';
  return (lines.length === 0 ? NONE_KNOWN : linesOf(lines, MAX_PROBLEMS)) + note;
}

/** Returns what the model is told of a file's problems after a change of it. `reports` began with the change. */
export async function problemsAfterChange(
  document: vscode.TextDocument,
  reports: ProblemReports,
  signal: AbortSignal,
): Promise<string> {
  const { problems, by } = await checkChange(document, reports, signal);
  const serious = problems.filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning);
  if (serious.length === 0) return sentenceOf({ problems: [], by });
  const head = by === undefined ? 'Problems before the change, not checked since:' : 'Problems:';
  return `${head}\n${linesOf(serious.map(describe), MAX_AFTER_CHANGE)}`;
}

async function checkChange(
  document: vscode.TextDocument,
  reports: ProblemReports,
  signal: AbortSignal,
): Promise<FileCheck> {
  const { uri, languageId } = document;
  const pulled = await checkByTypeScript(document, signal);
  const others = sourcesFor(uri).filter((source) => source !== pulled?.source);
  const mayReport = others.length > 0 || (!pulled && hasExtension(languageId));
  const isReported = mayReport && (await reports.settled(document, signal));
  if (pulled) return merged(document, pulled);
  const problems = vscode.languages.getDiagnostics(uri);
  // A report without a problem does not say whose it is.
  const nameless = problems.length > 0 ? '' : undefined;
  return { problems, by: isReported ? (namesFor(uri) ?? nameless) : undefined };
}

/** TypeScript's answer is newer than what the editor shows of it. */
function merged(
  { uri }: vscode.TextDocument,
  { source, problems }: { readonly source: string; readonly problems: readonly vscode.Diagnostic[] },
): FileCheck {
  const ofOthers = vscode.languages.getDiagnostics(uri).filter((problem) => problem.source !== source);
  return {
    problems: [...problems, ...ofOthers],
    // Without annotations of types, it looks at little else than the syntax of JavaScript.
    by: source === 'js' ? 'js, mostly its syntax' : source,
  };
}

function namesFor(uri: vscode.Uri): string | undefined {
  const names = sourcesFor(uri);
  return names.length === 0 ? undefined : names.join(' or ');
}

function sentenceOf({ by }: FileCheck): string {
  return by === undefined ? NOT_CHECKED : `No problems (checked by ${by}).`;
}

function linesOf(lines: readonly string[], most: number): string {
  const rest = lines.length - most;
  return [...lines.slice(0, most), ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n');
}

function describe({ range, severity, message, source }: vscode.Diagnostic): string {
  const { line, character } = range.start;
  const from = source === undefined ? '' : ` (${source})`;
  return `${line + 1}:${character + 1} ${severities[severity]} ${headText(message, MAX_MESSAGE).replaceAll(/\s*\n\s*/g, ' ')}${from}`;
}

import * as vscode from 'vscode';
import type { CallContext, MarkedContent } from '../../tools/index.ts';
import { approvedToRead, isFreeToRead } from './fileNeeds.ts';
import { fileLabel } from './labels.ts';
import { locateToRead } from './paths.ts';

// Milliseconds: the longest wait for problems after a change, and the pause after which they count as settled.
const WAIT_MS = 1_500;
const QUIET_MS = 300;
const MAX_PROBLEMS = 200;

const severities: Readonly<Record<vscode.DiagnosticSeverity, string>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'info',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};

export async function getDiagnostics(
  args: Readonly<Record<string, unknown>>,
  context: Pick<CallContext, 'approved'>,
): Promise<MarkedContent> {
  const { path } = args as { path?: string };
  const place = path === undefined ? undefined : await locateToRead(path);
  const marks = place ? await approvedToRead(place, context) : [];
  const within = place?.uri.path;
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
  const rest = lines.length - MAX_PROBLEMS;
  const shown = [...lines.slice(0, MAX_PROBLEMS), ...(rest > 0 ? [`… and ${rest} more`] : [])];
  const none = 'No problems are known. Files that were never opened may not have been looked at.';
  const left = inside.length - found.length;
  const note = left > 0 ? `\nProblems of ${left} files that may hold secrets are left out.` : '';
  const text = (lines.length === 0 ? none : shown.join('\n')) + note;
  return { content: [{ type: 'text', text }], marks };
}

export function describeProblems(problems: readonly vscode.Diagnostic[]): string {
  return problems
    .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
    .slice(0, MAX_PROBLEMS)
    .map(describe)
    .join('\n');
}

/** Returns the problems of a file after a change of it, or the ones before if no new ones arrive in time. */
export async function settledDiagnostics(
  uri: vscode.Uri,
  before: readonly vscode.Diagnostic[],
): Promise<readonly vscode.Diagnostic[]> {
  // No problems will arrive if there is no language service.
  const watched = before.length > 0 || vscode.languages.getDiagnostics().length > 0;
  if (watched) {
    await new Promise<void>((resolve) => {
      let quiet: NodeJS.Timeout | undefined;
      const done = (): void => {
        clearTimeout(quiet);
        clearTimeout(limit);
        subscription.dispose();
        resolve();
      };
      const limit = setTimeout(done, WAIT_MS);
      const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (!uris.some((changed) => changed.toString() === uri.toString())) return;
        clearTimeout(quiet);
        quiet = setTimeout(done, QUIET_MS);
      });
    });
  }
  return vscode.languages.getDiagnostics(uri);
}

function describe({ range, severity, message, source }: vscode.Diagnostic): string {
  const { line, character } = range.start;
  const from = source === undefined ? '' : ` (${source})`;
  return `${line + 1}:${character + 1} ${severities[severity]} ${message.replaceAll('\n', ' ')}${from}`;
}

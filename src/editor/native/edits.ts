/** Changes of files: through the editor, so that one Undo takes each back, and with the problems they cause. */
import * as vscode from 'vscode';
import type { ContentPart } from '../../protocol/index.ts';
import { describeProblems, settledDiagnostics } from './diagnostics.ts';
import type { EditDiffs } from './editDiffs.ts';
import { readText } from './files.ts';
import { locateToChange, type Place } from './paths.ts';

/** Replaces a passage that occurs once, or all its occurrences. `call`: the call that wants it, if it is one of a turn. */
export async function editFile(
  args: Readonly<Record<string, unknown>>,
  diffs: EditDiffs,
  call?: string,
): Promise<readonly ContentPart[]> {
  const {
    path,
    oldText,
    newText,
    all = false,
  } = args as {
    path: string;
    oldText: string;
    newText: string;
    all?: boolean;
  };
  const place = await locateToChange(path);
  const before = await readText(place.uri);
  const pieces = before.split(oldText);
  const count = pieces.length - 1;
  if (count === 0)
    throw new Error(
      `${place.label} does not contain oldText. It must be the exact text, with its white space.`,
    );
  if (count > 1 && !all)
    throw new Error(
      `${place.label} contains oldText ${count} times. Give more of the text around it, or set "all".`,
    );
  const document = await openAsRead(place, before);
  // Offsets in the document, whose line ends may be longer than what the model read.
  const native = (value: string): string =>
    document.eol === vscode.EndOfLine.CRLF ? value.replaceAll('\n', '\r\n') : value;
  const edit = new vscode.WorkspaceEdit();
  let offset = 0;
  for (const piece of pieces.slice(0, -1)) {
    const start = offset + native(piece).length;
    const end = start + native(oldText).length;
    edit.replace(
      place.uri,
      new vscode.Range(document.positionAt(start), document.positionAt(end)),
      native(newText),
    );
    offset = end;
  }
  const changed = count === 1 ? 'Changed' : `Changed ${count} places of`;
  return apply(place, edit, { before, done: changed, diffs, call });
}

/** Writes a whole file, which it makes if need be, with its folders. */
export async function writeFile(
  args: Readonly<Record<string, unknown>>,
  diffs: EditDiffs,
  call?: string,
): Promise<readonly ContentPart[]> {
  const { path, content } = args as { path: string; content: string };
  const place = await locateToChange(path);
  const exists = await vscode.workspace.fs.stat(place.uri).then(
    () => true,
    () => false,
  );
  const edit = new vscode.WorkspaceEdit();
  if (!exists) {
    edit.createFile(place.uri, { contents: new TextEncoder().encode(content) });
    return apply(place, edit, { before: undefined, done: 'Created', diffs, call });
  }
  const before = await readText(place.uri);
  const document = await openAsRead(place, before);
  const end = document.positionAt(document.getText().length);
  edit.replace(place.uri, new vscode.Range(new vscode.Position(0, 0), end), content);
  return apply(place, edit, { before, done: 'Wrote', diffs, call });
}

/** The document, which must be what was read: the editor may not have noticed yet that a file has changed. */
async function openAsRead({ uri, label }: Place, read: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText().replaceAll('\r\n', '\n') !== read)
    throw new Error(
      `${label} is changing at this moment, and nothing was written. Read it again, then repeat.`,
    );
  return document;
}

interface Change {
  /** Nothing: there is no such file yet. */
  readonly before: string | undefined;
  /** What is said to have been done. */
  readonly done: string;
  readonly diffs: EditDiffs;
  readonly call: string | undefined;
}

async function apply(
  { uri, label }: Place,
  edit: vscode.WorkspaceEdit,
  { before, done, diffs, call }: Change,
): Promise<readonly ContentPart[]> {
  const problemsBefore = vscode.languages.getDiagnostics(uri);
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(`The editor did not let ${label} be changed.`);
  const document = await vscode.workspace.openTextDocument(uri);
  const isSaved = !document.isDirty || (await document.save());
  if (call !== undefined) {
    // As it was saved, which may have formatted it.
    const after = document.getText().replaceAll('\r\n', '\n');
    diffs.changes.add(call, { uri: uri.toString(), label, before, after });
  }
  if (!isSaved) throw new Error(`${label} was changed in the editor, but could not be saved.`);
  const problems = describeProblems(await settledDiagnostics(uri, problemsBefore));
  return [
    { type: 'text', text: `${done} ${label}.${problems === '' ? '' : `\nIts problems now:\n${problems}`}` },
    { type: 'link', uri: diffs.add(uri, before ?? ''), name: `Changes of ${label}` },
  ];
}

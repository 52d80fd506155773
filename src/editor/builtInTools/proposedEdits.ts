/**
 * Plans what a call that waits for approval would change in a file: a call of a built-in tool, or of a server's tool if
 * its arguments make that plain.
 */
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { isRecord } from '../../base/common/guards.ts';
import { lineDiff } from '../../base/common/lineDiff.ts';
import { lineFeeds } from '../../base/common/lineEnds.ts';
import type { PlannedEdit, ProposedEditOf, Tool } from '../../tools/index.ts';
import type { EditDiffs } from './editDiffs.ts';
import { planReplacement, planWriting, type ChangeOfText } from './edits.ts';
import { secrecyOf, type PlannedChange } from './fileNeeds.ts';
import { readShown, readToChange } from './fileText.ts';
import { locate, locateToChange } from './paths.ts';
import type { Place } from './protection.ts';
import { editsOf } from './textEdits.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface Proposal extends PlannedChange {
  readonly file: string;
  readonly shows: readonly string[];
  readonly isPassage?: true | undefined;
}

export function createProposedEdit(diffs: EditDiffs): ProposedEditOf {
  const plan = async (
    tool: Tool,
    args: Arguments,
    known?: { readonly proposal: Proposal; readonly planned: PlannedEdit },
  ): Promise<PlannedEdit | undefined> => {
    const proposal = await proposalOf(tool, args).catch(() => undefined);
    if (known && isDeepStrictEqual(proposal, known.proposal)) return known.planned;
    const diff = proposal && lineDiff(proposal.before, proposal.after);
    // The arguments say more than a diff without changes.
    if (!diff || diff.hunks.length === 0) return undefined;
    const { file, shows, isPassage, before = '', after } = proposal;
    const planned: PlannedEdit = {
      edit: { file, diff, shows, isPassage },
      open: (opened) => void diffs.openProposed(file, before, after, opened),
      replan: () => plan(tool, args, { proposal, planned }),
    };
    return planned;
  };
  return (tool, args) => plan(tool, args);
}

function proposalOf(tool: Tool, args: Arguments): Promise<Proposal | undefined> {
  if (tool.source.kind === 'native') return ofBuiltIn(tool, args);
  const isForeign = tool.source.kind === 'mcp' || tool.source.kind === 'extension';
  return isForeign ? ofServer(tool, args) : Promise.resolve(undefined);
}

async function ofBuiltIn({ name, earlier }: Tool, args: Arguments): Promise<Proposal | undefined> {
  const { path, content, edits } = args;
  if (typeof path !== 'string' || !['edit_file', 'write_file', 'delete_file'].includes(name))
    return undefined;
  const place = await locateToChange(path);
  const { label: file } = place;
  const isSensitive = await hasSecrets(place);
  if (name === 'delete_file') {
    if (isSensitive) return undefined;
    return { file, shows: ['path'], ...shown({ ...(await readDeleted(place)), after: '' }) };
  }
  if (name === 'edit_file') {
    const shows = ['path', ...(Array.isArray(edits) ? ['edits'] : ['oldText', 'newText'])];
    if (!isSensitive) return { file, shows, ...shown(await planReplacement(args, place, earlier)) };
    const [only, ...others] = editsOf(args);
    if (only && others.length === 0) return { file, shows, ...passage(only.oldText, only.newText) };
  }
  if (name !== 'write_file' || typeof content !== 'string' || isSensitive) return undefined;
  return { file, shows: ['path', 'content'], ...shown(await planWriting(args, place, earlier)) };
}

/** @throws Error for a folder or what is no text, of which only the path is shown */
async function readDeleted({ uri }: Place): Promise<Pick<ChangeOfText, 'before' | 'isBytewise'>> {
  const { text, isBytewise } = await readToChange(uri);
  return { before: text, isBytewise };
}

/**
 * Shows a text that was read byte by byte as UTF-8, because redaction would not find a UTF-8 secret in single bytes.
 */
function shown({ before, after, isBytewise = false }: ChangeOfText): PlannedChange {
  if (!isBytewise) return { before, after };
  const asUtf8 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');
  return { before: before === undefined ? undefined : asUtf8(before), after: asUtf8(after) };
}

const PATHS = ['path', 'file_path', 'filePath', 'relative_path', 'absolute_path', 'file', 'filename'];
const CONTENTS = ['content', 'contents', 'file_text', 'fileText'];
const PASSAGES = [
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['old_str', 'new_str'],
] as const;
const WRITES = /write|create|save|overwrite|replace/i;
const MAX_EDITS = 100;

/**
 * Plans the change of a server's tool. Nobody knows what the server does with its arguments, so all of them that the
 * diff does not show word by word are shown, too.
 */
async function ofServer(tool: Tool, args: Arguments): Promise<Proposal | undefined> {
  const file = PATHS.map((name) => args[name]).find((path) => typeof path === 'string');
  if (file === undefined) return undefined;
  const { names, edits } = replacements(args);
  const content = CONTENTS.find((name) => typeof args[name] === 'string');
  const writes = content !== undefined && WRITES.test(tool.name);
  if (names.length === 0 && !writes) return undefined;
  // A text that goes to another machine is shown whole, even if this machine has the same file.
  const isRemote = (await tool.destination?.(args, []))?.isRemote === true;
  const current = isRemote ? undefined : await currentText(file);
  if (names.length > 0) {
    const inFile = current === undefined ? undefined : replaceAll(current, edits);
    if (inFile !== undefined && current !== undefined)
      return { file, shows: names, before: current, after: inFile };
    const [only] = edits;
    return edits.length === 1 && only ? { file, shows: names, ...passage(...only) } : undefined;
  }
  if (content === undefined || (current === undefined && (isRemote || !(await isNew(file)))))
    return undefined;
  return { file, shows: [content], before: current, after: lineFeeds(args[content] as string) };
}

type Replacement = readonly [oldText: string, newText: string];

function replacements(args: Arguments): {
  readonly names: readonly string[];
  readonly edits: readonly Replacement[];
} {
  const one = replacementIn(args);
  if (one) return { names: one.names, edits: [one.texts] };
  const { edits } = args;
  if (!Array.isArray(edits) || edits.length === 0 || edits.length > MAX_EDITS)
    return { names: [], edits: [] };
  const found = edits.map((each: unknown) => (isRecord(each) ? replacementIn(each) : undefined));
  // An edit with more properties than the two texts is not plain, because a diff would not show them.
  const isPlain = found.every(
    (each, index) => each && Object.keys(edits[index] as Arguments).length === each.names.length,
  );
  return isPlain
    ? { names: ['edits'], edits: found.flatMap((each) => (each ? [each.texts] : [])) }
    : { names: [], edits: [] };
}

function replacementIn(
  args: Arguments,
): { readonly names: readonly string[]; readonly texts: Replacement } | undefined {
  for (const [oldName, newName] of PASSAGES) {
    const [oldText, newText] = [args[oldName], args[newName]];
    if (typeof oldText === 'string' && oldText !== '' && typeof newText === 'string')
      return { names: [oldName, newName], texts: [oldText, newText] };
  }
  return undefined;
}

/**
 * Replaces the passages one after the other. Returns undefined unless each is there exactly once at its turn, because a
 * server may do anything else then.
 */
function replaceAll(text: string, edits: readonly Replacement[]): string | undefined {
  let now = text;
  for (const [oldText, newText] of edits) {
    const pieces = now.split(lineFeeds(oldText));
    if (pieces.length !== 2) return undefined;
    now = pieces.join(lineFeeds(newText));
  }
  return now;
}

function passage(oldText: string, newText: string): PlannedChange & { readonly isPassage: true } {
  return { before: lineFeeds(oldText), after: lineFeeds(newText), isPassage: true };
}

/** Returns the text of a file of the workspace if it can be read and is not known to hold secrets. */
async function currentText(path: string): Promise<string | undefined> {
  try {
    const place = await locate(path);
    if (await hasSecrets(place)) return undefined;
    const { text, isLossy } = await readShown(place.uri);
    return isLossy ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Returns whether the path is free in the workspace, and nothing says that the file would hold secrets. */
async function isNew(path: string): Promise<boolean> {
  try {
    const place = await locate(path);
    if (await hasSecrets(place)) return false;
    return await vscode.workspace.fs.stat(place.uri).then(
      () => false,
      (error: unknown) => error instanceof vscode.FileSystemError && error.code === 'FileNotFound',
    );
  } catch {
    return false;
  }
}

/** Returns whether a file may hold secrets. Its diff would be saved with the conversation until the call is decided. */
async function hasSecrets(place: Place): Promise<boolean> {
  return (await secrecyOf(place)) !== undefined;
}

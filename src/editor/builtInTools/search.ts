import { readFile, stat } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ContentPart } from '../../protocol/index.ts';
import {
  classifySensitive,
  searchExpression,
  type CallContext,
  type LineMatcher,
  type MatchedExpression,
} from '../../tools/index.ts';
import { lineFeeds } from '../../base/common/lineEnds.ts';
import { linesOf } from '../../base/common/lines.ts';
import { readSetting } from '../settings/settings.ts';
import { isSecretText } from './contentLook.ts';
import {
  decodeShown,
  documentOf,
  isBinary,
  isUtf8Usual,
  readShown,
  validUtf8,
  type ShownText,
} from './fileText.ts';
import { filesOf, MAX_SEARCHED, type FoundFile } from './findFiles.ts';
import { fileLabel } from './labels.ts';
import { locateToRead } from './paths.ts';
import { resultTokens } from './resultTokens.ts';
import {
  MAX_MATCHES,
  SearchReport,
  shownMatches,
  type FileOutcome,
  type ReportOptions,
} from './searchReport.ts';

const AT_ONCE = 16;
/** Bytes. Larger files are hardly written by hand, so they are searched only if the call names them. */
const MAX_FILE_BYTES = 2_000_000;
const MAX_NAMED_FILE_BYTES = 64_000_000;

/** @throws SyntaxError for an invalid expression. */
export type MatcherFor = (expression: MatchedExpression) => LineMatcher;

export async function searchText(
  args: Readonly<Record<string, unknown>>,
  { signal, onProgress }: CallContext,
  matcherFor: MatcherFor,
): Promise<readonly ContentPart[]> {
  const {
    query,
    isRegex = false,
    matchCase = false,
    include = '**/*',
    path,
    context = 0,
    output = 'lines',
  } = args as {
    query: string;
    isRegex?: boolean;
    matchCase?: boolean;
    include?: string;
    path?: string;
    context?: number;
    output?: ReportOptions['output'];
  };
  const named = path === undefined ? undefined : (await locateToRead(path)).uri;
  const { files: found, ignored } = await filesOf(include, named, signal);
  // The matches stand in the order of the names, whichever file was read first.
  const files = found
    .map((file) => ({ ...file, label: fileLabel(file.uri) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
    .slice(0, MAX_SEARCHED);
  const globs = readSetting('approval.sensitiveFiles');
  const report = new SearchReport({ output, tokens: resultTokens(), maxFileBytes: MAX_FILE_BYTES });
  let done = 0;
  const queue = files.entries();
  const isUtf8 = (vscode.workspace.workspaceFolders ?? []).every((folder) => isUtf8Usual(folder.uri));
  const matcher = matcherFor(searchExpression(query, { isRegex, matchCase }));
  const reader = async (): Promise<void> => {
    for (const [place, file] of queue) {
      signal.throwIfAborted();
      const maxBytes = file.uri.path === named?.path ? MAX_NAMED_FILE_BYTES : MAX_FILE_BYTES;
      const shown = (): number | undefined => (report.isFull(place) ? undefined : context);
      const outcome: FileOutcome = isSensitive(file, globs)
        ? { kind: 'sensitive' }
        : await searchFile(file, { matcher, isUtf8, maxBytes, shown });
      report.add(place, outcome);
      done += 1;
      if (done % 500 === 0)
        onProgress({ progress: done, total: files.length, message: t('{0} files searched', done) });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, reader));
  } finally {
    matcher.dispose();
  }
  return [
    {
      type: 'text',
      text: report.text({ ignored, end: found.length > MAX_SEARCHED ? MAX_SEARCHED : undefined }),
    },
  ];
}

interface FileSearch {
  readonly matcher: LineMatcher;
  readonly isUtf8: boolean;
  readonly maxBytes: number;
  /** Returns how many lines are shown around a match, or undefined while no match of the file would be shown. */
  readonly shown: () => number | undefined;
}

async function searchFile(
  { uri, real, label }: FoundFile & { readonly label: string },
  { matcher, isUtf8, maxBytes, shown }: FileSearch,
): Promise<FileOutcome> {
  const content = await searchable({ uri, real }, { isUtf8, maxBytes });
  if (content === 'large') return { kind: 'large', label };
  if (content === undefined) return { kind: 'unreadable' };
  const { found, count, isCut } = await matcher.match(content.text);
  const none: FileOutcome = { kind: 'searched', label, count: 0, shown: [], isLossy: false, isCut: false };
  if (count === 0 && !isCut) return none;
  // A file with a secret is left out silently, because a note would say that it matches.
  if (isSecretText(content.text, { path: uri.fsPath, real })) return none;
  const context = shown();
  return {
    kind: 'searched',
    label,
    count,
    shown:
      context === undefined ? [] : shownMatches(linesOf(content.text), found.slice(0, MAX_MATCHES), context),
    isLossy: content.isLossy && count > 0,
    isCut,
  };
}

/** Returns undefined if the file is gone or is not text. */
async function searchable(
  { uri, real }: FoundFile,
  { isUtf8, maxBytes }: Pick<FileSearch, 'isUtf8' | 'maxBytes'>,
): Promise<ShownText | 'large' | undefined> {
  try {
    const open = documentOf(uri);
    if (open?.isDirty) return await readShown(uri);
    // The file is not read through the editor, which would need a message for each of thousands of files.
    const { size } = await stat(real);
    if (size > maxBytes) return 'large';
    const bytes = await readFile(real);
    if (isBinary(bytes)) return undefined;
    const text = validUtf8(bytes);
    // Encodings differ only in what is not ASCII, so a text of ASCII needs no other decoding.
    const isPlain = text?.length === bytes.length || (isUtf8 && (open?.encoding ?? 'utf8') === 'utf8');
    if (text !== undefined && isPlain) return { text: lineFeeds(text), isLossy: false };
    return await decodeShown(uri, bytes);
  } catch {
    return undefined;
  }
}

function isSensitive({ uri, real }: FoundFile, globs: readonly string[]): boolean {
  const named = uri.fsPath;
  const isNamed = (path: string): boolean => classifySensitive(path, globs) !== undefined;
  return isNamed(named) || (real !== named && isNamed(real));
}

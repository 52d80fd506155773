import { readFile, stat } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ContentPart } from '../../protocol/index.ts';
import {
  searchExpression,
  type CallContext,
  type LineMatcher,
  type MatchedExpression,
} from '../../tools/index.ts';
import { lineFeeds } from '../../base/common/lineEnds.ts';
import { linesOf } from '../../base/common/lines.ts';
import { isSecretText } from './contentLook.ts';
import { decodeShown, documentOf, isBinary, readShown, validUtf8, type ShownText } from './fileText.ts';
import { listedName } from './listedName.ts';
import { locateToRead } from './paths.ts';
import { resultTokens } from './resultTokens.ts';
import {
  MAX_MATCHES,
  SearchReport,
  shownMatches,
  type FileOutcome,
  type ReportOptions,
} from './searchReport.ts';
import { readSetting } from '../settings/settings.ts';
import { isSensitive, isUtf8Everywhere, planSearch, type PlannedFile } from './searchPlan.ts';
import { uriOf, type NamedPlace } from './workspaceListing.ts';

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
    multiline = false,
    include,
    path,
    context = 0,
    output = 'lines',
    offset = 0,
  } = args as {
    query: string;
    isRegex?: boolean;
    matchCase?: boolean;
    multiline?: boolean;
    include?: string;
    path?: string;
    context?: number;
    output?: ReportOptions['output'];
    offset?: number;
  };
  const expression = searchExpression(query, { isRegex, matchCase, spansLines: multiline });
  const named = path === undefined ? undefined : await placeNamed(path);
  const maxBytes = named?.isFile === true ? MAX_NAMED_FILE_BYTES : MAX_FILE_BYTES;
  const plan = await planSearch(expression, {
    include: include ?? '**/*',
    named,
    maxBytes: MAX_FILE_BYTES,
    signal,
  });
  const chosenBy = (['include', 'path'] as const).filter((name) => args[name] !== undefined);
  const report = new SearchReport({
    chosenBy,
    output,
    offset,
    tokens: resultTokens(),
    maxFileBytes: maxBytes,
    isFileNamed: named?.isFile === true,
  });
  report.addSearched(plan.passed);
  report.addSensitive(plan.sensitive);
  let done = 0;
  const queue = plan.files.entries();
  const isUtf8 = isUtf8Everywhere();
  const globs = readSetting('approval.sensitiveFiles');
  const matcher = matcherFor(expression);
  const reader = async (): Promise<void> => {
    for (const [place, file] of queue) {
      signal.throwIfAborted();
      const shown = (): ShownLines | undefined =>
        report.isFull(place) ? undefined : { context, matches: offset + MAX_MATCHES };
      const outcome = isSensitive(file, globs)
        ? ({ kind: 'sensitive' } as const)
        : await searchFile({ ...file, uri: uriOf(file) }, { matcher, isUtf8, maxBytes, shown });
      report.add(place, outcome);
      done += 1;
      if (done % 500 === 0)
        onProgress({ progress: done, total: plan.files.length, message: t('{0} files searched', done) });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, reader));
  } finally {
    matcher.dispose();
  }
  return [{ type: 'text', text: report.text(plan) }];
}

async function placeNamed(path: string): Promise<NamedPlace> {
  const { uri, real, label } = await locateToRead(path);
  const found = await stat(real).catch(() => undefined);
  if (!found) throw new Error(`There is no file or folder ${listedName(label)}. find_files looks for names.`);
  return { uri, isFile: !found.isDirectory() };
}

interface ShownLines {
  /** The number of lines around a match. */
  readonly context: number;
  /** Most matches of a file. */
  readonly matches: number;
}

interface SearchedFile extends PlannedFile {
  readonly uri: vscode.Uri;
}

const noMatch = { kind: 'searched', count: 0, shown: [], isLossy: false, isCut: false } as const;

interface FileSearch {
  readonly matcher: LineMatcher;
  readonly isUtf8: boolean;
  readonly maxBytes: number;
  /** Returns what is shown of a file, or undefined while no match of the file would be. */
  readonly shown: () => ShownLines | undefined;
}

async function searchFile(
  { uri, real, label, isMatched }: SearchedFile,
  { matcher, isUtf8, maxBytes, shown }: FileSearch,
): Promise<FileOutcome> {
  const none: FileOutcome = { ...noMatch, label };
  const content = await searchable({ uri, real }, { isUtf8, maxBytes });
  if (content === 'large') return { kind: 'large', label };
  // A note that only a matching file gets would say that it matches.
  if (content === undefined) return isMatched ? none : { kind: 'unreadable' };
  const { found, count, isCut } = await matcher.match(content.text, shown()?.matches ?? 0);
  if (count === 0 && !isCut) return none;
  // A file with a secret is left out silently, because a note would say that it matches.
  if (isSecretText(content.text, { path: uri.fsPath, real })) return none;
  const wanted = shown();
  return {
    kind: 'searched',
    label,
    count,
    shown: wanted === undefined ? [] : shownMatches(linesOf(content.text), found, wanted.context),
    isLossy: content.isLossy && count > 0,
    isCut,
  };
}

/** Returns undefined if the file is gone or is not text. */
async function searchable(
  { uri, real }: Pick<SearchedFile, 'uri' | 'real'>,
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

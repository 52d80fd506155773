import { placeAfter, placeBefore } from '../../base/common/cut.ts';
import { readFile, stat } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ContentPart } from '../../protocol/index.ts';
import {
  classifySensitive,
  searchExpression,
  type CallContext,
  type LineMatch,
  type LineMatcher,
  type MatchedExpression,
} from '../../tools/index.ts';
import { lineFeeds } from '../../base/common/lineEnds.ts';
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

const MAX_MATCHES = 300;
const AT_ONCE = 16;
/** Characters; longer lines are shown only around the match. */
const MAX_LINE = 300;
/** Bytes. Larger files are hardly written by hand, so they are searched only if the call names them. */
const MAX_FILE_BYTES = 2_000_000;
const MAX_NAMED_FILE_BYTES = 64_000_000;
/** Most files that are named as left out because of their size. */
const MAX_NAMED = 3;
/** Most lines of one match that are shown. */
const MAX_LINES_OF_MATCH = 5;

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
  } = args as {
    query: string;
    isRegex?: boolean;
    matchCase?: boolean;
    include?: string;
    path?: string;
  };
  const named = path === undefined ? undefined : (await locateToRead(path)).uri;
  const uris = await filesOf(include, named, signal);
  const files = uris.slice(0, MAX_SEARCHED);
  const globs = readSetting('approval.sensitiveFiles');
  const report = new SearchReport();
  let done = 0;
  const queue = files.values();
  const isUtf8 = (vscode.workspace.workspaceFolders ?? []).every((folder) => isUtf8Usual(folder.uri));
  const matcher = matcherFor(searchExpression(query, { isRegex, matchCase }));
  const reader = async (): Promise<void> => {
    for (const found of queue) {
      signal.throwIfAborted();
      if (report.matches.length >= MAX_MATCHES) return;
      const maxBytes = found.uri.path === named?.path ? MAX_NAMED_FILE_BYTES : MAX_FILE_BYTES;
      report.add(
        isSensitive(found, globs)
          ? { kind: 'sensitive' }
          : await searchFile(found, { matcher, isUtf8, maxBytes }),
      );
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
  return [{ type: 'text', text: report.text(uris.length) }];
}

type FileOutcome =
  | { readonly kind: 'sensitive' | 'unreadable' }
  | { readonly kind: 'large'; readonly label: string }
  | {
      readonly kind: 'searched';
      /** Lines of each match, as the model gets them. */
      readonly matches: readonly string[];
      readonly isLossy: boolean;
      /** A long line was not searched to its end. */
      readonly isCut: boolean;
    };

/** Collects what a search found, and what it left out. */
class SearchReport {
  readonly matches: string[] = [];
  private readonly large: string[] = [];
  private searched = 0;
  private sensitive = 0;
  private unreadable = 0;
  private lossy = 0;
  private cut = 0;

  add(outcome: FileOutcome): void {
    switch (outcome.kind) {
      case 'sensitive':
        this.sensitive += 1;
        break;
      case 'unreadable':
        this.unreadable += 1;
        break;
      case 'large':
        this.large.push(outcome.label);
        break;
      case 'searched':
        this.searched += 1;
        this.matches.push(...outcome.matches);
        if (outcome.isLossy) this.lossy += 1;
        if (outcome.isCut) this.cut += 1;
    }
  }

  /** `found` is the number of files that there were to search. */
  text(found: number): string {
    const rest = [
      found > MAX_SEARCHED ? `Only ${MAX_SEARCHED} of ${found} files were searched.` : undefined,
      this.sensitiveNote,
      this.largeNote,
      this.unreadable > 0 ? `${filesWere(this.unreadable, 'not text')} left out.` : undefined,
      this.cut > 0
        ? `${this.cut === 1 ? '1 file has a line' : `${this.cut} files have lines`} too long to be searched to the end.`
        : undefined,
      this.lossyNote,
    ].filter((note) => note !== undefined);
    return [...this.shownMatches, ...rest].join('\n');
  }

  private get shownMatches(): readonly string[] {
    const { matches } = this;
    if (matches.length === 0)
      return [`No match in ${this.searched} ${this.searched === 1 ? 'file' : 'files'}.`];
    const shown = matches.slice(0, MAX_MATCHES).toSorted(byPlace);
    return matches.length >= MAX_MATCHES ? [...shown, '… there are more; narrow the search.'] : shown;
  }

  private get sensitiveNote(): string | undefined {
    if (this.sensitive === 0) return undefined;
    const files =
      this.sensitive === 1
        ? '1 file that may hold secrets was'
        : `${this.sensitive} files that may hold secrets were`;
    return `${files} left out. read_file reads one, if the user allows it.`;
  }

  private get largeNote(): string | undefined {
    const { large } = this;
    if (large.length === 0) return undefined;
    const names = large.toSorted().slice(0, MAX_NAMED).join(', ');
    const more = large.length > MAX_NAMED ? ` and ${large.length - MAX_NAMED} more` : '';
    const limit = `${MAX_FILE_BYTES / 1_000_000} MB`;
    return `${filesWere(large.length, `larger than ${limit}`)} left out: ${names}${more}. Give one as path to search it.`;
  }

  private get lossyNote(): string | undefined {
    if (this.lossy === 0) return undefined;
    const files = this.lossy === 1 ? '1 file with matches' : `${this.lossy} files with matches`;
    return `The encoding of ${files} is not known; \uFFFD stands for what could not be read.`;
  }
}

function filesWere(count: number, what: string): string {
  return count === 1 ? `1 file that is ${what} was` : `${count} files that are ${what} were`;
}

interface FileSearch {
  readonly matcher: LineMatcher;
  readonly isUtf8: boolean;
  readonly maxBytes: number;
}

async function searchFile(
  { uri, real }: FoundFile,
  { matcher, isUtf8, maxBytes }: FileSearch,
): Promise<FileOutcome> {
  const label = fileLabel(uri);
  const content = await searchable({ uri, real }, { isUtf8, maxBytes });
  if (content === 'large') return { kind: 'large', label };
  if (content === undefined) return { kind: 'unreadable' };
  const { found, isCut } = await matcher.match(content.text);
  if (found.length === 0 && !isCut) return { kind: 'searched', matches: [], isLossy: false, isCut: false };
  // A file with a secret is left out silently, because a note would say that it matches.
  if (isSecretText(content.text, { path: uri.fsPath, real }))
    return { kind: 'searched', matches: [], isLossy: false, isCut: false };
  const all = content.text.split('\n');
  return {
    kind: 'searched',
    matches: found.map((match) => shownMatch(label, all, match)),
    isLossy: content.isLossy && found.length > 0,
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

/** Returns the lines of a match, each with its place. */
function shownMatch(label: string, all: readonly string[], { line, at, lines }: LineMatch): string {
  const shown = all
    .slice(line, line + Math.min(lines, MAX_LINES_OF_MATCH))
    .map((text, index) => `${label}:${line + index + 1}: ${excerpt(text, index === 0 ? at : 0)}`);
  return [
    ...shown,
    ...(lines > MAX_LINES_OF_MATCH ? [`… the match goes on to line ${line + lines}`] : []),
  ].join('\n');
}

function excerpt(line: string, at: number): string {
  if (line.length <= MAX_LINE) return line.trim();
  const start = placeAfter(line, at - MAX_LINE / 2);
  return `…${line.slice(start, placeBefore(line, start + MAX_LINE))}…`;
}

function byPlace(a: string, b: string): number {
  const [fileA = '', lineA = ''] = a.split(':');
  const [fileB = '', lineB = ''] = b.split(':');
  return fileA.localeCompare(fileB) || Number(lineA) - Number(lineB);
}

function isSensitive({ uri, real }: FoundFile, globs: readonly string[]): boolean {
  const named = uri.fsPath;
  const isNamed = (path: string): boolean => classifySensitive(path, globs) !== undefined;
  return isNamed(named) || (real !== named && isNamed(real));
}

/** Writes what a search found, and what it left out, as the model reads it. */
import { countText } from '../../agent/index.ts';
import { placeAfter, placeBefore } from '../../base/common/cut.ts';
import { MAX_FOUND, type LineMatch } from '../../tools/index.ts';
import { listedName } from './listedName.ts';

/** Most matching lines that are shown. */
export const MAX_MATCHES = 300;
/** Most matching lines that a call passes over. A file tells no more apart. */
export const MAX_OFFSET = MAX_FOUND - MAX_MATCHES;
/** Characters; longer lines are shown only around the match. */
const MAX_LINE = 300;
/** Most files that are named as left out because of their size. */
const MAX_NAMED = 3;
/** Most lines of one match that are shown. */
const MAX_LINES_OF_MATCH = 5;

export type FileOutcome =
  | { readonly kind: 'sensitive' | 'unreadable' }
  | { readonly kind: 'large'; readonly label: string }
  | {
      readonly kind: 'searched';
      readonly label: string;
      /** The number of lines that match. */
      readonly count: number;
      /** The lines of each match, with what stands around it. Fewer than `count` if not all are wanted. */
      readonly shown: readonly string[];
      readonly isLossy: boolean;
      /** A long line was not searched to its end. */
      readonly isCut: boolean;
    };

type Searched = Extract<FileOutcome, { kind: 'searched' }>;

export interface ReportOptions {
  /** The arguments that say which files to search. */
  readonly chosenBy: readonly ('include' | 'path')[];
  readonly output: 'lines' | 'counts';
  /** The number of matching lines, or of files if they are only counted, that are passed over. */
  readonly offset: number;
  /** The size of the report, in tokens of the estimate. */
  readonly tokens: number;
  readonly maxFileBytes: number;
  /** The path is that of the only file to search. */
  readonly isFileNamed: boolean;
}

/** Tells which files were searched, and by what. */
export interface Choice {
  /** The number of files that fit, but that git ignores. */
  readonly ignored: number;
  /** There are more files, which were not looked at. */
  readonly isCut: boolean;
  readonly byRipgrep: boolean;
}

export class SearchReport {
  private readonly options: ReportOptions;
  /** Files with matches, by their places in the order of the report. */
  private readonly found = new Map<number, Pick<Searched, 'label' | 'count' | 'shown'>>();
  /** The number of shown matches by place. Few files have some, while thousands may have matches. */
  private readonly shown = new Map<number, number>();
  private readonly large: string[] = [];
  private searched = 0;
  private sensitive = 0;
  private unreadable = 0;
  private lossy = 0;
  private cut = 0;

  constructor(options: ReportOptions) {
    this.options = options;
  }

  /** Returns whether the lines of a file would not be shown, because files before it have enough. */
  isFull(place: number): boolean {
    if (this.options.output === 'counts') return true;
    let lines = 0;
    for (const [other, shown] of this.shown) if (other < place) lines += shown;
    return lines >= this.options.offset + MAX_MATCHES;
  }

  addSearched(count: number): void {
    this.searched += count;
  }

  addSensitive(count: number): void {
    this.sensitive += count;
  }

  add(place: number, outcome: FileOutcome): void {
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
      case 'searched': {
        const { label, count, shown, isLossy, isCut } = outcome;
        this.searched += 1;
        if (count > 0) this.found.set(place, { label, count, shown });
        if (shown.length > 0) this.shown.set(place, shown.length);
        if (isLossy) this.lossy += 1;
        if (isCut) this.cut += 1;
      }
    }
  }

  text(choice: Choice): string {
    const matches = this.searched === 0 ? [this.noFile(choice)] : this.matches();
    return [...matches, ...this.notes(choice)].join('\n');
  }

  /** Gives the reason, unless notes on the files that were left out do. */
  private noFile({ ignored, isCut }: Choice): string {
    const none = 'No file was searched';
    const leftOut = ignored + this.sensitive + this.unreadable + this.large.length;
    if (leftOut > 0 || isCut) return `${none}.`;
    const { chosenBy } = this.options;
    const which = chosenBy.length === 0 ? 'there is none' : `none fits ${chosenBy.join(' and ')}`;
    return `${none}: ${which}, or the editor's settings leave it out.`;
  }

  private matches(): readonly string[] {
    if (this.found.size === 0) return [`No match in the ${counted(this.searched, 'file')} searched.`];
    const files = [...this.found].toSorted(([a], [b]) => a - b).map(([, file]) => file);
    return this.options.output === 'counts' ? this.counts(files) : this.lines(files);
  }

  private lines(files: readonly Pick<Searched, 'label' | 'count' | 'shown'>[]): readonly string[] {
    const lines: string[] = [];
    const { offset, tokens } = this.options;
    let space = tokens;
    let [passed, matches, shownFiles, isOver] = [0, 0, 0, false];
    for (const { label, shown } of files) {
      const name = listedName(label);
      let isNamed = false;
      for (const match of shown) {
        if (passed < offset) {
          passed += 1;
          continue;
        }
        space -= countText(match) + 1 + (isNamed ? 0 : countText(name));
        isOver = (space < 0 && matches > 0) || matches >= MAX_MATCHES;
        if (isOver) break;
        if (!isNamed) {
          lines.push(name);
          shownFiles += 1;
          isNamed = true;
        }
        if (match !== '') lines.push(match);
        matches += 1;
      }
      if (isOver) break;
    }
    const all = total(files);
    if (matches === 0 && offset > 0)
      return [
        `The offset is behind the last match: there ${all === 1 ? 'is' : 'are'} ${counted(all, 'matching line')} in ${counted(files.length, 'file')}.`,
      ];
    const hasMore = isOver || matches >= MAX_MATCHES;
    const next = hasMore ? goOn(offset + matches) : 'Narrow';
    if (offset + matches < all)
      lines.push(
        `[${matches.toLocaleString('en')} of ${counted(all, 'matching line')} are shown, of ${shownFiles} of ${counted(files.length, 'file')}. ${next} the search by path, include or query, or set output to "counts".]`,
      );
    return lines;
  }

  private counts(files: readonly Pick<Searched, 'label' | 'count'>[]): readonly string[] {
    const { offset, tokens } = this.options;
    const lines = [`${counted(total(files), 'matching line')} in ${counted(files.length, 'file')}:`];
    if (offset >= files.length)
      return [
        `The offset is behind the last file: there ${files.length === 1 ? 'is' : 'are'} ${counted(files.length, 'file')} with matches.`,
      ];
    let space = tokens;
    for (const [index, { label, count }] of files.entries()) {
      if (index < offset) continue;
      const line = `${listedName(label)}: ${count.toLocaleString('en')}`;
      space -= countText(line) + 1;
      if (space < 0 && index > offset) {
        const rest = files.slice(index);
        lines.push(
          `… and ${counted(rest.length, 'more file')} with ${counted(total(rest), 'matching line')}. ${goOn(index)} the search by path or include.`,
        );
        break;
      }
      lines.push(line);
    }
    return lines;
  }

  private notes({ ignored, isCut, byRipgrep }: Choice): readonly string[] {
    return [
      isCut
        ? `There are more files: only ${this.searched.toLocaleString('en')} were searched. Narrow the search by path or include.`
        : undefined,
      this.sensitive > 0
        ? `${filesWere(this.sensitive, 'may hold secrets')} left out. read_file reads one, if the user allows it.`
        : undefined,
      this.largeNote,
      this.unreadable > 0
        ? `${filesWere(this.unreadable, this.unreadable === 1 ? 'is not text' : 'are not text')} left out.`
        : undefined,
      ignored > 0 ? `${filesWere(ignored, 'git ignores')} left out.${this.wayToIgnored}` : undefined,
      this.cut > 0
        ? `${this.cut === 1 ? '1 file has a line' : `${this.cut} files have lines`} too long to be searched to the end.`
        : undefined,
      this.lossy > 0
        ? `The encoding of ${this.lossy === 1 ? '1 file with matches' : `${this.lossy} files with matches`} is not known; \uFFFD stands for what could not be read.`
        : undefined,
      byRipgrep ? undefined : 'Searched without ripgrep.',
    ].filter((note) => note !== undefined);
  }

  /** Is left out where other files were searched, as these are hardly what is looked for. */
  private get wayToIgnored(): string {
    return this.searched === 0
      ? ' read_file reads one, if the user allows it, and a command can search them.'
      : '';
  }

  private get largeNote(): string | undefined {
    const { large } = this;
    if (large.length === 0) return undefined;
    const names = large.toSorted().slice(0, MAX_NAMED).map(listedName).join(', ');
    const more = large.length > MAX_NAMED ? ` and ${large.length - MAX_NAMED} more` : '';
    const { maxFileBytes, isFileNamed } = this.options;
    const limit = `${large.length === 1 ? 'is' : 'are'} larger than ${maxFileBytes / 1_000_000} MB`;
    const way = isFileNamed ? 'A command can search it.' : 'Give one as path to search it.';
    return `${filesWere(large.length, limit)} left out: ${names}${more}. ${way}`;
  }
}

/**
 * Writes the lines of each match, `12:text`, with `context` lines around it, `13-text`. `--` stands where lines between
 * two matches are left out. A line is shown once, so that a match can have no line of its own.
 */
export function shownMatches(
  all: readonly string[],
  found: readonly LineMatch[],
  context: number,
): readonly string[] {
  let shownTo = 0;
  return found.map(({ line, at, lines }, index) => {
    const matchEnd = line + Math.min(lines, MAX_LINES_OF_MATCH);
    const isLong = lines > MAX_LINES_OF_MATCH;
    const next = found[index + 1]?.line ?? Infinity;
    const from = Math.max(shownTo, line - context);
    const around = isLong ? matchEnd : Math.min(all.length, matchEnd + context, next);
    const to = Math.max(matchEnd, around);
    const shown: string[] = context > 0 && shownTo > 0 && from > shownTo ? ['--'] : [];
    for (let number = from; number < to; number += 1) {
      const isMatch = number >= line && number < matchEnd;
      shown.push(
        `${number + 1}${isMatch ? ':' : '-'}${excerpt(all[number] ?? '', number === line ? at : 0)}`,
      );
    }
    if (isLong) shown.push(`… the match goes on to line ${line + lines}`);
    shownTo = Math.max(shownTo, to);
    return shown.join('\n');
  });
}

/** Keeps the indentation, because edits need it. */
function excerpt(line: string, at: number): string {
  if (line.length <= MAX_LINE) return line;
  const start = placeAfter(line, at - MAX_LINE / 2);
  const end = placeBefore(line, start + MAX_LINE);
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

/** Begins the sentence on what was not shown. No call passes over more than `MAX_OFFSET`. */
function goOn(offset: number): string {
  return offset <= MAX_OFFSET ? `Go on with offset ${offset}, or narrow` : 'Narrow';
}

function total(files: readonly Pick<Searched, 'count'>[]): number {
  return files.reduce((sum, { count }) => sum + count, 0);
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

function filesWere(count: number, what: string): string {
  return `${counted(count, 'file')} that ${what} ${count === 1 ? 'was' : 'were'}`;
}

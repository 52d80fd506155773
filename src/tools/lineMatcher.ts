/** Matches lines with a model's expression in a worker, because an expression could run forever. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { processorMs } from '../base/node/processorTime.ts';

export interface LineMatch {
  /** The number of the line, from 0. */
  readonly line: number;
  /** The place in that line, in characters. */
  readonly at: number;
  /** The number of lines that the match goes over. */
  readonly lines: number;
}

export interface TextMatches {
  /** The first match of each line, up to as many as were asked for. */
  readonly found: readonly LineMatch[];
  /** The number of lines in which a match begins. */
  readonly count: number;
  /** True if a long line was given up before its end. */
  readonly isCut: boolean;
}

/** Most matches of one text that are told apart, because a text may have millions. The others are counted. */
export const MAX_FOUND = 10_000;
const USUALLY_FOUND = 1_000;
/**
 * Longest text in characters that an expression looks at once. Expressions often take the square of that, so longer lines
 * are looked at piece by piece.
 */
const PIECE = 10_000;
/** Characters that two pieces share. A match of at most so many is found wherever it is. */
const SHARED = 1_000;
/** Time limit in ms for the pieces of one text together. */
const PIECES_MS = 500;

const source = `
const { parentPort, workerData } = require('node:worker_threads');
const { source, flags, spansLines } = workerData;
const expression = new RegExp(source, flags + 'g');
let piecesMs = 0;
let isCut = false;
let found = [];
let count = 0;
let most = 0;

function first(text, from) {
  expression.lastIndex = from;
  return expression.exec(text);
}

// A piece begins one character early, so that the beginning of a line and of a word are known.
function firstInPieces(line) {
  const began = performance.now();
  for (let start = 0; start < line.length; start += ${PIECE - SHARED}) {
    if (piecesMs + performance.now() - began > ${PIECES_MS}) {
      isCut = true;
      break;
    }
    const early = start === 0 ? 0 : 1;
    const piece = line.slice(start - early, start + ${PIECE});
    const isLast = start + ${PIECE} >= line.length;
    const match = first(piece, early);
    // What ends with a piece may go on in the next one, which has it from its beginning.
    if (match && (isLast || match.index + match[0].length < piece.length)) {
      piecesMs += performance.now() - began;
      return start - early + match.index;
    }
  }
  piecesMs += performance.now() - began;
  return undefined;
}

function add(match) {
  count += 1;
  if (found.length < most) found.push(match);
}

function byLine(text) {
  if (text === '') return;
  // A line feed at the end begins no line.
  const lines = (text.endsWith('\\n') ? text.slice(0, -1) : text).split('\\n');
  lines.forEach((line, index) => {
    const at = line.length <= ${PIECE} ? first(line, 0)?.index : firstInPieces(line);
    if (at !== undefined) add({ line: index, at, lines: 1 });
  });
}

function overLines(text) {
  let line = 0;
  let last = -1;
  let start = 0;
  let counted = 0;
  // A line feed at the end begins no line, nor has an empty text one.
  const end = text === '' || text.endsWith('\\n') ? text.length : Infinity;
  for (const match of text.matchAll(expression)) {
    if (match.index === end) break;
    for (let next = text.indexOf('\\n', counted); next >= 0 && next < match.index; next = text.indexOf('\\n', counted)) {
      line += 1;
      start = counted = next + 1;
    }
    if (last === line) continue;
    last = line;
    add({ line, at: match.index - start, lines: match[0].trimEnd().split('\\n').length });
  }
}

parentPort.on('message', ({ text, wanted }) => {
  most = wanted;
  piecesMs = 0;
  isCut = false;
  found = [];
  count = 0;
  if (spansLines) overLines(text);
  else byLine(text);
  parentPort.postMessage({ found, count, isCut });
});
`;

export interface MatchedExpression {
  readonly source: string;
  /** The flags without `g`. */
  readonly flags: string;
  /** True if the text is matched as a whole, because a match can go over several lines. */
  readonly spansLines?: boolean | undefined;
}

export class LineMatcher {
  private readonly worker: Worker;
  private readonly limitMs: number;
  private readonly spentMs: () => number;
  private readonly disposed = new AbortController();
  private last: Promise<unknown> = Promise.resolve();

  /**
   * `limitMs` is for one text, and at least half of it must be work, because a busy machine lets time pass. @throws
   * SyntaxError if the expression is not valid
   */
  constructor(
    { source: pattern, flags, spansLines = false }: MatchedExpression,
    limitMs = 2_000,
    spentMs = processorMs,
  ) {
    const valid = new RegExp(pattern, flags);
    const workerData = { source: valid.source, flags: valid.flags, spansLines };
    this.worker = new Worker(source, { eval: true, workerData });
    this.worker.unref();
    this.limitMs = limitMs;
    this.spentMs = spentMs;
  }

  /** Matches one text after the other. @throws Error if it takes too long; the matcher cannot be used after that */
  match(text: string, most = USUALLY_FOUND): Promise<TextMatches> {
    const found = this.last.then(() => this.ask(text, Math.min(most, MAX_FOUND)));
    this.last = found.catch(() => undefined);
    return found;
  }

  dispose(): void {
    this.disposed.abort();
    void this.worker.terminate();
  }

  private async ask(text: string, most: number): Promise<TextMatches> {
    const begun = this.spentMs();
    this.worker.postMessage({ text, wanted: most });
    for (;;) {
      const limit = AbortSignal.timeout(this.limitMs);
      const signal = AbortSignal.any([limit, this.disposed.signal]);
      try {
        const [found] = (await once(this.worker, 'message', { signal })) as [TextMatches];
        return found;
      } catch (cause) {
        const isLate = limit.aborted && !this.disposed.signal.aborted;
        if (isLate && this.spentMs() - begun < this.limitMs / 2) continue;
        this.dispose();
        if (!isLate) throw cause;
        throw new Error('The expression takes too long on some line. Write a simpler one.', { cause });
      }
    }
  }
}

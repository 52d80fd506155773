import { headText } from '../../base/common/cut.ts';
import { stripVTControlCharacters } from 'node:util';
import { join, type LocalizedMessage, msg } from '../../base/common/message.ts';
import { plainText } from '../../base/common/text.ts';

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProcessTrace {
  readonly exit: ProcessExit | undefined;
  /** The last lines of stderr. */
  readonly tail: readonly string[];
  /** Lines that the process wrote to stdout and stderr, other than messages. */
  readonly printed?: readonly string[] | undefined;
  /** The first line on stdout that is no message. */
  readonly stray?: string | undefined;
  readonly searched?: readonly string[];
}

const MAX_LINE = 300;
const MAX_WHOLE_LINE = 1_000;
const MAX_LINES = 5;
/** Stack traces, and what Node prints around them. */
const noise = /^\s+at |^\s*[\^~{}]*\s*$|^Node\.js v\d|^node:internal/;

export function plainLine(line: string, max = MAX_LINE): string {
  return plainText(stripVTControlCharacters(headText(line, 4 * max)), max) ?? '';
}

export function lastOutput(trace: ProcessTrace | undefined): LocalizedMessage | undefined {
  const lines = (trace?.tail ?? [])
    .filter((line) => !noise.test(line))
    .map((line) => plainLine(line))
    .filter((line) => line !== '')
    .slice(-MAX_LINES);
  const said = lines.length === 0 ? undefined : msg('Last output: {0}', lines.join('\n'));
  const stray = plainLine(trace?.stray ?? '', 200);
  if (stray === '') return said;
  return join(' ', msg('The server wrote "{0}" to stdout, which is reserved for MCP messages.', stray), said);
}

/** Returns all that an ended server has printed, one a line, or undefined if it is no more than a sentence says. */
export function wholeOutput(trace: ProcessTrace): LocalizedMessage | undefined {
  const lines = (trace.printed ?? []).map((line) => plainLine(line, MAX_WHOLE_LINE)).filter(Boolean);
  return lines.length < 2 ? undefined : msg('Output:\n{0}', lines.join('\n'));
}

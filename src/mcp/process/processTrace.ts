/** What is known of a server's process when it failed or ended. */
import { stripVTControlCharacters } from 'node:util';
import { join, type LocalizedMessage, msg } from '../../base/common/message.ts';
import { plainText } from '../../base/common/text.ts';

/** How a server process ended: by itself with a code, or by a signal. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What is known about a stdio server's process when something went wrong. */
export interface ProcessTrace {
  readonly exit: ProcessExit | undefined;
  /** The last lines of stderr. */
  readonly tail: readonly string[];
  /** The first line it printed on stdout that is no message. */
  readonly stray?: string | undefined;
  /** The folders of the PATH it was started with. */
  readonly searched?: readonly string[];
}

const MAX_LINE = 300;
const MAX_LINES = 5;
/** Lines of a stack trace, and what Node prints around it: they push what matters out of sight. */
const noise = /^\s+at |^\s*[\^~{}]*\s*$|^Node\.js v\d|^node:internal/;

/** One line of a server, without colours and controls, and cut. */
export function plainLine(line: string, max = MAX_LINE): string {
  return plainText(stripVTControlCharacters(line.slice(0, 4 * max)), max) ?? '';
}

/** The last lines of stderr as the end of a message, with what else was found on stdout. */
export function lastOutput(trace: ProcessTrace | undefined): LocalizedMessage | undefined {
  const lines = (trace?.tail ?? [])
    .filter((line) => !noise.test(line))
    .map((line) => plainLine(line))
    .filter((line) => line !== '')
    .slice(-MAX_LINES);
  const said = lines.length === 0 ? undefined : msg('Last output: {0}', lines.join(' ⏎ '));
  const stray = plainLine(trace?.stray ?? '', 200);
  if (stray === '') return said;
  return join(' ', msg('The server wrote "{0}" to stdout, which is reserved for MCP messages.', stray), said);
}

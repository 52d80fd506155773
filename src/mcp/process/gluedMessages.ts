/** Finds messages in a line of output that holds something else, too, such as progress without an end of the line. */
import { isRecord, parsedJson } from '../../base/common/guards.ts';

/**
 * The number of objects that begin like a message and are none after which the search ends, because a line may have 64
 * MB.
 */
const MAX_TRIES = 10;
const begins = /\{\s*"(?:jsonrpc|id|method|result|error|params)"\s*:/g;
/**
 * Methods that only servers send. A line of a log may repeat what the client has sent, which is no message of the
 * server.
 */
const ofServers =
  /^(?:notifications\/(?:progress|message|resources\/updated|(?:tools|prompts|resources)\/list_changed|tasks\/status|elicitation\/complete)|sampling\/|elicitation\/|roots\/list$|ping$)/;

export interface Glued {
  readonly values: readonly Readonly<Record<string, unknown>>[];
  /** The rest of the line. */
  readonly noise: string;
}

export function gluedIn(line: string): Glued {
  const values: Record<string, unknown>[] = [];
  const rest: string[] = [];
  let done = 0;
  let tries = 0;
  for (const { index } of line.matchAll(begins)) {
    if (index < done) continue;
    if (tries === MAX_TRIES) break;
    const end = endOfObject(line, index);
    const value = end === undefined ? undefined : parsedJson(line.slice(index, end));
    if (end === undefined || !isRecord(value) || !isOfServer(value)) {
      tries += 1;
      continue;
    }
    values.push(value);
    rest.push(line.slice(done, index));
    done = end;
  }
  return { values, noise: [...rest, line.slice(done)].join(' ').trim() };
}

function isOfServer({ jsonrpc, method, id, result, error }: Record<string, unknown>): boolean {
  if (jsonrpc !== '2.0') return false;
  if (method !== undefined) return typeof method === 'string' && ofServers.test(method);
  return id !== undefined && (result !== undefined || error !== undefined);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Returns the place after the closing brace; undefined if there is none. An expression would go back over a text of megabytes. */
function endOfObject(line: string, start: number): number | undefined {
  let depth = 0;
  let isInText = false;
  for (let at = start; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (isInText && code === BACKSLASH) at++;
    else if (code === QUOTE) isInText = !isInText;
    else if (isInText) continue;
    else if (code === OPEN) depth++;
    else if (code === CLOSE) depth--;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

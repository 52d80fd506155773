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

/** Returns the offset after the object's closing brace, or undefined if it has none. */
function endOfObject(line: string, start: number): number | undefined {
  let depth = 0;
  // The pattern matches braces, and whole texts, in which braces count for nothing.
  const parts = /[{}]|"(?:[^"\\]|\\.)*"/g;
  parts.lastIndex = start;
  for (let part = parts.exec(line); part; part = parts.exec(line)) {
    if (part[0] === '{') depth += 1;
    else if (part[0] === '}') depth -= 1;
    if (depth === 0) return parts.lastIndex;
  }
  return undefined;
}

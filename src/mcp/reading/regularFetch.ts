/** A `fetch` whose answers hold regular messages: the SDK's transports check them before anyone else has them. */
import type { FetchLike } from '@modelcontextprotocol/client';
import { LocalizedError, msg } from '../../base/common/message.ts';
import { jsonObject, parsedJson } from '../../base/common/guards.ts';

/** The request that an answer comes to. A stream may also hold a repeated answer to another request. */
export interface Posted {
  readonly id: unknown;
  readonly isStream: boolean;
}

/** Returns the messages in a value. */
export type ReadMessages = (value: unknown, posted?: Posted) => readonly object[];

/**
 * Returns a `fetch` that makes streams of events regular, and JSON from `address`. JSON of other addresses, such as
 * those of authorization servers, stays as it is.
 */
export function regularFetch(base: FetchLike, address: URL, read: ReadMessages): FetchLike {
  return async (url, init) => {
    const response = await base(url, init);
    if (!response.ok || !response.body) return response;
    const type = response.headers.get('content-type')?.toLowerCase() ?? '';
    const id = init?.method === 'POST' ? idIn(init.body) : undefined;
    const isStream = type.startsWith('text/event-stream');
    const readAnswer: ReadMessages = (value) => read(value, { id, isStream });
    if (isStream) return withEvents(response, response.body, readAnswer);
    if (init?.method !== 'POST' || new URL(url).href !== address.href) return response;
    const answer = type === '' || type.startsWith('text/plain') ? await asJson(response) : response;
    withJson(answer, readAnswer);
    return answer;
  };
}

function idIn(body: RequestInit['body']): unknown {
  return typeof body === 'string' ? jsonObject(body)?.['id'] : undefined;
}

const MAX_WORDS = 1_000;

/** Sets the type of JSON that a server sends without saying so, because the SDK goes by the type alone. */
async function asJson(response: Response): Promise<Response> {
  const { status, statusText } = response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  // Some gateways say as a plain text that the session is gone.
  const isOfSession =
    text.length <= MAX_WORDS && /\bsession/i.test(text) && !text.trimStart().startsWith('<');
  const isJson = jsonObject(text) !== undefined;
  if (isJson || isOfSession) headers.set('content-type', 'application/json');
  const body = !isJson && isOfSession ? JSON.stringify({ error: text.trim() }) : text;
  const copy = new Response(body, { status, statusText, headers });
  Object.defineProperty(copy, 'url', { value: response.url });
  return copy;
}

function withJson(response: Response, read: ReadMessages): void {
  const text = response.text.bind(response);
  Object.defineProperty(response, 'json', {
    value: async () => {
      const value: unknown = JSON.parse(await text());
      const messages = read(value);
      if (messages.length > 0) return messages.length === 1 ? messages[0] : messages;
      throw new LocalizedError(msg('The answer of the server contains no MCP message.'));
    },
  });
}

function withEvents(response: Response, body: ReadableStream<Uint8Array>, read: ReadMessages): Response {
  const { status, statusText, headers } = response;
  const copy = new Response(body.pipeThrough(regularEvents(read)), { status, statusText, headers });
  Object.defineProperty(copy, 'url', { value: response.url });
  return copy;
}

/** Changes the data of events that are messages (HTML standard, "Parsing an event stream"). */
function regularEvents(read: ReadMessages): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let begun: string[] = [];
  let lines: string[] = [];
  let endedInReturn = false;
  const take = (text: string, emit: (words: string) => void): void => {
    const rest = endedInReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') endedInReturn = text.endsWith('\r');
    const [first = '', ...more] = rest.split(/\r\n|\r|\n/);
    begun.push(first);
    for (const next of more) {
      const line = begun.join('');
      begun = [next];
      if (line !== '') {
        lines.push(line);
        continue;
      }
      emit(`${regularEvent(lines, read)}\n`);
      lines = [];
    }
  };
  return new TransformStream({
    transform(chunk, controller) {
      take(decoder.decode(chunk, { stream: true }), (words) => controller.enqueue(encoder.encode(words)));
    },
    flush(controller) {
      const rest = [...lines, begun.join('')].join('\n');
      if (rest !== '') controller.enqueue(encoder.encode(rest));
    },
  });
}

function regularEvent(lines: readonly string[], read: ReadMessages): string {
  const written = lines.map((line) => `${line}\n`).join('');
  const isData = (line: string): boolean => /^data(?::|$)/.test(line);
  const others = lines.filter((line) => !isData(line));
  const name =
    others
      .findLast((line) => line.startsWith('event:'))
      ?.slice(6)
      .trim() ?? 'message';
  if (name !== 'message' && name !== '') return written;
  const value = parsedJson(
    lines
      .filter(isData)
      .map((line) => line.slice(5))
      .join('\n'),
  );
  if (value === undefined) return written;
  const messages = read(value);
  if (messages.length === 1 && messages[0] === value) return written;
  const head = others.map((line) => `${line}\n`).join('');
  return messages.length === 0
    ? head
    : messages.map((each) => `${head}data: ${JSON.stringify(each)}\n`).join('\n');
}

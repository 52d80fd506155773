/** A `fetch` whose answers cannot be endless: the SDK gathers a whole body, or a whole event, in memory. */
import type { FetchLike } from '@modelcontextprotocol/client';
import { withProxyError } from '../failures/proxyError.ts';
import { TooLong } from '../../base/node/lineBuffer.ts';

/** What is taken of the body of a refusal, in bytes: it is read for its words only. */
const MAX_REFUSAL_BYTES = 1024 * 1024;
/** How an event of a stream ends: with an empty line (HTML standard, "Parsing an event stream"). */
const eventEnds = ['\n\n', '\n\r\n', '\r\r'];
const LONGEST_END = 3;

/**
 * Makes a `fetch` that breaks off a body with `TooLong` as its error: one longer than `limit` bytes, or, in an
 * event stream, a single event longer than that. Streams as a whole may go on for ever.
 * `onExcess` hears of it too, as the SDK does not tell who waits for an answer why a stream broke.
 */
export function boundedFetch(
  limit: number,
  base: FetchLike = fetch,
  onExcess: (error: Error) => void = () => undefined,
): FetchLike {
  return async (url, init) => {
    const response = await withProxyError(base(url, init), url);
    if (!response.body) return response;
    const body = response.body.pipeThrough(
      response.ok ? bounded(limit, isStream(response), onExcess) : cut(),
    );
    const { status, statusText, headers } = response;
    const copy = new Response(body, { status, statusText, headers });
    // A made response has no address, and relative addresses start from it.
    Object.defineProperty(copy, 'url', { value: response.url });
    return copy;
  };
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** Ends a body early: the beginning of a refusal is enough to read its words. */
function cut(): TransformStream<Uint8Array, Uint8Array> {
  let room = MAX_REFUSAL_BYTES;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, room));
      room -= chunk.length;
      if (room <= 0) controller.terminate();
    },
  });
}

function bounded(
  limit: number,
  asEvents: boolean,
  onExcess: (error: Error) => void,
): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  let before = Buffer.alloc(0);
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      if (asEvents) {
        // The end may be spread over two chunks.
        const seen = Buffer.concat([before, chunk]);
        const end = Math.max(...eventEnds.map((each) => seen.lastIndexOf(each)));
        if (end >= 0) size = seen.length - end;
        before = Buffer.from(seen.subarray(-LONGEST_END));
      }
      if (size <= limit) return controller.enqueue(chunk);
      const error = new TooLong(limit);
      onExcess(error);
      throw error;
    },
  });
}

/** Bounds the bodies of answers, because the SDK gathers a whole body, or a whole event, in memory. */
import type { FetchLike } from '@modelcontextprotocol/client';
import { withProxyError } from '../failures/proxyError.ts';
import { TooLong } from '../../base/node/lineBuffer.ts';

/** The most bytes of a refusal's body, which is only read for its message. */
const MAX_REFUSAL_BYTES = 1024 * 1024;
/** An event ends with an empty line (HTML standard, "Parsing an event stream"). */
const eventEnds = ['\n\n', '\n\r\n', '\r\r'];
const LONGEST_END = 3;

/**
 * Returns a `fetch` whose bodies and events fail when they are longer than `limit`. `onExcess` gets the error, too,
 * because the SDK does not give it to pending requests.
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
    // Relative addresses start from `url`, which a constructed response lacks.
    Object.defineProperty(copy, 'url', { value: response.url });
    return copy;
  };
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

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
        // The end of an event may be spread over two chunks.
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

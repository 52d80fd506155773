import type { Assembly } from './assembly.ts';
import type { Clock } from '../../base/common/clock.ts';
import { brokenStream, tooLongAnswer } from '../failures/failure.ts';
import { emptyAnswer, webPage } from '../failures/answerFailure.ts';
import type { ModelEvent } from '../common/model.ts';
import { modelKey, type Target } from '../common/target.ts';
import { Tail } from './tail.ts';
import { WireDecoder, type WireItem } from './wire.ts';

/** Longest wait in ms after `[DONE]`. A body that is read to its end lets the connection be reused. */
const drainLimit = 100;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

type Packet = Awaited<ReturnType<Reader['read']>>;

/**
 * Yields the events of an answer; `answer` is the last one. @throws ModelError if the endpoint reports an error, or the
 * answer breaks off
 */
export async function* readAnswer(
  response: Response,
  assembly: Assembly,
  target: Target,
  clock?: Clock,
): AsyncGenerator<ModelEvent, void, undefined> {
  if (response.body === null) throw emptyAnswer(target, response.status);
  const reader = response.body.getReader();
  const decoder = new WireDecoder();
  const tail = new Tail(modelKey(target), clock);
  let isWhole = false;
  let isBroken = false;
  try {
    while (!isWhole && !isBroken && !assembly.isDone) {
      const packet = await nextPacket(reader, assembly, target, tail);
      isBroken = packet === 'late' || packet === 'broken';
      isWhole = typeof packet === 'object' && packet.done;
      const items = typeof packet === 'string' || packet.done ? decoder.end() : decoder.push(packet.value);
      tail.heard(items.some(({ kind }) => kind !== 'broken'));
      // `yield*` would wait even for an empty list, and most pieces of a call yield nothing.
      for (const item of items) for (const event of take(item, assembly, target)) yield event;
    }
    if (assembly.isComplete) tail.ended(!isBroken);
    yield* assembly.end({ isBroken, read: decoder.start, status: response.status });
    if (!isWhole && !isBroken) isWhole = await isDrained(reader);
  } finally {
    // Cancelling is not awaited: it may wait for a peer that no longer answers.
    if (!isWhole) reader.cancel().catch(() => undefined);
  }
}

/**
 * Reads the next packet. A connection that breaks after the reason for the end is `broken` and not an error: the answer
 * is complete.
 */
async function nextPacket(
  reader: Reader,
  assembly: Assembly,
  target: Target,
  tail: Tail,
): Promise<Packet | 'late' | 'broken'> {
  try {
    return await (assembly.isComplete ? tail.within(reader.read(), assembly.following) : reader.read());
  } catch (error) {
    if (assembly.isComplete) return 'broken';
    throw brokenStream(target, undefined, error);
  }
}

async function isDrained(reader: Reader): Promise<boolean> {
  const packet = await within(drainLimit, reader.read()).catch(() => 'late' as const);
  return packet !== 'late' && packet.done;
}

function take(item: WireItem, assembly: Assembly, target: Target): ModelEvent[] {
  switch (item.kind) {
    case 'value':
      return assembly.push(item.value);
    case 'error':
      return assembly.push({ error: item.error });
    case 'done':
      assembly.markDone();
      return [];
    case 'page':
      throw webPage(target, item.text);
    case 'tooLong':
      throw tooLongAnswer(target, item.limit);
    case 'broken':
      // Broken JSON is a piece of the answer. Any other text comes from a proxy: `ping`, or the words of an error.
      if (item.text.trimStart().startsWith('{')) throw brokenStream(target, item.text);
      assembly.pushText(item.text);
      return [];
  }
}

async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'late');
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

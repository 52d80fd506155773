import type { Assembly } from './assembly.ts';
import { brokenStream, tooLongAnswer, webPage } from '../failures/failure.ts';
import type { ModelEvent } from '../common/model.ts';
import type { Target } from '../common/target.ts';
import { WireDecoder, type WireItem } from './wire.ts';

/** How long to wait in ms for the usage or `[DONE]` once the endpoint said why it finished. */
const tailLimit = 2000;
/** How long to wait in ms after `[DONE]`: a body that is read to its end keeps the connection open. */
const drainLimit = 100;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

type Packet = Awaited<ReturnType<Reader['read']>> | 'late';

/** `answer` is last. @throws ModelError when the endpoint reports one, or the answer breaks off */
export async function* readAnswer(
  response: Response,
  assembly: Assembly,
  target: Target,
): AsyncGenerator<ModelEvent, void, undefined> {
  if (response.body === null) throw brokenStream(target);
  const reader = response.body.getReader();
  const decoder = new WireDecoder();
  let ended = false;
  try {
    let packet: Packet | undefined;
    while (!ended && !assembly.isDone && packet !== 'late') {
      packet = await nextPacket(reader, assembly, target);
      ended = packet !== 'late' && packet.done;
      const items = packet === 'late' || packet.done ? decoder.end() : decoder.push(packet.value);
      // Not `yield*`, which waits even for an empty list, and most pieces of a call tell nothing.
      for (const item of items) for (const event of take(item, assembly, target)) yield event;
    }
    yield* assembly.end();
    if (!ended) ended = await isDrained(reader);
  } finally {
    // Not awaited: cancelling may wait for a peer that no longer answers.
    if (!ended) reader.cancel().catch(() => undefined);
  }
}

/** Once the answer is complete, a broken connection is as good as an end. */
async function nextPacket(reader: Reader, assembly: Assembly, target: Target): Promise<Packet> {
  try {
    return await (assembly.isComplete ? within(tailLimit, reader.read()) : reader.read());
  } catch (error) {
    if (assembly.isComplete) return { done: true, value: undefined };
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
      // What looks like JSON was a piece of the answer; anything else (`ping`) is a proxy keeping the line open.
      if (item.text.trimStart().startsWith('{')) throw brokenStream(target, item.text);
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

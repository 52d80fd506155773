/** bytesPerToken: bytes of a streamed token on the way to the page, in a short and a long conversation. */
import { PatchStream, Transcript } from '../../src/agent/index.ts';
import type { HostMessage, Item } from '../../src/protocol/index.ts';
import { comparison, type Figure } from '../figure.ts';

const TOKENS = 1_000;
const SHORT = 10;
const LONG = 1_000;

/** Counts bytes, so one round is enough. */
export function measureBytesPerToken(): Figure[] {
  const rounds = [{ long: bytesPerToken(LONG), short: bytesPerToken(SHORT) }];
  const what = `host to chat, a token at ${LONG} items (other: at ${SHORT})`;
  return [
    comparison(
      { name: 'bytesPerToken', what, unit: 'bytes', aim: { kind: 'ratio', max: 1 } },
      rounds,
      'long',
      'short',
    ),
  ];
}

/** Sends each token alone, the most expensive way; in use those of one frame travel together. */
function bytesPerToken(items: number): number {
  let bytes = 0;
  let due: (() => void) | undefined;
  const patches = new PatchStream(
    (seq, list) => {
      const message: HostMessage = { type: 'patch', conversation: crypto.randomUUID(), seq, patches: list };
      bytes += Buffer.byteLength(JSON.stringify(message));
    },
    (run) => {
      due = run;
      return () => (due = undefined);
    },
  );
  const transcript = new Transcript((patch) => patches.push(patch), {
    items: conversation(items),
    results: new Map(),
  });
  for (let token = 0; token < TOKENS; token++) {
    transcript.apply({ type: 'text', text: ' word' }, 0);
    due?.();
  }
  if (transcript.items.length !== items + 1) throw new Error('The answer is not one item.');
  return bytes / TOKENS;
}

/** Items whose newest has the same id however many there are, as longer ids cost bytes. */
function conversation(items: number): Item[] {
  return Array.from({ length: items }, (_, index): Item => {
    const id = `i${LONG - items + index + 1}`;
    return index % 2 === 0
      ? { kind: 'user', id, text: `Question ${index}` }
      : { kind: 'assistant', id, text: 'An answer. '.repeat(20), streaming: false };
  });
}

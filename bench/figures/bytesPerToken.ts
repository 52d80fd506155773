/** bytesPerToken: bytes of a streamed token on the way to the page, in a short and a long conversation. */
import { PatchStream, Transcript } from '../../src/agent/index.ts';
import type { HostMessage } from '../../src/protocol/index.ts';
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
  const transcript = new Transcript((patch) => patches.push(patch));
  fill(transcript, items);
  // Flushes what was before, so that both lengths have the same number of messages.
  patches.flush();
  bytes = 0;
  for (let token = 0; token < TOKENS; token++) {
    transcript.apply({ type: 'text', text: ' word' }, 0);
    due?.();
  }
  if (transcript.items.length !== items + 1) throw new Error('The answer is not one item.');
  return bytes / TOKENS;
}

/** Adds `items` items but always counts ids up to the same number, as longer ids cost bytes. */
function fill(transcript: Transcript, items: number): void {
  for (let spent = items; spent < LONG; spent++) {
    // A notice that is removed takes an id and leaves no item.
    transcript.apply({ type: 'turnEnd', end: { why: 'cancelled' } }, 0);
    transcript.endNotices();
  }
  for (let index = 0; index < items; index += 2) {
    transcript.addUser({ text: `Question ${index}` });
    transcript.apply({ type: 'text', text: 'An answer. '.repeat(20) }, 0);
    transcript.apply({ type: 'stepEnd', step: 1 }, 0);
  }
}

/** Writes oddities in what a server sends to its log, each once, because it sends the same again with each message. */
import { plainText } from '../../base/common/text.ts';
import type { ServerLog } from '../common/ports.ts';
import type { MessagePlace } from './rules.ts';

const MAX_TOLD = 200;
const MAX_NAME = 80;

/** Lines that were written, by the log of a server, which outlives its connections. */
const toldOf = new WeakMap<ServerLog, Set<string>>();

export class Notices {
  private readonly log: ServerLog;
  private readonly told: Set<string>;

  constructor(log: ServerLog) {
    this.log = log;
    this.told = toldOf.get(log) ?? new Set();
    toldOf.set(log, this.told);
  }

  /** Returns a function that reports odd members of `name`, which is a method or another message. */
  teller(name: string): MessagePlace['reportOdd'] {
    return (path, what) => {
      const where = `"${path}" of "${plainText(name, MAX_NAME) ?? ''}"`;
      this.tell(
        what === 'left out'
          ? `The server sent ${where} empty or with a wrong type; it is left out.`
          : `The server sent ${where} missing or with a wrong type; it is filled in or converted.`,
      );
    };
  }

  tell(words: string): void {
    if (this.told.has(words) || this.told.size >= MAX_TOLD) return;
    this.told.add(words);
    this.log.append('warning', 'patchbay', words);
  }
}

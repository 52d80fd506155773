/**
 * How long tests wait for what does not come. A file in which two tests have waited in vain does so briefly from then
 * on, because most often the others wait for the same: two dozen of them would take half an hour to fail. A window that
 * opens, reloads or closes has the whole time all the same.
 */
import type { Context } from 'mocha';

/** What takes longer does not come any more, also on a busy machine. A test has twice as long. */
export const LIMIT_MS = 60_000;
const BRIEF_MS = 5_000;
const IN_VAIN = 2;

/** Whose default time for a wait this is, such as Playwright's page. */
interface Waiting {
  setDefaultTimeout(ms: number): void;
}

interface Ended {
  readonly state?: string | undefined;
  readonly duration?: number | undefined;
}

export class WaitLimit {
  #file: string | undefined;
  #inVain = 0;
  readonly #waiting = new Set<Waiting>();

  /** In force now, in milliseconds. */
  get ms(): number {
    return this.#inVain < IN_VAIN ? LIMIT_MS : BRIEF_MS;
  }

  /** Has it wait as long as the limit says, from now on. */
  follow(waiting: Waiting): void {
    this.#waiting.add(waiting);
    waiting.setDefaultTimeout(this.ms);
  }

  unfollow(waiting: Waiting): void {
    this.#waiting.delete(waiting);
  }

  /** Begins a file, unless that has begun, with the whole time. */
  begin(file?: string): void {
    if (file !== undefined && file === this.#file) return;
    this.#file = file;
    this.#inVain = 0;
    this.#tell();
  }

  /** Counts a test that has ended. A failed one that took that long has waited in vain, by whatever means. */
  count({ state, duration = 0 }: Ended): void {
    if (state !== 'failed' || duration < LIMIT_MS) return;
    this.#inVain += 1;
    if (this.#inVain !== IN_VAIN) return;
    console.log(
      `      ${IN_VAIN} tests of this file have waited in vain: the others wait ${BRIEF_MS / 1000} s.`,
    );
    this.#tell();
  }

  #tell(): void {
    for (const each of this.#waiting) each.setDefaultTimeout(this.ms);
  }
}

/** That of the file that the worker runs. */
export const waitLimit = new WaitLimit();

export const mochaHooks = {
  /** Runs before each file where files run in parallel. */
  beforeAll(): void {
    waitLimit.begin();
  },
  /** Tells files apart where one worker runs several. */
  beforeEach(this: Context): void {
    waitLimit.begin(this.currentTest?.file);
  },
  afterEach(this: Context): void {
    if (this.currentTest) waitLimit.count(this.currentTest);
  },
};

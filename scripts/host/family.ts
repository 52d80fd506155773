/**
 * Remembers all processes that ever ran below one, so that those whose parents died before them are found too.
 */
import { descendants, endSurvivors, killTree, signal, type ProcessInfo } from './processes.ts';

const LOOK_EVERY_MS = 500;
/** How long a process may take to end after what it belonged to did. */
const ORPHAN_MS = 3_000;

export class Family {
  readonly #root: number;
  readonly #seen = new Map<number, ProcessInfo>();
  readonly #timer: NodeJS.Timeout;

  /** Watches the family of this process id until `end`; looks every half second. */
  constructor(root: number) {
    this.#root = root;
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  /** Looks now and returns who is there below the root. For when something is about to die. */
  async look(): Promise<ProcessInfo[]> {
    const members = await descendants(this.#root);
    for (const info of members) this.#seen.set(info.pid, info);
    return members;
  }

  /**
   * Gives those below the root that `mayStay` does not name 3 s to end by themselves, ends the rest and returns it.
   * The root runs on.
   */
  async settle(mayStay: (info: ProcessInfo) => boolean): Promise<ProcessInfo[]> {
    await this.look();
    const going = [...this.#seen.values()].filter((info) => !mayStay(info));
    const orphans = await endSurvivors(going, ORPHAN_MS);
    for (const { pid } of going) this.#seen.delete(pid);
    return orphans;
  }

  /** Kills the root and all that was seen below it. For the end of this process, where nothing can be waited for. */
  kill(): void {
    for (const pid of [this.#root, ...this.#seen.keys()]) signal(pid, 'SIGKILL');
  }

  /**
   * Ends the root, if it still runs, with all below it. Then gives those that had lost their parents before 3 s
   * to end by themselves, ends the rest and returns it: the orphans. None of the family runs any more.
   */
  async end(rootRuns: boolean): Promise<ProcessInfo[]> {
    clearInterval(this.#timer);
    if (rootRuns) {
      await this.look();
      await killTree(this.#root);
    }
    const orphans = await endSurvivors([...this.#seen.values()], ORPHAN_MS);
    this.#seen.clear();
    return orphans;
  }
}

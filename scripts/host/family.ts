/** Records all descendants of a process, to find those whose parents have died. */
import {
  descendants,
  descendantsNow,
  endSurvivors,
  killNow,
  killTree,
  signal,
  type ProcessInfo,
} from './processes.ts';

const LOOK_EVERY_MS = 500;
/** Ms for an orphan to end by itself. */
const ORPHAN_MS = 3_000;

export class Family {
  readonly #root: number;
  readonly #seen = new Map<number, ProcessInfo>();
  readonly #timer: NodeJS.Timeout;

  /** Polls every half second until `end`. */
  constructor(root: number) {
    this.#root = root;
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  /** Polls now, such as before something dies. */
  async look(): Promise<ProcessInfo[]> {
    const members = await descendants(this.#root);
    for (const info of members) this.#seen.set(info.pid, info);
    return members;
  }

  /** Gives descendants that `mayStay` does not name 3 s to end, kills the rest and returns it. The root runs on. */
  async settle(mayStay: (info: ProcessInfo) => boolean): Promise<ProcessInfo[]> {
    await this.look();
    const going = [...this.#seen.values()].filter((info) => !mayStay(info));
    const orphans = await endSurvivors(going, ORPHAN_MS);
    for (const { pid } of going) this.#seen.delete(pid);
    return orphans;
  }

  /** Kills the root, which must run, and all that descends from it; synchronous, for the end of this process. */
  kill(): void {
    // A process that began or became another program since the last look is not among the seen.
    for (const info of descendantsNow(this.#root)) this.#seen.set(info.pid, info);
    signal(this.#root, 'SIGKILL');
    killNow(this.#seen.values());
  }

  /**
   * Ends the root and its descendants; gives orphans 3 s, kills the rest and returns it. Nothing of the family runs
   * afterwards.
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

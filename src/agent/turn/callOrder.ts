/**
 * Orders the calls of a step. Built-in tools that change files or run commands do so one after the other, as the model
 * gave them. What reads a file comes after the earlier calls that may change it, and before the later ones that do. All
 * other calls start at once.
 */
import type { EarlierCall, Tool } from '../../tools/index.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Most changes that are planned before one that has to be planned on their results, each for each of the later ones. */
const MAX_PLANNED = 20;

export class CallOrder {
  private readonly changing: CallPlace[] = [];
  private readonly reading: CallPlace[] = [];

  /** Returns the place of a call. To be called for the calls of a step in their order. */
  add(tool: Tool, args: Arguments): CallPlace {
    const { effect } = tool;
    const isChange = effect?.kind === 'changes';
    const place = new CallPlace(
      tool,
      args,
      effect ? [...this.changing] : [],
      isChange ? [...this.reading] : [],
    );
    if (isChange) this.changing.push(place);
    else if (effect) this.reading.push(place);
    return place;
  }
}

export class CallPlace implements EarlierCall {
  /** The tool, which plans a change as if those of earlier calls had been made. */
  readonly tool: Tool;
  private current: Arguments;
  private readonly before: readonly CallPlace[];
  private readonly readBefore: readonly CallPlace[];
  private readonly ending = Promise.withResolvers<void>();
  private isOpen = true;
  private knownFile: Promise<string | undefined> | undefined;

  constructor(tool: Tool, args: Arguments, before: readonly CallPlace[], readBefore: readonly CallPlace[]) {
    this.tool = before.length > 0 ? (tool.after?.(() => this.earlier) ?? tool) : tool;
    this.current = args;
    this.before = before;
    this.readBefore = readBefore;
  }

  get args(): Arguments {
    return this.current;
  }

  /** Calls that change files before this one, and have not ended. */
  get earlier(): readonly CallPlace[] {
    return this.before.filter(({ isOpen }) => isOpen);
  }

  /** Returns whether this change cannot be planned before the earlier ones are made. */
  get isFar(): boolean {
    const { effect } = this.tool;
    const most = effect?.asksAfterEarlier ? 0 : MAX_PLANNED;
    return effect?.kind === 'changes' && this.earlier.length > most;
  }

  /** Resolves when the earlier calls have ended that this one depends on. `onWait` is called if there are any. */
  async reached(onWait: () => void): Promise<void> {
    const open = (await this.dependsOn()).filter(({ isOpen }) => isOpen);
    if (open.length === 0) return;
    onWait();
    await Promise.all(open.map(({ ending }) => ending.promise));
  }

  /** Notes the arguments as the user has changed them. */
  change(args: Arguments): void {
    this.current = args;
    this.knownFile = undefined;
  }

  end(): void {
    this.isOpen = false;
    this.ending.resolve();
  }

  private async dependsOn(): Promise<readonly CallPlace[]> {
    const { earlier } = this;
    if (this.tool.effect?.kind !== 'reads') return [...earlier, ...(await this.readsOfFile())];
    if (earlier.length === 0) return earlier;
    const own = await this.file();
    const files = await Promise.all(earlier.map((call) => call.file()));
    return earlier.filter((_, index) => {
      const changed = files[index];
      return own === undefined || changed === undefined || own === changed;
    });
  }

  /**
   * A read that has begun may still be asking whether it may, and would give the file as this change leaves it. What
   * reads more than one file is not waited for, because it can take long.
   */
  private async readsOfFile(): Promise<readonly CallPlace[]> {
    const reads = this.readBefore.filter(({ isOpen }) => isOpen);
    if (reads.length === 0) return [];
    const own = await this.file();
    const files = await Promise.all(reads.map((call) => call.file()));
    return own === undefined ? [] : reads.filter((_, index) => files[index] === own);
  }

  /** A file that cannot be told may be any file. */
  private file(): Promise<string | undefined> {
    this.knownFile ??= Promise.resolve(this.tool.effect?.fileOf?.(this.current)).catch(() => undefined);
    return this.knownFile;
  }
}

/** Runs jobs one after the other in a worker, and ends it where one takes too long: nothing else stops a script. */

/** Ms for one job. The page waits for none of them. */
const LIMIT = 2_000;

interface Job<Input, Output> {
  /** Jobs of a kind that once took too long come after those of other kinds. */
  readonly kind: string;
  readonly input: Input;
  /** Gets undefined if the job took too long or failed, or there is no worker. */
  readonly done: (output: Output | undefined) => void;
}

/** Code of the worker, as a function that the page never calls: a page may load no worker from elsewhere. */
export type WorkerScript = () => void;

export class TimedWorker<Input, Output> {
  private readonly load: () => Promise<WorkerScript | undefined>;
  private readonly jobs: Job<Input, Output>[] = [];
  private readonly slow = new Set<string>();
  private worker: Promise<Worker | undefined> | undefined;
  private isBusy = false;

  /** The script says once that it has loaded, and then answers each message with one. */
  constructor(load: () => Promise<WorkerScript | undefined>) {
    this.load = load;
  }

  run(job: Job<Input, Output>): void {
    this.jobs.push(job);
    void this.next();
  }

  private async next(): Promise<void> {
    if (this.isBusy) return;
    const quick = this.jobs.findIndex(({ kind }) => !this.slow.has(kind));
    const [job] = this.jobs.splice(Math.max(0, quick), 1);
    if (!job) return;
    this.isBusy = true;
    const output = await this.outputOf(job);
    this.isBusy = false;
    void this.next();
    job.done(output);
  }

  private async outputOf({ kind, input }: Job<Input, Output>): Promise<Output | undefined> {
    this.worker ??= this.load().then(started);
    const worker = await this.worker;
    if (!worker) return undefined;
    const answer = await answerOf(worker, input);
    if (answer) return answer.output as Output;
    worker.terminate();
    this.worker = undefined;
    this.slow.add(kind);
    return undefined;
  }
}

/** Resolves with undefined if the job took too long, or failed. */
function answerOf(worker: Worker, input: unknown): Promise<{ readonly output: unknown } | undefined> {
  return new Promise((resolve) => {
    // The answer may wait behind this timer if the page itself was held up.
    const timer = setTimeout(() => setTimeout(resolve, 0), LIMIT);
    const end = (answer?: { readonly output: unknown }): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => end({ output: data }), {
      once: true,
    });
    worker.addEventListener('error', () => end(), { once: true });
    worker.postMessage(input);
  });
}

/** Resolves once the worker has loaded, so that this takes nothing of the time of its first job. */
async function started(script: WorkerScript | undefined): Promise<Worker | undefined> {
  if (!script) return undefined;
  const address = URL.createObjectURL(new Blob([`(${script.toString()})()`], { type: 'text/javascript' }));
  try {
    const worker = new Worker(address);
    return await new Promise((resolve) => {
      worker.addEventListener('message', () => resolve(worker), { once: true });
      worker.addEventListener('error', () => resolve(undefined), { once: true });
    });
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
}

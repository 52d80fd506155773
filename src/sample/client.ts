import { fileURLToPath } from 'node:url';

const ROOTS_LIMIT_MS = 5_000;

export class Client {
  private readonly send: (message: object) => void;
  private readonly waiting = new Map<unknown, (result: unknown) => void>();
  private hasRoots = false;
  private asked = 0;
  private known: Promise<string[]> | undefined;

  constructor(send: (message: object) => void) {
    this.send = send;
  }

  introduce(capabilities: unknown): void {
    this.hasRoots = typeof capabilities === 'object' && capabilities !== null && 'roots' in capabilities;
  }

  /** Without roots: the folder in which this process was started. */
  folders(): Promise<string[]> {
    this.known ??= this.hasRoots ? this.askForRoots() : Promise.resolve([process.cwd()]);
    return this.known;
  }

  /** To be called with notifications: the folders may have changed. */
  told(method: string): void {
    if (method === 'notifications/roots/list_changed') this.known = undefined;
  }

  answered(id: unknown, result: unknown): void {
    this.waiting.get(id)?.(result);
    this.waiting.delete(id);
  }

  private async askForRoots(): Promise<string[]> {
    const id = `roots-${++this.asked}`;
    const result = await new Promise<unknown>((resolve) => {
      this.waiting.set(id, resolve);
      setTimeout(() => this.answered(id, undefined), ROOTS_LIMIT_MS).unref();
      this.send({ id, method: 'roots/list' });
    });
    const { roots } = (result ?? {}) as { readonly roots?: readonly { readonly uri?: unknown }[] };
    return (roots ?? []).flatMap(({ uri }) =>
      typeof uri === 'string' && uri.startsWith('file:') ? [fileURLToPath(uri)] : [],
    );
  }
}

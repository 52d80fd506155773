/** The client as the sample server knows it: which folders are open there. */
import { fileURLToPath } from 'node:url';

/** How long in ms the client may take to say its folders. */
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

  /** To be called with the capabilities that the client announces. */
  introduce(capabilities: unknown): void {
    this.hasRoots = typeof capabilities === 'object' && capabilities !== null && 'roots' in capabilities;
  }

  /** The paths of the open folders; without roots, the folder this process was started in. */
  folders(): Promise<string[]> {
    this.known ??= this.hasRoots ? this.askForRoots() : Promise.resolve([process.cwd()]);
    return this.known;
  }

  /** To be called with what is no request: the folders may be others now. */
  told(method: string): void {
    if (method === 'notifications/roots/list_changed') this.known = undefined;
  }

  /** To be called with an answer of the client. */
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

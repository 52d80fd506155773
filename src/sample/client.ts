import { fileURLToPath } from 'node:url';

const ROOTS_LIMIT_MS = 5_000;

export class Client {
  private readonly send: (message: object) => void;
  private readonly pending = new Map<unknown, (result: unknown) => void>();
  private hasRoots = false;
  private requests = 0;
  private folderPaths: Promise<string[]> | undefined;

  constructor(send: (message: object) => void) {
    this.send = send;
  }

  introduce(capabilities: unknown): void {
    this.hasRoots = typeof capabilities === 'object' && capabilities !== null && 'roots' in capabilities;
  }

  /** Returns the roots of the client, or the folder in which this process was started if the client has no roots. */
  folders(): Promise<string[]> {
    this.folderPaths ??= this.hasRoots ? this.askForRoots() : Promise.resolve([process.cwd()]);
    return this.folderPaths;
  }

  /** Handles a notification: the folders may have changed. */
  onNotification(method: string): void {
    if (method === 'notifications/roots/list_changed') this.folderPaths = undefined;
  }

  answered(id: unknown, result: unknown): void {
    this.pending.get(id)?.(result);
    this.pending.delete(id);
  }

  private async askForRoots(): Promise<string[]> {
    const id = `roots-${++this.requests}`;
    const result = await new Promise<unknown>((resolve) => {
      this.pending.set(id, resolve);
      setTimeout(() => this.answered(id, undefined), ROOTS_LIMIT_MS).unref();
      this.send({ id, method: 'roots/list' });
    });
    const { roots } = (result ?? {}) as {
      readonly roots?: readonly { readonly uri?: unknown }[] | undefined;
    };
    return (roots ?? []).flatMap(({ uri }) =>
      typeof uri === 'string' && uri.startsWith('file:') ? [fileURLToPath(uri)] : [],
    );
  }
}

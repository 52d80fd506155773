/**
 * globalState without lost writes.
 *
 * VS Code sends an extension each value back that it has written, as if another window had, and takes what is in there
 * for all of globalState. A key that was written meanwhile, and is not on its way yet, is lost for good: its update
 * resolves, and nothing is stored (ExtensionMemento in src/vs/workbench/api/common/extHostMemento.ts, and
 * MainThreadStorage, read in 1.139). With one write under way at a time there is no such key.
 */
import type { Memento } from 'vscode';

export class SharedState implements Memento {
  private readonly state: Memento;
  /** The newest value of each key that is being written. */
  private readonly pending = new Map<string, { readonly value: unknown }>();
  private lastWrite: Promise<unknown> = Promise.resolve();

  constructor(state: Memento) {
    this.state = state;
  }

  keys(): readonly string[] {
    const stored = this.state.keys().filter((key) => !this.pending.has(key));
    const written = [...this.pending].filter(([, { value }]) => value !== undefined);
    return [...stored, ...written.map(([key]) => key)];
  }

  // The signatures of Memento.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  get<T>(key: string): T | undefined;
  get<T>(key: string, defaultValue: T): T;
  get<T>(key: string, defaultValue?: T): T | undefined {
    const write = this.pending.get(key);
    if (write) return write.value === undefined ? defaultValue : (write.value as T);
    return defaultValue === undefined ? this.state.get<T>(key) : this.state.get(key, defaultValue);
  }

  /** The new value can be read at once, as JSON returns it. Resolves when it is stored. */
  update(key: string, value: unknown): Promise<void> {
    const write = { value: value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown) };
    this.pending.set(key, write);
    const stored = this.lastWrite
      .then(() => this.state.update(key, write.value))
      .finally(() => {
        if (this.pending.get(key) === write) this.pending.delete(key);
      });
    this.lastWrite = stored.catch(() => undefined);
    return stored;
  }

  async saved(): Promise<void> {
    await this.lastWrite;
  }
}

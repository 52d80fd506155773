/** Events in the shape of VS Code's, for code that runs without an editor. */

export interface Disposable {
  dispose(): void;
}

export type Event<T> = (listener: (event: T) => void) => Disposable;

export class Emitter<T = void> {
  private readonly listeners = new Set<{ readonly listener: (event: T) => void }>();

  readonly event: Event<T> = (listener) => {
    const entry = { listener };
    this.listeners.add(entry);
    return { dispose: () => void this.listeners.delete(entry) };
  };

  fire(event: T): void {
    for (const { listener } of this.listeners) listener(event);
  }

  get hasListeners(): boolean {
    return this.listeners.size > 0;
  }

  dispose(): void {
    this.listeners.clear();
  }
}

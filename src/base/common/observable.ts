/**
 * State with one owner, and what is computed from it (docs/decisions/052-observable-state.md). A value is read when somebody
 * wants it, and is then right: nobody has to announce what changed.
 */
import { Emitter, type Disposable, type Event } from './event.ts';

export interface Observable<T> {
  /** The same object until it changes. */
  get(): T;
  /** Fires at once when the value may be another one; whoever wants to know reads it. */
  readonly onDidChange: Event<void>;
}

/** State that its owner writes, and gives to others as an `Observable`. */
export interface Value<T> extends Observable<T> {
  set(value: T): void;
}

/** Reads an observable, and makes what is being computed depend on it. */
export type Read = <T>(source: Observable<T>) => T;

type Equals<T> = (a: T, b: T) => boolean;

export function observableValue<T>(initial: T, equals: Equals<T> = Object.is): Value<T> {
  const changes = new Emitter();
  let current = initial;
  return {
    get: () => current,
    onDidChange: changes.event,
    set: (next) => {
      if (equals(current, next)) return;
      current = next;
      changes.fire();
    },
  };
}

/** State whose owner has an event of its own, such as the editor. `get` has to be cheap: it is called at each read. */
export function fromEvent<T>(onDidChange: (listener: () => void) => Disposable, get: () => T): Observable<T> {
  return { get, onDidChange };
}

/**
 * Computes a value of others when it is read, and again only after one of those has changed. A result that equals the
 * one before counts as no change, for those who depend on it too.
 */
export function derived<T>(compute: (read: Read) => T, equals: Equals<T> = Object.is): Observable<T> {
  return new Derived(compute, equals);
}

class Derived<T> implements Observable<T> {
  private readonly compute: (read: Read) => T;
  private readonly equals: Equals<T>;
  private kept:
    | { readonly value: T; readonly sources: ReadonlyMap<Observable<unknown>, unknown> }
    | undefined;
  private readonly changes = new Emitter();
  private readonly subscriptions = new Map<Observable<unknown>, Disposable>();

  constructor(compute: (read: Read) => T, equals: Equals<T>) {
    this.compute = compute;
    this.equals = equals;
  }

  get(): T {
    const { kept } = this;
    if (kept && isCurrent(kept.sources)) return kept.value;
    const sources = new Map<Observable<unknown>, unknown>();
    const read: Read = (source) => {
      const found = source.get();
      if (!sources.has(source)) sources.set(source, found);
      return found;
    };
    const computed = this.compute(read);
    const next = kept && this.equals(kept.value, computed) ? kept.value : computed;
    this.kept = { value: next, sources };
    if (this.changes.hasListeners) this.subscribe();
    return next;
  }

  readonly onDidChange: Event<void> = (listener) => {
    const subscription = this.changes.event(listener);
    // Its sources are known only once it is computed.
    this.get();
    this.subscribe();
    return {
      dispose: () => {
        subscription.dispose();
        if (!this.changes.hasListeners) this.unsubscribe(new Map());
      },
    };
  };

  private subscribe(): void {
    const sources = this.kept?.sources ?? new Map();
    this.unsubscribe(sources);
    for (const source of sources.keys())
      if (!this.subscriptions.has(source))
        this.subscriptions.set(
          source,
          source.onDidChange(() => this.changes.fire()),
        );
  }

  private unsubscribe(except: ReadonlyMap<Observable<unknown>, unknown>): void {
    for (const [source, subscription] of this.subscriptions) {
      if (except.has(source)) continue;
      subscription.dispose();
      this.subscriptions.delete(source);
    }
  }
}

/** Compares sources in the order in which they were read: a later one may make no sense once an earlier one has changed. */
function isCurrent(sources: ReadonlyMap<Observable<unknown>, unknown>): boolean {
  for (const [source, seen] of sources) if (!Object.is(source.get(), seen)) return false;
  return true;
}

/** Calls `react` after changes, once for all of the same moment, until it is disposed of. */
export function follow<T>(source: Observable<T>, react: (value: T, before: T) => void): Disposable {
  let seen = source.get();
  let isPending = false;
  let isDisposed = false;
  const look = (): void => {
    isPending = false;
    if (isDisposed) return;
    const [next, before] = [source.get(), seen];
    if (Object.is(next, before)) return;
    seen = next;
    react(next, before);
  };
  const subscription = source.onDidChange(() => {
    if (isPending) return;
    isPending = true;
    queueMicrotask(look);
  });
  return {
    dispose: () => {
      isDisposed = true;
      subscription.dispose();
    },
  };
}

/** Compares lists that are made anew: equal ones have the same items in the same order. */
export function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => Object.is(item, b[index]));
}

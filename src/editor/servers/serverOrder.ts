/** The user's order of the servers in the tree, which differs from that of the settings. */
import { observableValue, type Observable, type Value } from '../../base/common/observable.ts';
import type { Preferences } from '../../tools/index.ts';

const KEY = 'patchbay.serverOrder';

export class ServerOrder {
  private readonly preferences: Preferences;
  /** Includes servers of other workspaces, which keep their places. */
  private readonly names: Value<readonly string[]>;
  readonly state: Observable<readonly string[]>;

  constructor(preferences: Preferences) {
    this.preferences = preferences;
    const stored = preferences.get(KEY);
    this.names = observableValue(
      Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [],
    );
    this.state = this.names;
  }

  sort<Named extends { readonly name: string }>(servers: readonly Named[]): readonly Named[] {
    const places = new Map(this.kept.map((name, place) => [name, place]));
    const placeOf = ({ name }: Named): number => places.get(name) ?? places.size;
    return [...servers].sort((one, other) => placeOf(one) - placeOf(other));
  }

  /** Moves a server to the place of `target`, or to the end. `shown` are all names in the order of the tree. */
  move(shown: readonly string[], name: string, target: string | undefined): void {
    if (name === target) return;
    const all = [...new Set([...this.kept, ...shown])];
    const others = all.filter((each) => each !== name);
    const goesDown = target !== undefined && all.indexOf(name) < all.indexOf(target);
    const at = target === undefined ? others.length : others.indexOf(target) + (goesDown ? 1 : 0);
    this.keep(others.toSpliced(at, 0, name));
  }

  rename(from: string, to: string): void {
    if (!this.kept.includes(from)) return;
    this.keep(this.kept.filter((name) => name !== to).map((name) => (name === from ? to : name)));
  }

  /** Forgets the place of a removed server, because a later one of this name is new. Returns how to undo it. */
  forget(name: string): () => void {
    const place = this.kept.indexOf(name);
    if (place < 0) return () => undefined;
    this.keep(this.kept.toSpliced(place, 1));
    return () => this.keep(this.kept.toSpliced(place, 0, name));
  }

  private get kept(): readonly string[] {
    return this.names.get();
  }

  private keep(names: readonly string[]): void {
    this.preferences.set(KEY, names);
    this.names.set(names);
  }
}

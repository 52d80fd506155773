/** In which order the user wants the servers to stand in the tree. The settings keep the order they are written in. */
import { Emitter } from '../../base/common/event.ts';
import type { Preferences } from '../../tools/index.ts';

const KEY = 'patchbay.serverOrder';

export class ServerOrder {
  private readonly preferences: Preferences;
  private readonly changed = new Emitter();
  readonly onDidChange = this.changed.event;
  /** Names of servers; also of those that another workspace has, which keep their places. */
  private kept: readonly string[];

  constructor(preferences: Preferences) {
    this.preferences = preferences;
    const stored = preferences.get(KEY);
    this.kept = Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
  }

  /** Those that the user has put in order, and then the others as they come. */
  sort<Named extends { readonly name: string }>(servers: readonly Named[]): readonly Named[] {
    const places = new Map(this.kept.map((name, place) => [name, place]));
    const placeOf = ({ name }: Named): number => places.get(name) ?? places.size;
    return [...servers].sort((one, other) => placeOf(one) - placeOf(other));
  }

  /**
   * Puts a server into the place of another one, which makes room towards the place that becomes free; without
   * `target` it goes to the end. `shown` are the names of all servers in the order in which they are shown.
   */
  move(shown: readonly string[], name: string, target: string | undefined): void {
    if (name === target) return;
    const all = [...new Set([...this.kept, ...shown])];
    const others = all.filter((each) => each !== name);
    const goesDown = target !== undefined && all.indexOf(name) < all.indexOf(target);
    const at = target === undefined ? others.length : others.indexOf(target) + (goesDown ? 1 : 0);
    this.keep(others.toSpliced(at, 0, name));
  }

  /** Gives the place of a server to the name that it has from now on. */
  rename(from: string, to: string): void {
    if (!this.kept.includes(from)) return;
    this.keep(this.kept.filter((name) => name !== to).map((name) => (name === from ? to : name)));
  }

  /** Forgets the place of a server, so that one that comes under this name later is new. Returns how to undo that. */
  forget(name: string): () => void {
    const place = this.kept.indexOf(name);
    if (place < 0) return () => undefined;
    this.keep(this.kept.toSpliced(place, 1));
    return () => this.keep(this.kept.toSpliced(place, 0, name));
  }

  private keep(names: readonly string[]): void {
    this.kept = names;
    this.preferences.set(KEY, names);
    this.changed.fire();
  }
}

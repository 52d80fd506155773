/**
 * Keeps the beginning of a conversation's requests the same from turn to turn, because an endpoint caches a request up
 * to its first change. It is held by the window and not saved, as the endpoint's cache is gone after a reload anyway.
 */
import type { OpeningState } from './openingState.ts';

export class StablePrefix {
  private readonly named = new Set<string>();
  private opening: OpeningState | undefined;
  /** Context windows in tokens, by the model's name. */
  private readonly windows = new Map<string, number>();

  /**
   * Returns the context window that the first turn with the model knew, because the system message must not change when
   * a better number is known.
   */
  windowAtFirst(model: string, size: number): number {
    const first = this.windows.get(model) ?? size;
    this.windows.set(model, first);
    return first;
  }

  /** Returns what the first turn saw of the workspace, because the system message must not change with it. */
  async openingState(look: () => Promise<OpeningState>): Promise<OpeningState> {
    return (this.opening ??= await look());
  }

  /** Sorts as earlier system messages named the items, new ones at the end, so that a new server moves no other. */
  inOrder<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
    for (const item of items) this.named.add(nameOf(item));
    const places = new Map([...this.named].map((name, place) => [name, place]));
    return items.toSorted((a, b) => (places.get(nameOf(a)) ?? 0) - (places.get(nameOf(b)) ?? 0));
  }
}

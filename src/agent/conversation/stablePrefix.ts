/**
 * What the requests of a conversation keep from turn to turn: an endpoint caches them up to the first change. It is
 * kept by the window, as the endpoint's cache is gone after a reload anyway.
 */
export class StablePrefix {
  private readonly named = new Set<string>();
  /** In tokens, by the model's name. */
  private readonly windows = new Map<string, number>();

  /** The context window that the first turn with the model knew: the system message must not change with a better one. */
  windowAtFirst(model: string, size: number): number {
    const first = this.windows.get(model) ?? size;
    this.windows.set(model, first);
    return first;
  }

  /** Sorts as earlier system messages named the items, new ones at the end, so that a new server moves no other. */
  inOrder<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
    for (const item of items) this.named.add(nameOf(item));
    const places = new Map([...this.named].map((name, place) => [name, place]));
    return items.toSorted((a, b) => (places.get(nameOf(a)) ?? 0) - (places.get(nameOf(b)) ?? 0));
  }
}

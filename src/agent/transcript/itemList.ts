import { patchItem, type Item, type ItemPatch, type Patch } from '../../protocol/index.ts';

export class ItemList {
  private readonly list: Item[];
  private readonly indexById = new Map<string, number>();
  private readonly emit: (patch: Patch) => void;
  private ids = 0;

  /** Begins with the items that are there `before`, about which `emit` gets no patches. */
  constructor(emit: (patch: Patch) => void, before: readonly Item[] = []) {
    this.emit = emit;
    this.list = [...before];
    before.forEach(({ id }, index) => {
      this.indexById.set(id, index);
      this.ids = Math.max(this.ids, Number(/^i(\d+)$/.exec(id)?.[1] ?? 0));
    });
  }

  get all(): readonly Item[] {
    return this.list;
  }

  findItem(id: string): Item | undefined {
    const index = this.indexById.get(id);
    return index === undefined ? undefined : this.list[index];
  }

  addItem(item: Item): void {
    this.indexById.set(item.id, this.list.length);
    this.list.push(item);
    this.emit({ op: 'add', item });
  }

  changeItem(patch: ItemPatch): void {
    const index = this.indexById.get(patch.id);
    const item = index === undefined ? undefined : this.list[index];
    if (index !== undefined && item) this.list[index] = patchItem(item, patch);
    this.emit(patch);
  }

  removeLast(): void {
    const last = this.list.pop();
    if (!last) return;
    this.indexById.delete(last.id);
    this.emit({ op: 'remove', id: last.id });
  }

  endNotices(): void {
    for (const item of this.list)
      if (item.kind === 'notice' && !item.isPast) this.changeItem({ op: 'past', id: item.id });
  }

  nextId(): string {
    this.ids += 1;
    return `i${this.ids}`;
  }
}

/** Sent messages of the conversation that the user is editing, by the ids of their items. */
import { signal, type Signal } from '@preact/signals';
import type { Attachment } from '../../protocol/index.ts';
import { distinct, isAttachment } from './attachments.ts';

export interface Edit {
  readonly text: string;
  /** Attachments that the message did not have. */
  readonly added: readonly Attachment[];
}

export type SavedEdits = Readonly<Record<string, Edit>>;

export class Edits {
  private readonly current: Signal<SavedEdits>;
  /** Edits that Escape has closed: they go on where they were. */
  private readonly left = new Map<string, Edit>();
  private readonly onChange: () => void;

  constructor(saved: unknown, onChange: () => void) {
    this.current = signal(readEdits(saved));
    this.onChange = onChange;
  }

  get all(): SavedEdits {
    return this.current.peek();
  }

  of(id: string): Edit | undefined {
    return this.current.value[id];
  }

  begin(id: string, text: string): void {
    this.set(id, this.left.get(id) ?? { text, added: [] });
    this.left.delete(id);
  }

  write(id: string, text: string): void {
    this.set(id, { added: this.all[id]?.added ?? [], text });
  }

  /** Returns whether the message is being edited. */
  attach(id: string, added: readonly Attachment[]): boolean {
    const edit = this.all[id];
    if (edit) this.set(id, withAdded(edit, added));
    return edit !== undefined;
  }

  remove(id: string, gone: Attachment): void {
    const edit = this.all[id];
    if (edit) this.set(id, { ...edit, added: edit.added.filter((each) => each !== gone) });
  }

  /** Ends an edit that `begin` brings back. */
  leave(id: string): void {
    const edit = this.all[id];
    this.end(id);
    if (edit) this.left.set(id, edit);
  }

  end(id: string): void {
    const { [id]: _, ...others } = this.all;
    this.left.delete(id);
    this.current.value = others;
    this.onChange();
  }

  /** Takes the edits of another conversation. */
  replace(edits: SavedEdits): void {
    this.left.clear();
    this.current.value = edits;
  }

  private set(id: string, edit: Edit): void {
    this.current.value = { ...this.all, [id]: edit };
    this.onChange();
  }
}

export function withAdded(edit: Edit, added: readonly Attachment[]): Edit {
  return { ...edit, added: distinct([...edit.added, ...added]) };
}

/** Reads what an older version may have written, which saved the text alone. */
export function readEdits(saved: unknown): SavedEdits {
  if (typeof saved !== 'object' || saved === null) return {};
  return Object.fromEntries(
    Object.entries(saved).flatMap(([id, edit]: [string, unknown]) => {
      if (typeof edit === 'string') return [[id, { text: edit, added: [] }]];
      const { text, added } = (edit ?? {}) as Partial<Edit>;
      if (typeof text !== 'string') return [];
      return [[id, { text, added: Array.isArray(added) ? added.filter(isAttachment) : [] }]];
    }),
  );
}

export interface StateStorage {
  load(): unknown;
  save(state: unknown): void;
}

/** Ms between saves while the user types or scrolls: each save has all drafts. */
const PAUSE_MS = 500;

/** Saves with the editor and the host: the editor loses a tab's state when its extension host is killed. */
export class StateSaver {
  private readonly editor: StateStorage;
  private readonly post: (state: unknown) => void;
  private pending: (() => unknown) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: StateStorage, post: (state: unknown) => void) {
    this.editor = editor;
    this.post = post;
  }

  /** Returns the editor's state, or else the one that the host wrote into the document. */
  load(): unknown {
    const state = this.editor.load();
    if (state !== undefined) return state;
    const written = document.querySelector('#saved-state')?.textContent;
    return written ? JSON.parse(written) : undefined;
  }

  save(state: unknown): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.pending = undefined;
    this.editor.save(state);
    this.post(state);
  }

  saveSoon(state: () => unknown): void {
    this.pending = state;
    this.timer ??= setTimeout(() => this.flush(), PAUSE_MS);
  }

  flush(): void {
    if (this.pending) this.save(this.pending());
  }

  /** Flushes before the editor can remove the page: on blur, and on keys that may run a command. */
  flushOnLeave(page: Pick<Window, 'addEventListener'>): void {
    for (const event of ['blur', 'visibilitychange', 'pagehide'])
      page.addEventListener(event, () => this.flush(), { capture: true });
    page.addEventListener('keydown', ({ ctrlKey, metaKey, altKey }) => {
      if (ctrlKey || metaKey || altKey) this.flush();
    });
  }
}

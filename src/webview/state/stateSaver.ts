/** Saves the state that the page needs when it comes back. */

/** The editor's storage for a page. */
export interface StateStorage {
  load(): unknown;
  save(state: unknown): void;
}

/** While the user types or scrolls, the state is saved at most this often, in ms: all drafts are in it. */
const PAUSE_MS = 500;

/** Saves with the editor and with the host: the editor forgets a tab when its extension host is killed. */
export class StateSaver {
  private readonly editor: StateStorage;
  private readonly post: (state: unknown) => void;
  private pending: (() => unknown) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: StateStorage, post: (state: unknown) => void) {
    this.editor = editor;
    this.post = post;
  }

  /** The state as the editor has it, or else as the host wrote it into the document. */
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

  /** Saves what `state` returns by then, within half a second. */
  saveSoon(state: () => unknown): void {
    this.pending = state;
    this.timer ??= setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** Saves what is not saved yet: the page may be about to go. */
  flush(): void {
    if (this.pending) this.save(this.pending());
  }

  /** Has the state saved before the editor can take the page away: focus has left it, or a key may run a command. */
  flushOnLeave(page: Pick<Window, 'addEventListener'>): void {
    for (const event of ['blur', 'visibilitychange', 'pagehide'])
      page.addEventListener(event, () => this.flush(), { capture: true });
    page.addEventListener('keydown', ({ ctrlKey, metaKey, altKey }) => {
      if (ctrlKey || metaKey || altKey) this.flush();
    });
  }
}

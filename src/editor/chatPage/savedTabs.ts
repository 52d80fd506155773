/** Saves the tabs with conversations, because VS Code restores none of them after the extension host was killed. */
import type * as vscode from 'vscode';
import { storedObject, storedTextList } from '../settings/stored.ts';

const KEY = 'patchbay.chatTabs';
const PAGES_KEY = 'patchbay.chatTabPages';
/** Characters. A larger state, with pictures in it, is saved by VS Code alone. */
const MAX_PAGE = 500_000;

/** States of pages by conversation. Only a page can read its own. */
type Pages = Readonly<Record<string, unknown>>;

export class SavedTabs {
  private readonly state: vscode.Memento;
  /** Conversations that had a tab when the previous extension host ended. */
  private readonly before: readonly string[];

  constructor(state: vscode.Memento) {
    this.state = state;
    this.before = storedTextList(state, KEY);
  }

  save(conversations: readonly string[]): void {
    if (storedTextList(this.state, KEY).join() === conversations.join()) return;
    void this.state.update(KEY, conversations);
    const pages = Object.entries(this.pages).filter(([id]) => conversations.includes(id));
    void this.state.update(PAGES_KEY, Object.fromEntries(pages));
  }

  /** Saves the state of a page. A state that is too large only removes the older one, which is out of date. */
  savePage(conversation: string, kept: unknown): void {
    const { [conversation]: _, ...others } = this.pages;
    const isSmall = (JSON.stringify(kept) ?? '').length <= MAX_PAGE;
    void this.state.update(PAGES_KEY, isSmall ? { ...others, [conversation]: kept } : others);
  }

  page(conversation: string): unknown {
    return this.pages[conversation];
  }

  private get pages(): Pages {
    return storedObject(this.state, PAGES_KEY);
  }

  /** Returns the conversations that have lost their tab. `labels` are those of the tabs that VS Code has restored. */
  lost(titleOf: (conversation: string) => string, labels: readonly string[]): readonly string[] {
    const titles = new Set(labels.map((label) => label.replace(/^● /, '')));
    return this.before.filter((id) => !titles.has(titleOf(id)));
  }
}

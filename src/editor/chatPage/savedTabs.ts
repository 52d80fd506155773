/**
 * Which conversations have a tab, and what its page remembers, kept for the workspace: the editor forgets a tab that
 * was opened in this window when the extension host is killed, and would not bring it back after a reload.
 */
import type * as vscode from 'vscode';
import { storedObject, storedTextList } from '../settings/stored.ts';

const KEY = 'patchbay.chatTabs';
const PAGES_KEY = 'patchbay.chatTabPages';
/** A page that remembers more, in characters, is kept by the editor alone: pictures are in it. */
const MAX_PAGE = 500_000;

/** What pages remember, by their conversations. Only a page can read it. */
type Pages = Readonly<Record<string, unknown>>;

export class SavedTabs {
  private readonly state: vscode.Memento;
  /** Those that had a tab when the extension host before this one ended. */
  private readonly before: readonly string[];

  constructor(state: vscode.Memento) {
    this.state = state;
    this.before = storedTextList(state, KEY);
  }

  /** Keeps the conversations whose tabs are here now. */
  save(conversations: readonly string[]): void {
    if (storedTextList(this.state, KEY).join() === conversations.join()) return;
    void this.state.update(KEY, conversations);
    const pages = Object.entries(this.pages).filter(([id]) => conversations.includes(id));
    void this.state.update(PAGES_KEY, Object.fromEntries(pages));
  }

  /** Keeps what the page of a conversation's tab remembers. Of too much nothing: what it was before is no longer true. */
  savePage(conversation: string, kept: unknown): void {
    const { [conversation]: _, ...others } = this.pages;
    const isSmall = (JSON.stringify(kept) ?? '').length <= MAX_PAGE;
    void this.state.update(PAGES_KEY, isSmall ? { ...others, [conversation]: kept } : others);
  }

  /** What the page of that tab remembered last, if that is known. */
  page(conversation: string): unknown {
    return this.pages[conversation];
  }

  private get pages(): Pages {
    return storedObject(this.state, PAGES_KEY);
  }

  /** The conversations whose tabs are gone. `titleOf` is what a tab says; `labels` are what those say that the editor has kept. */
  lost(titleOf: (conversation: string) => string, labels: readonly string[]): readonly string[] {
    const titles = new Set(labels.map((label) => label.replace(/^● /, '')));
    return this.before.filter((id) => !titles.has(titleOf(id)));
  }
}

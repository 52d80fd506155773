/** State that the page keeps while the editor hides and rebuilds it. */
import { signal, type Signal } from '@preact/signals';
import { t } from '@vscode/l10n';
import type { Attachment, ForComposer, FormValues } from '../../protocol/index.ts';
import { distinct, isAttachment } from './attachments.ts';
import { Edits, readEdits, withAdded, type SavedEdits } from './edits.ts';
import { SentHistory } from './sentHistory.ts';
import type { StateSaver } from './stateSaver.ts';

/** The top item, and the pixels from the viewport's edge to its start. */
export interface ReadingPlace {
  readonly id: string;
  readonly offset: number;
}

/** Start and end of what is selected in a field: one place if that is a caret. */
export type Selected = readonly [start: number, end: number];

interface Draft {
  readonly draft: string;
  readonly attachments: readonly Attachment[];
  readonly problem?: string | undefined;
  readonly selected?: Selected | undefined;
  /** Sent messages that are being edited. */
  readonly edits?: SavedEdits | undefined;
}

interface Going {
  readonly draft: string;
  readonly attachments: readonly Attachment[];
  /** An older version saved none. */
  readonly conversation?: string | undefined;
  /** Id of the user's message before it: its text alone could match an older one. */
  readonly after?: string | undefined;
}

const MAX_DRAFTS = 50;

/** The saved state, which is not checked: an older version may have written it. */
interface SavedState {
  readonly draft?: string | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  /** Oldest first. */
  readonly sent?: readonly string[] | undefined;
  /** Sent messages that the host has not confirmed, oldest first. */
  readonly going?: readonly Going[] | undefined;
  readonly conversation?: string | undefined;
  /** Drafts of other conversations, newest last. */
  readonly drafts?: Readonly<Record<string, Draft>> | undefined;
  readonly open?: readonly string[] | undefined;
  readonly forms?: Readonly<Record<string, FormValues>> | undefined;
  readonly edits?: unknown;
  readonly selected?: Selected | undefined;
  /** The place is undefined while the end is followed. */
  readonly place?: ReadingPlace | undefined;
  readonly wrapsCode?: boolean | undefined;
}

export class ViewState {
  readonly draft: Signal<string>;
  readonly attachments: Signal<readonly Attachment[]>;
  readonly sent: SentHistory;
  /** The reason why the draft came back, until it is changed or sent. */
  readonly problem = signal<string | undefined>(undefined);
  readonly wrapsCode: Signal<boolean>;
  private readonly whole = signal<ReadonlySet<string>>(new Set());
  /** Incremented to focus the composer. */
  readonly focusWanted = signal(0);
  private readonly saver: Pick<StateSaver, 'load' | 'save' | 'saveSoon'>;
  private conversation: string | undefined;
  private place: ReadingPlace | undefined;
  /** Incremented when all that was open belongs to another conversation. */
  readonly replaced = signal(0);
  private readonly open = new Map<string, Signal<boolean>>();
  private readonly opened = new Set<string>();
  private readonly forms: Map<string, FormValues>;
  readonly edits: Edits;
  /** Place of the caret in the draft; undefined for its end. */
  private selection: Selected | undefined;
  private readonly drafts: Map<string, Draft>;
  /**
   * Conversations whose draft got something from the host since they were shown; when shown, their composer gets the
   * keyboard.
   */
  private readonly composed = new Set<string>();
  /** Unconfirmed messages of the page before this one. */
  private early: readonly Going[];
  private going: readonly Going[] = [];

  constructor(saver: Pick<StateSaver, 'load' | 'save' | 'saveSoon'>) {
    this.saver = saver;
    const saved = (saver.load() ?? {}) as SavedState;
    this.draft = signal(typeof saved.draft === 'string' ? saved.draft : '');
    this.attachments = signal(listOf(saved.attachments).filter(isAttachment));
    this.sent = new SentHistory(listOf(saved.sent).filter((text) => typeof text === 'string'));
    this.wrapsCode = signal(saved.wrapsCode === true);
    this.conversation = saved.conversation;
    this.place = saved.place;
    this.forms = new Map(Object.entries(saved.forms ?? {}));
    this.edits = new Edits(saved.edits, () => this.saveSoon());
    this.selection = selectedOf(saved.selected);
    this.drafts = new Map(Object.entries(saved.drafts ?? {}));
    for (const id of Array.isArray(saved.open) ? (saved.open as string[]) : []) {
      this.open.set(id, signal(true));
      this.opened.add(id);
    }
    this.early = listOf(saved.going).filter(isGoing);
  }

  /** Returns whether the card of a call that waits for approval shows all of what the call would do. */
  isWhole(id: string): boolean {
    return this.whole.value.has(id);
  }

  showWhole(...ids: readonly string[]): void {
    this.whole.value = new Set([...this.whole.peek(), ...ids]);
  }

  /**
   * Restores messages neither in their conversation after that point (`said`) nor queued: the host died with them.
   * Messages of another conversation wait until that is shown.
   */
  bringBack(
    conversation: string,
    said: readonly { readonly id: string; readonly text: string }[],
    waiting: readonly string[],
  ): void {
    const isOfThis = (each: Going): boolean =>
      (each.conversation ?? this.conversation ?? conversation) === conversation;
    const early = this.early.filter(isOfThis);
    if (early.length === 0) return;
    const lost = early.filter(({ draft, after }) => {
      const since = said.slice(said.findIndex(({ id }) => id === after) + 1);
      return !waiting.includes(draft) && !since.some(({ text }) => text === draft);
    });
    this.early = this.early.filter((each) => !isOfThis(each));
    this.save();
    if (lost.length > 0)
      this.compose(conversation, {
        text: lost.map(({ draft }) => draft).join('\n\n'),
        attachments: lost.flatMap(({ attachments }) => attachments.filter(isAttachment)),
        problem: t(
          'The message was not sent because the extension host of the editor had stopped. Send the message again.',
        ),
      });
  }

  /** Call with the conversation that is shown. Another one's draft returns with it; its other state is dropped. */
  belongTo(conversation: string): void {
    if (this.conversation === conversation) return;
    if (this.conversation === undefined) this.addHeld(conversation);
    else this.changeDraft(this.conversation, conversation);
    this.conversation = conversation;
    this.place = undefined;
    this.open.clear();
    this.opened.clear();
    this.replaced.value += 1;
    this.forms.clear();
    // Tells a restored tab what it showed.
    this.save();
    if (this.composed.delete(conversation)) this.focusComposer();
  }

  isOpen(id: string): Signal<boolean> {
    const known = this.open.get(id);
    if (known) return known;
    const fresh = signal(false);
    this.open.set(id, fresh);
    return fresh;
  }

  toggle(id: string): void {
    const open = this.isOpen(id);
    if (!open.peek()) this.opened.add(id);
    open.value = !open.peek();
    this.save();
  }

  unfold(id: string): void {
    if (!this.isOpen(id).peek()) this.toggle(id);
  }

  wasOpened(id: string): boolean {
    return this.opened.has(id);
  }

  forgetOpened(ids: readonly string[]): void {
    for (const id of ids) this.opened.delete(id);
  }

  toggleWrap(): void {
    this.wrapsCode.value = !this.wrapsCode.peek();
    this.save();
  }

  form(id: string): FormValues | undefined {
    return this.forms.get(id);
  }

  saveForm(id: string, values: FormValues): void {
    this.forms.set(id, values);
    this.saveSoon();
  }

  forgetForm(id: string): void {
    if (this.forms.delete(id)) this.save();
  }

  get selected(): Selected | undefined {
    return this.selection;
  }

  /** Call when the caret of the composer has moved. */
  select([start, end]: Selected): void {
    if (this.selection?.[0] === start && this.selection[1] === end) return;
    this.selection = [start, end];
    this.saveSoon();
  }

  write(draft: string): void {
    this.draft.value = draft;
    this.problem.value = undefined;
    this.saveSoon();
  }

  attach(attachments: readonly Attachment[]): void {
    this.attachments.value = distinct(attachments);
    this.save();
  }

  /** A message can be lost with the host until the host confirms it; then it comes back with the page. */
  sendDraft(text: string, after?: string): void {
    this.sent.add(text);
    const message = { draft: text, attachments: this.attachments.peek(), after };
    this.attachments.value = [];
    this.draft.value = '';
    this.selection = undefined;
    this.problem.value = undefined;
    // `goes` also saves the emptied composer, once.
    this.goes(message);
  }

  goes(message: Going): void {
    this.going = [...this.going, { conversation: this.conversation, ...message }];
    this.save();
  }

  received(): void {
    this.going = this.going.slice(1);
    this.save();
  }

  /** Puts text and attachments from the host before the draft of that conversation, which need not be shown. */
  compose(conversation: string, content: ForComposer): void {
    if (this.addToEdit(conversation, content)) return;
    const { text, attachments = [], problem } = content;
    if (conversation !== this.conversation) {
      const held = this.drafts.get(conversation);
      this.composed.add(conversation);
      this.hold(conversation, {
        draft: composed(text, held?.draft ?? ''),
        attachments: distinct([...attachments, ...(held?.attachments ?? [])]),
        problem: problem ?? held?.problem,
        edits: held?.edits,
      });
      return this.save();
    }
    this.write(composed(text, this.draft.peek()));
    this.attach([...attachments, ...this.attachments.peek()]);
    this.problem.value = problem;
    this.focusComposer();
  }

  /** Returns whether attachments were meant for a message of that conversation that is still being edited. */
  private addToEdit(
    conversation: string,
    { edit: id, attachments: added = [], problem }: ForComposer,
  ): boolean {
    if (id === undefined || problem !== undefined) return false;
    if (conversation === this.conversation) return this.edits.attach(id, added);
    const held = this.drafts.get(conversation);
    const edit = held?.edits?.[id];
    if (held && edit)
      this.hold(conversation, { ...held, edits: { ...held.edits, [id]: withAdded(edit, added) } });
    return edit !== undefined;
  }

  /** Focuses the composer, also when the focused element goes away and would leave the focus nowhere. */
  focusComposer(): void {
    this.focusWanted.value += 1;
  }

  private changeDraft(from: string, to: string): void {
    this.hold(from, {
      draft: this.draft.peek(),
      attachments: this.attachments.peek(),
      problem: this.problem.peek(),
      selected: this.selection,
      edits: this.edits.all,
    });
    this.draft.value = '';
    this.attachments.value = [];
    this.problem.value = undefined;
    this.selection = undefined;
    this.edits.replace({});
    this.addHeld(to);
  }

  /** Keeps a draft for when its conversation is shown. */
  private hold(conversation: string, draft: Draft): void {
    this.drafts.delete(conversation);
    const { edits = {}, attachments, problem } = draft;
    if (
      draft.draft !== '' ||
      attachments.length > 0 ||
      problem !== undefined ||
      Object.keys(edits).length > 0
    )
      this.drafts.set(conversation, draft);
    const [oldest] = this.drafts.keys();
    if (this.drafts.size > MAX_DRAFTS && oldest !== undefined) this.drafts.delete(oldest);
  }

  /** Adds what is held for the conversation to what was written before the page knew which one it shows. */
  private addHeld(conversation: string): void {
    const held = this.drafts.get(conversation);
    if (!held) return;
    this.drafts.delete(conversation);
    this.edits.replace(readEdits(held.edits));
    if (this.draft.peek() === '') this.selection = selectedOf(held.selected);
    this.draft.value = composed(held.draft, this.draft.peek());
    this.attachments.value = distinct([...held.attachments, ...this.attachments.peek()]);
    this.problem.value = held.problem;
  }

  get readingPlace(): ReadingPlace | undefined {
    return this.place;
  }

  readAt(place: ReadingPlace | undefined): void {
    if (place === this.place) return;
    this.place = place;
    this.saveSoon();
  }

  private save(): void {
    this.saver.save(this.state());
  }

  /** Saves a change that comes with each key or frame. */
  private saveSoon(): void {
    this.saver.saveSoon(() => this.state());
  }

  private state(): SavedState {
    const open = [...this.open].filter(([, isOpen]) => isOpen.peek()).map(([id]) => id);
    return {
      draft: this.draft.peek(),
      attachments: this.attachments.peek(),
      sent: this.sent.all,
      going: [...this.early, ...this.going],
      open,
      forms: Object.fromEntries(this.forms),
      edits: this.edits.all,
      selected: this.selection,
      wrapsCode: this.wrapsCode.peek(),
      drafts: Object.fromEntries(this.drafts),
      conversation: this.conversation,
      place: this.place,
    };
  }
}

function listOf(saved: readonly unknown[] | undefined): readonly unknown[] {
  return Array.isArray(saved) ? saved : [];
}

function selectedOf(saved: unknown): Selected | undefined {
  if (!Array.isArray(saved)) return undefined;
  const [start, end] = saved as readonly unknown[];
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : undefined;
}

function isGoing(saved: unknown): saved is Going {
  const { draft, attachments, after, conversation } = (saved ?? {}) as Partial<Going>;
  const isNamed = typeof (after ?? '') === 'string' && typeof (conversation ?? '') === 'string';
  return typeof draft === 'string' && Array.isArray(attachments) && isNamed;
}

export function composed(text: string, draft: string): string {
  if (draft.trim() === '') return text;
  if (text === '') return draft;
  return draft.startsWith(text) ? draft : `${text.trimEnd()}\n\n${draft}`;
}

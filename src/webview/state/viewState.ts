/**
 * What the page itself must remember while the editor hides and rebuilds it: the drafts, what is being changed, which calls are open,
 * and where the user was reading.
 */
import { signal, type Signal } from '@preact/signals';
import { t } from '@vscode/l10n';
import type { Attachment, FormValues } from '../../protocol/index.ts';
import { isAttachment, keyOf } from './attachments.ts';
import { SentHistory } from './sentHistory.ts';
import type { StateSaver } from './stateSaver.ts';

/** The item at the upper edge, and how far below the edge it starts, in pixels. */
export interface ReadingPlace {
  readonly id: string;
  readonly offset: number;
}

/** What was being written. */
interface Draft {
  readonly draft: string;
  readonly attachments: readonly Attachment[];
}

/** A message that was sent. */
interface Going extends Draft {
  /** The id of the user's last message before it: by its words alone it could be taken for an older one. */
  readonly after?: string;
}

/** How many conversations' drafts are saved: older ones are hardly looked for. */
const MAX_DRAFTS = 50;

/** What is saved. It comes back from the editor unchecked: an older version may have written it. */
interface SavedState {
  readonly draft?: string;
  readonly attachments?: readonly Attachment[];
  /** Messages that were sent, oldest first. */
  readonly sent?: readonly string[];
  /** Those of them that the host has not heard, oldest first. */
  readonly going?: readonly Going[];
  readonly conversation?: string;
  /** What was being written in other conversations, the newest last. */
  readonly drafts?: Readonly<Record<string, Draft>>;
  readonly open?: readonly string[];
  /** Unfinished forms by the ids of their questions. */
  readonly forms?: Readonly<Record<string, FormValues>>;
  /** Messages that are being changed, by their ids. */
  readonly edits?: Readonly<Record<string, string>>;
  /** Nothing while the page follows the newest item. */
  readonly place?: ReadingPlace;
  readonly wrapsCode?: boolean;
}

export class ViewState {
  readonly draft: Signal<string>;
  /** What goes with the draft. */
  readonly attachments: Signal<readonly Attachment[]>;
  /** What was sent before, for the arrow keys. */
  readonly sent: SentHistory;
  /** Why the draft came back, until it is changed or sent. */
  readonly problem = signal<string | undefined>(undefined);
  /** Whether long lines of code are wrapped, in all code blocks. */
  readonly wrapsCode: Signal<boolean>;
  /** Counts up whenever the composer shall take the keyboard. */
  readonly focusWanted = signal(0);
  private readonly saver: Pick<StateSaver, 'load' | 'save' | 'saveSoon'>;
  private conversation: string | undefined;
  private place: ReadingPlace | undefined;
  private readonly open = new Map<string, Signal<boolean>>();
  private readonly forms: Map<string, FormValues>;
  private readonly edits: Signal<Readonly<Record<string, string>>>;
  private readonly drafts: Map<string, Draft>;
  /** What went before this page was there. */
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
    this.edits = signal(saved.edits ?? {});
    this.drafts = new Map(Object.entries(saved.drafts ?? {}));
    for (const id of Array.isArray(saved.open) ? (saved.open as string[]) : [])
      this.open.set(id, signal(true));
    this.early = listOf(saved.going).filter(isGoing);
  }

  /**
   * Brings back what went before this page was there and is not among what the user then `said` in the conversation,
   * nor among the texts that wait: the host died with it. Of others the page before this one did not hear any more that
   * they had come.
   */
  bringBack(
    said: readonly { readonly id: string; readonly text: string }[],
    waiting: readonly string[],
  ): void {
    if (this.early.length === 0) return;
    const lost = this.early.filter(({ draft, after }) => {
      const since = said.slice(said.findIndex(({ id }) => id === after) + 1);
      return !waiting.includes(draft) && !since.some(({ text }) => text === draft);
    });
    this.early = [];
    this.save();
    if (lost.length > 0)
      this.compose(
        lost.map(({ draft }) => draft).join('\n\n'),
        lost.flatMap(({ attachments }) => attachments.filter(isAttachment)),
        t(
          'The message was not sent because the extension host of the editor had stopped. Send the message again.',
        ),
      );
  }

  /**
   * To be called with the conversation that is shown: what was being written in another one comes back with that one,
   * the rest that was saved about it is forgotten.
   */
  belongTo(conversation: string): void {
    if (this.conversation === conversation) return;
    if (this.conversation !== undefined) this.changeDraft(this.conversation, conversation);
    this.conversation = conversation;
    this.place = undefined;
    this.open.clear();
    this.forms.clear();
    this.edits.value = {};
    // By this a tab that comes back knows what it showed.
    this.save();
  }

  /** Whether the item with this id is unfolded. */
  isOpen(id: string): Signal<boolean> {
    const known = this.open.get(id);
    if (known) return known;
    const fresh = signal(false);
    this.open.set(id, fresh);
    return fresh;
  }

  toggle(id: string): void {
    const open = this.isOpen(id);
    open.value = !open.peek();
    this.save();
  }

  /** Unfolds what somebody looks for. */
  unfold(id: string): void {
    if (!this.isOpen(id).peek()) this.toggle(id);
  }

  toggleWrap(): void {
    this.wrapsCode.value = !this.wrapsCode.peek();
    this.save();
  }

  /** What the user has filled in so far, if anything. */
  form(id: string): FormValues | undefined {
    return this.forms.get(id);
  }

  keepForm(id: string, values: FormValues): void {
    this.forms.set(id, values);
    this.saveSoon();
  }

  forgetForm(id: string): void {
    if (this.forms.delete(id)) this.save();
  }

  /** What the user is making of a message that was sent, if it is being changed. */
  edit(id: string): string | undefined {
    return this.edits.value[id];
  }

  /** Keeps what the user makes of that message; nothing ends it. */
  keepEdit(id: string, text: string | undefined): void {
    const { [id]: _, ...others } = this.edits.peek();
    this.edits.value = text === undefined ? others : { ...others, [id]: text };
    this.saveSoon();
  }

  write(draft: string): void {
    this.draft.value = draft;
    this.problem.value = undefined;
    this.saveSoon();
  }

  /** Makes these what goes with the draft, each once. */
  attach(attachments: readonly Attachment[]): void {
    const byKey = new Map(attachments.map((each) => [keyOf(each), each]));
    this.attachments.value = [...byKey.values()];
    this.save();
  }

  /**
   * Empties the composer of a message that goes, which it remembers. Until the host has heard it, it can get lost with
   * the host: then it comes back with the page. `after` is the id of the user's last message before it.
   */
  sendDraft(text: string, after?: string): void {
    this.sent.add(text);
    const message = {
      draft: text,
      attachments: this.attachments.peek(),
      ...(after !== undefined && { after }),
    };
    this.attachments.value = [];
    this.draft.value = '';
    this.problem.value = undefined;
    // Saves the emptied composer, too: once, as the host is told of it at once.
    this.goes(message);
  }

  /** Remembers a message that goes, until the host has heard it. */
  goes(message: Going): void {
    this.going = [...this.going, message];
    this.save();
  }

  /** The host has the oldest message that went. */
  received(): void {
    this.going = this.going.slice(1);
    this.save();
  }

  /** Puts text and attachments from the host before what the user has already written. */
  compose(text: string, attachments: readonly Attachment[] = [], problem?: string): void {
    this.write(composed(text, this.draft.peek()));
    this.attach([...attachments, ...this.attachments.peek()]);
    this.problem.value = problem;
    this.focusWanted.value += 1;
  }

  private changeDraft(from: string, to: string): void {
    const left = { draft: this.draft.peek(), attachments: this.attachments.peek() };
    this.drafts.delete(from);
    if (left.draft !== '' || left.attachments.length > 0) this.drafts.set(from, left);
    const [oldest] = this.drafts.keys();
    if (this.drafts.size > MAX_DRAFTS && oldest !== undefined) this.drafts.delete(oldest);
    const { draft, attachments } = this.drafts.get(to) ?? { draft: '', attachments: [] };
    this.drafts.delete(to);
    this.draft.value = draft;
    this.attachments.value = attachments;
    this.problem.value = undefined;
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

  /** For what changes with each key or frame. */
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
      edits: this.edits.peek(),
      wrapsCode: this.wrapsCode.peek(),
      drafts: Object.fromEntries(this.drafts),
      ...(this.conversation !== undefined && { conversation: this.conversation }),
      ...(this.place && { place: this.place }),
    };
  }
}

function listOf(saved: readonly unknown[] | undefined): readonly unknown[] {
  return Array.isArray(saved) ? saved : [];
}

function isGoing(saved: unknown): saved is Going {
  const { draft, attachments, after } = (saved ?? {}) as Partial<Going>;
  return typeof draft === 'string' && Array.isArray(attachments) && typeof (after ?? '') === 'string';
}

/** Both texts, the new one first, with an empty line between them. */
export function composed(text: string, draft: string): string {
  if (draft.trim() === '') return text;
  if (text === '') return draft;
  return draft.startsWith(text) ? draft : `${text.trimEnd()}\n\n${draft}`;
}

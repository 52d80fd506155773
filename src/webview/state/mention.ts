import { signal } from '@preact/signals';
import type { ChatMessage, HostMessage, Suggestion, Attachment } from '../../protocol/index.ts';

const DEBOUNCE_MS = 80;

export class MentionState {
  readonly mention = signal<Mention | undefined>(undefined);
  readonly offered = signal<Attachment | undefined>(undefined);
  readonly suggestions = signal<readonly Suggestion[] | undefined>(undefined);
  readonly isStale = signal(false);
  private readonly post: (message: ChatMessage) => void;
  private request = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(post: (message: ChatMessage) => void) {
    this.post = post;
  }

  /** Call with the mention at the caret when only the caret has moved: that opens nothing. */
  move(mention: Mention | undefined): void {
    const before = this.mention.peek();
    this.look(before?.trigger === mention?.trigger && before?.start === mention?.start ? mention : undefined);
  }

  /** Call with the mention at the caret when something was typed. */
  look(mention: Mention | undefined): void {
    const before = this.mention.peek();
    this.mention.value = mention;
    if (!mention) {
      clearTimeout(this.timer);
      this.newRequest();
      this.suggestions.value = undefined;
      this.isStale.value = false;
      return;
    }
    if (before?.trigger === mention.trigger && before.query === mention.query) return;
    const request = this.newRequest();
    this.isStale.value = true;
    clearTimeout(this.timer);
    const ask = (): void => {
      const { trigger, query } = mention;
      this.post({ type: 'suggest', request, trigger, query });
    };
    if (before) this.timer = setTimeout(ask, DEBOUNCE_MS);
    else ask();
  }

  private newRequest(): number {
    this.request += 1;
    return this.request;
  }

  handle({ request, suggestions }: Extract<HostMessage, { type: 'suggestions' }>): void {
    if (request !== this.request) return;
    this.suggestions.value = suggestions;
    this.isStale.value = false;
  }
}

/** `start` is an index in the draft; `query` follows the sign. */
interface Mention {
  readonly trigger: '#' | '@';
  readonly query: string;
  readonly start: number;
  readonly end: number;
}

/** A sign counts only at the start of a word: not in an e-mail address. */
export function mentionAt(draft: string, caret: number): Mention | undefined {
  const [, trigger, query = ''] = /(?:^|[\s(])([#@])([^\s#@]*)$/.exec(draft.slice(0, caret)) ?? [];
  if (trigger !== '#' && trigger !== '@') return undefined;
  return { trigger, query, start: caret - query.length - 1, end: caret };
}

/** The caret comes to stand behind a space, where the word is complete. */
export function completed(
  draft: string,
  { trigger, start, end }: Mention,
  chosen: Pick<Attachment, 'name'> | undefined,
): { readonly draft: string; readonly caret: number } {
  const after = draft.slice(end);
  if (!chosen) return { draft: draft.slice(0, start) + after, caret: start };
  const word = `${trigger}${chosen.name}`;
  const space = /^[ \t]/.test(after) ? '' : ' ';
  return { draft: draft.slice(0, start) + word + space + after, caret: start + word.length + 1 };
}

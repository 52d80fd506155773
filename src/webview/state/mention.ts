/** The word after `#` or `@` in the draft. */
import type { Attachment } from '../../protocol/index.ts';

/** `start` is an index in the draft; `query` follows the sign. */
export interface Mention {
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

/** Replaces the mention by the attachment, or removes it; returns the caret, too. */
export function completed(
  draft: string,
  { trigger, start, end }: Mention,
  chosen: Pick<Attachment, 'name'> | undefined,
): { readonly draft: string; readonly caret: number } {
  const after = draft.slice(end);
  const text = chosen ? `${trigger}${chosen.name}${/^\s/.test(after) ? '' : ' '}` : '';
  return { draft: draft.slice(0, start) + text + after, caret: start + text.length };
}

/** The word after `#` or `@` that is being written, and what becomes of it when something is chosen. */
import type { Attachment } from '../../protocol/index.ts';

/** Where it stands in the draft; `query` is what follows the sign. */
export interface Mention {
  readonly trigger: '#' | '@';
  readonly query: string;
  readonly start: number;
  readonly end: number;
}

/** The mention before the caret. A sign counts at the beginning of a word only: not in an e-mail address. */
export function mentionAt(draft: string, caret: number): Mention | undefined {
  const [, trigger, query = ''] = /(?:^|[\s(])([#@])([^\s#@]*)$/.exec(draft.slice(0, caret)) ?? [];
  if (trigger !== '#' && trigger !== '@') return undefined;
  return { trigger, query, start: caret - query.length - 1, end: caret };
}

/** The draft with the mention replaced by what was chosen, or taken out, and where the caret is then. */
export function completed(
  draft: string,
  { trigger, start, end }: Mention,
  chosen: Pick<Attachment, 'name'> | undefined,
): { readonly draft: string; readonly caret: number } {
  const after = draft.slice(end);
  const text = chosen ? `${trigger}${chosen.name}${/^\s/.test(after) ? '' : ' '}` : '';
  return { draft: draft.slice(0, start) + text + after, caret: start + text.length };
}

import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import { lineCount } from '../../base/common/lines.ts';
import { locale } from '../../base/common/locale.ts';

/** Characters; about 15,000 tokens. */
const MAX_CHARACTERS = 60_000;

/** The text of an attachment. `head` tells the model what the text is, and `note` tells the user that it was cut. */
export interface Excerpt {
  readonly text: string;
  readonly head: string;
  readonly note?: string;
}

/**
 * Returns the text or, if it is too long, its beginning, which ends with a whole line if possible. `what` names it for
 * the model, such as `File: src/a.ts`.
 */
export function excerptOf(what: string, text: string): Excerpt {
  if (text.length <= MAX_CHARACTERS) return { text, head: `[${what}]` };
  const lastLine = text.lastIndexOf('\n', MAX_CHARACTERS);
  const cut = lastLine > MAX_CHARACTERS / 2 ? text.slice(0, lastLine) : headText(text, MAX_CHARACTERS);
  const lines = (part: string, language: string): string => lineCount(part).toLocaleString(language);
  return {
    text: cut,
    head: `[${what}; only the first ${lines(cut, 'en')} of ${lines(text, 'en')} lines, as the whole is too long to attach]`,
    note: t('The model received the first {0} of {1} lines.', lines(cut, locale()), lines(text, locale())),
  };
}

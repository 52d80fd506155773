/** Text of others, such as servers, made harmless to show: bounded, without control and hidden characters. */
import { t } from '@vscode/l10n';
import { showHidden, withoutHidden } from './hiddenCharacters.ts';

/**
 * The text without hidden characters, trimmed and cut at `max`; nothing if it is no text or nothing is left of it. For
 * what is only shown: of a text that a program or the model gets, too, `markedText` hides nothing.
 */
export function plainText(text: unknown, max: number): string | undefined {
  // Cut first: a text of many megabytes must not be searched as a whole.
  return typeof text === 'string'
    ? trimmed(withoutHidden(withoutReturns(text.slice(0, 2 * max))), max)
    : undefined;
}

/** The same with a mark such as `<U+200B>` in the place of each hidden character. */
export function markedText(text: unknown, max: number): string | undefined {
  return typeof text === 'string'
    ? trimmed(showHidden(withoutReturns(text.slice(0, 2 * max)), 'prose'), max)
    : undefined;
}

function withoutReturns(text: string): string {
  return text.replaceAll('\r', '');
}

/** At most `max` characters of the text, with an ellipsis as the last one if something is left out. */
export function truncate(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

function trimmed(text: string, max: number): string | undefined {
  const plain = text.trim();
  return plain === '' ? undefined : truncate(plain, max);
}

/** The text as one line, for labels and sentences: line ends and tabs become spaces. */
export function plainLabel(text: unknown, max: number): string | undefined {
  if (typeof text !== 'string') return undefined;
  return plainText(text.slice(0, 2 * max).replaceAll(/\s+/g, ' '), max);
}

/** The longest label a server gets for one of its things, in characters. */
const MAX_LABEL = 120;

/** How a thing of a server is called wherever people read it: its title, or else its name. */
export function labelOf({
  title,
  name,
}: {
  readonly title?: string | undefined;
  readonly name: string;
}): string {
  return plainLabel(title, MAX_LABEL) ?? plainLabel(name, MAX_LABEL) ?? t('(no name)');
}

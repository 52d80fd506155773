/** Makes text of others, such as servers, harmless to show: bounded, without control and hidden characters. */
import { headText } from './cut.ts';
import { t } from '@vscode/l10n';
import { showHidden, withoutHidden } from './hiddenCharacters.ts';

/** For text that is only shown: where a program or the model gets it, too, `markedText` hides nothing. */
export function plainText(text: unknown, max: number): string | undefined {
  // Cut first: a text of many megabytes must not be searched as a whole.
  return typeof text === 'string'
    ? trimmed(withoutHidden(withoutReturns(headText(text, 2 * max))), max)
    : undefined;
}

/** Like `plainText`, with a mark such as `<U+200B>` in place of each hidden character. */
export function markedText(text: unknown, max: number): string | undefined {
  return typeof text === 'string'
    ? trimmed(showHidden(withoutReturns(headText(text, 2 * max)), 'prose'), max)
    : undefined;
}

function withoutReturns(text: string): string {
  return text.replaceAll('\r', '');
}

/** At most `max` characters, the last of them an ellipsis if something is left out. */
export function truncate(text: string, max: number): string {
  return text.length > max ? `${headText(text, max - 1)}…` : text;
}

function trimmed(text: string, max: number): string | undefined {
  const plain = text.trim();
  return plain === '' ? undefined : truncate(plain, max);
}

export function plainLabel(text: unknown, max: number): string | undefined {
  if (typeof text !== 'string') return undefined;
  return plainText(headText(text, 2 * max).replaceAll(/\s+/g, ' '), max);
}

/** In quotes that the text cannot end, so that what others wrote is not taken for what stands around it. */
export function quotedLabel(text: unknown, max: number): string {
  const plain = plainLabel(text, max) ?? '';
  return `"${plain.replaceAll(/["\u201C-\u201F\u00AB\u00BB\uFF02]/g, "'")}"`;
}

const NAMED = 20;
const MAX_NAME = 300;

/** The first names in one line, each plain, and how many others there are, as `more` says it. */
export function listOfNames(names: readonly string[], more: (count: number) => string): string {
  const shown = names.slice(0, NAMED).flatMap((name) => plainLabel(name, MAX_NAME) ?? []);
  const rest = names.length - NAMED;
  return [...shown, ...(rest > 0 ? [more(rest)] : [])].join(', ');
}

const MAX_LABEL = 120;

export function labelOf({
  title,
  name,
}: {
  readonly title?: string | undefined;
  readonly name: string;
}): string {
  return plainLabel(title, MAX_LABEL) ?? plainLabel(name, MAX_LABEL) ?? t('(no name)');
}

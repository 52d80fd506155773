/** Makes foreign text, such as a server's, harmless to show: bounded, and without control and hidden characters. */
import { headText } from './cut.ts';
import { t } from '@vscode/l10n';
import { showHidden, withoutHidden } from './hiddenCharacters.ts';

/**
 * Returns text that is only shown. If a program or the model gets the same text, use `markedText`, which hides nothing.
 */
export function plainText(text: unknown, max: number): string | undefined {
  // The text is cut before the search, which would take long in many megabytes.
  return typeof text === 'string'
    ? trimmed(withoutHidden(withoutReturns(headText(text, 2 * max))), max)
    : undefined;
}

/** Works like `plainText`, but writes a mark such as `<U+200B>` in place of each hidden character. */
export function markedText(text: unknown, max: number): string | undefined {
  return typeof text === 'string'
    ? trimmed(showHidden(withoutReturns(headText(text, 2 * max)), 'prose'), max)
    : undefined;
}

function withoutReturns(text: string): string {
  return text.replaceAll('\r', '');
}

/** Returns `max` characters at most. If something is left out, the last one is an ellipsis. */
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

/** Puts a foreign text in quotes that it cannot end itself, so that it is not taken for the text around it. */
export function quotedLabel(text: unknown, max: number): string {
  const plain = plainLabel(text, max) ?? '';
  return `"${plain.replaceAll(/["\u201C-\u201F\u00AB\u00BB\uFF02]/g, "'")}"`;
}

const NAMED = 20;
const MAX_NAME = 300;

/** Joins the first names, each as a plain label. `more` formats the number of the others. */
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

/** Makes text of a server harmless to show: no control characters, nothing that turns or hides letters. */
import { t } from '@vscode/l10n';

/** Controls but tab and line feed; marks that change the direction of writing or have no width. */
const invisible = /(?![\t\n])[\p{Cc}\p{Cf}]/gu;

/** The text, trimmed and cut at `max`; nothing if it is no text or nothing is left of it. */
export function plainText(text: unknown, max: number): string | undefined {
  if (typeof text !== 'string') return undefined;
  // Cut first: a text of many megabytes must not be searched as a whole.
  const plain = text
    .slice(0, 2 * max)
    .replaceAll(invisible, '')
    .trim();
  if (plain === '') return undefined;
  return plain.length > max ? `${plain.slice(0, max - 1)}…` : plain;
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

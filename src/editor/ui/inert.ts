/**
 * Makes texts inert. In plain strings, VS Code turns `[label](command:…)` into a link that runs a command
 * (`parseLinkedText`), and `$(name)` into an icon. So every text that it shows passes through here, whole and after
 * translation.
 */
import { headText, tailText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import { showHidden } from '../../base/common/hiddenCharacters.ts';

/** Longest label in characters. VS Code itself cuts a notification at 1,000. */
const MAX_LABEL = 900;
/** Longest text of a dialog or a hover, in characters. */
const MAX_DETAIL = 10_000;

/** Returns one line without links and icons, with hidden characters shown. */
export function inertLabel(text: string): string {
  const line = headText(text, 20 * MAX_LABEL).replaceAll(/\s*[\r\n\u{2028}\u{2029}]\s*|\t/gu, ' ');
  return shortened(withoutMarkup(showHidden(line, 'prose')), MAX_LABEL);
}

/**
 * Returns the text of a dialog, in which VS Code parses nothing: commands stay as they are, and unusual spaces are
 * marked.
 */
export function inertDetail(text: string): string {
  return shortened(showHidden(headText(text, 20 * MAX_DETAIL).replaceAll('\r', ''), 'exact'), MAX_DETAIL);
}

/** Returns lines for a place where markup is escaped. */
export function inertText(text: string): string {
  return shortened(showHidden(headText(text, 20 * MAX_DETAIL).replaceAll('\r', ''), 'prose'), MAX_DETAIL);
}

/** Puts a space between the characters that begin a link or an icon. */
function withoutMarkup(text: string): string {
  return text.replaceAll('](', '] (').replaceAll('$(', '$ (');
}

/** Keeps beginning and end: our own words stand on both sides of foreign ones. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = headText(text, Math.floor(max * 0.6));
  const tail = tailText(text, Math.floor(max * 0.3));
  return `${head} … ${t('({0} characters omitted)', text.length - head.length - tail.length)} … ${tail}`;
}

export function escapeMarkdown(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll(/[\\`*_{}[\]()#+\-.!~|<>$=]/g, '\\$&')
      // An address would still be a link, with the backslashes in it.
      .replaceAll('://', '&#58;//')
      // An indented line would be code, in which a backslash is literal.
      .replaceAll(/^[ \t]+/gm, (indent) => '&nbsp;'.repeat(Math.min(indent.length, 8)))
      // A single line end would be a space.
      .replaceAll(/\n(?!\n|$)/g, '  \n')
  );
}

export function codeMarkdown(text: string): string {
  const line = inertLabel(text);
  const fence = '`'.repeat(1 + Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length)));
  return /^`|`$/.test(line) ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

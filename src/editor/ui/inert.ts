/**
 * Makes texts inert for the editor's own interface. VS Code turns parts of plain strings into something else: in
 * messages, prompts and progress `[label](command:…)` becomes a link that runs a command (`parseLinkedText`), and in
 * rows, prompts and lenses `$(name)` becomes an icon. Texts of servers, models, files and workspaces end up in all of
 * them. So every text that the editor shows goes through here as a whole, after it has been translated.
 */
import { t } from '@vscode/l10n';
import { showHidden } from '../../base/common/hiddenCharacters.ts';

/** The longest message, row or title in characters. VS Code itself cuts a notification at 1,000. */
const MAX_LABEL = 900;
/** The longest text of a dialog or a hover. */
const MAX_DETAIL = 10_000;

/** One line in which the editor finds no link and no icon, and the reader every character. */
export function inertLabel(text: string): string {
  const line = text.slice(0, 20 * MAX_LABEL).replaceAll(/\s*[\r\n\u{2028}\u{2029}]\s*|\t/gu, ' ');
  return shortened(withoutMarkup(showHidden(line, 'prose')), MAX_LABEL);
}

/**
 * The text of a dialog, with its line ends. The editor makes nothing of it, so that commands stay as they are; spaces
 * that are not the plain one are marked, too.
 */
export function inertDetail(text: string): string {
  return shortened(showHidden(text.slice(0, 20 * MAX_DETAIL).replaceAll('\r', ''), 'exact'), MAX_DETAIL);
}

/** A text of several lines for a place where markup is escaped. */
export function inertText(text: string): string {
  return shortened(showHidden(text.slice(0, 20 * MAX_DETAIL).replaceAll('\r', ''), 'prose'), MAX_DETAIL);
}

/** A space keeps the two characters apart by which the editor knows a link or an icon. */
function withoutMarkup(text: string): string {
  return text.replaceAll('](', '] (').replaceAll('$(', '$ (');
}

/** The beginning and the end: our own words stand on both sides of what is foreign. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, Math.floor(max * 0.6));
  const tail = text.slice(-Math.floor(max * 0.3));
  return `${head} … ${t('({0} characters left out)', text.length - head.length - tail.length)} … ${tail}`;
}

/** Markdown that shows the text as it is, whatever markup, link or icon it would make. */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll(/[\\`*_{}[\]()#+\-.!~|<>$=]/g, '\\$&')
      // An address would be a link all the same, with the backslashes in it.
      .replaceAll('://', '&#58;//')
      // An indented line would be code, in which a backslash is one.
      .replaceAll(/^[ \t]+/gm, (indent) => '&nbsp;'.repeat(Math.min(indent.length, 8)))
      // A line end as it is would be a space.
      .replaceAll(/\n(?!\n|$)/g, '  \n')
  );
}

/** Markdown that shows the text as code. */
export function codeMarkdown(text: string): string {
  const line = inertLabel(text);
  const fence = '`'.repeat(1 + Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length)));
  return /^`|`$/.test(line) ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

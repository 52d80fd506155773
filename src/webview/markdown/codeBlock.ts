/** The HTML of a code block: its language, its buttons and the code. Clicks are handled in chat/clicks.ts. */
import { t } from '@vscode/l10n';
import { showHiddenHtml } from './hiddenText.ts';
import { highlight } from './highlight.ts';

/** What a fence says about its code; empty where it says nothing. */
interface CodeKind {
  readonly language: string;
  /** The file that it is for. */
  readonly file: string;
}

/** Coloured only once it is complete: half a string or comment would colour the rest of the code wrongly. */
export function codeBlockHtml(code: string, { language, file }: CodeKind, complete: boolean): string {
  const coloured = complete ? highlight(code, language) : undefined;
  return (
    '<div class="code-block"><div class="code-bar">' +
    `<span class="code-language">${escapeHtml(language)}</span>` +
    `<span class="code-file" title="${escapeHtml(file)}">${escapeHtml(file)}</span>` +
    button('copy', t('Copy code')) +
    button('insert', t('Insert at cursor')) +
    button('apply', file === '' ? t('Apply to the open file…') : t('Apply to {0}…', file)) +
    button('wrap', t('Toggle word wrap')) +
    '</div>' +
    `<pre tabindex="0"><code>${showHiddenHtml(coloured ?? escapeHtml(code), 'prose')}</code></pre></div>\n`
  );
}

const icons = { copy: 'copy', insert: 'insert', apply: 'diff-single', wrap: 'word-wrap' };

function button(action: keyof typeof icons, label: string): string {
  return (
    `<button type="button" class="icon-button" data-code="${action}" title="${escapeHtml(label)}" aria-label="${escapeHtml(label)}">` +
    `<span class="codicon codicon-${icons[action]}" aria-hidden="true"></span></button>`
  );
}

/** The text as HTML that shows it. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** HTML of a code block; clicks on its buttons are handled in chat/contentEvents.ts. */
import { t } from '@vscode/l10n';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import { showHiddenHtml } from './hiddenText.ts';

interface CodeKind {
  readonly language: string;
  readonly file: string;
}

/** Only complete code is marked to be coloured (colourCode.ts): half a string or comment would colour the rest wrongly. */
export function codeBlockHtml(code: string, { language, file }: CodeKind, complete: boolean): string {
  const isDiagram = complete && language === 'mermaid';
  return (
    `<div class="code-block${isDiagram ? ' diagram-block' : ''}"><div class="code-bar">` +
    `<span class="code-language">${escapeHtml(language)}</span>` +
    `<span class="code-file" title="${escapeHtml(showHidden(file, 'turning'))}">${showHiddenHtml(escapeHtml(file), 'turning')}</span>` +
    (isDiagram ? button('size', t('Show at full size')) + button('source', t('Show source')) : '') +
    button('copy', t('Copy code')) +
    button('insert', t('Insert at cursor')) +
    button('apply', file === '' ? t('Apply to the open file…') : t('Apply to {0}…', file)) +
    button('wrap', t('Toggle word wrap')) +
    '</div>' +
    `<pre tabindex="0"><code${complete ? ' class="complete"' : ''}>${showHiddenHtml(escapeHtml(code), 'prose')}</code></pre></div>\n`
  );
}

const icons = {
  size: 'zoom-in',
  source: 'code',
  copy: 'copy',
  insert: 'insert',
  apply: 'diff-single',
  wrap: 'word-wrap',
};

function button(action: keyof typeof icons, label: string): string {
  return (
    `<button type="button" class="icon-button" data-code="${action}" title="${escapeHtml(label)}" aria-label="${escapeHtml(label)}">` +
    `<span class="codicon codicon-${icons[action]}" aria-hidden="true"></span></button>`
  );
}

export function escapeHtml(text: string): string {
  // Most texts have nothing to escape, and one search costs less than four.
  if (!/[&<>"]/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

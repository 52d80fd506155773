/** The HTML of a code block: its language, its buttons and the code. Clicks are handled in codeButtons.ts. */
import { highlight } from './highlight.ts';

/** Coloured only once it is complete: half a string or comment would colour the rest of the code wrongly. */
export function codeBlockHtml(code: string, language: string, complete: boolean): string {
  const coloured = complete ? highlight(code, language) : undefined;
  return (
    '<div class="code-block"><div class="code-bar">' +
    `<span class="code-language">${escapeHtml(language)}</span>` +
    button('copy', 'Copy code') +
    button('insert', 'Insert at cursor') +
    '</div>' +
    `<pre tabindex="0"><code>${coloured ?? escapeHtml(code)}</code></pre></div>\n`
  );
}

function button(action: 'copy' | 'insert', label: string): string {
  return (
    `<button type="button" class="icon-button" data-code="${action}" title="${label}" aria-label="${label}">` +
    `<span class="codicon codicon-${action}" aria-hidden="true"></span></button>`
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

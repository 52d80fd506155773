/** Puts colours into code that is shown. Code stays plain until the worker has coloured it. */
import type { Strictness } from '../../base/common/hiddenCharacters.ts';
import { noteSource } from './drawnFrom.ts';
import { showHiddenHtml } from './hiddenText.ts';
import { highlight } from './highlight.ts';
import { keepSelection } from './keepSelection.ts';
import { sanitise } from './sanitise.ts';

/** Colours the complete code blocks of an element. */
export function colourBlocks(element: Element): void {
  for (const code of element.querySelectorAll('.code-block code.complete:not(.coloured)')) {
    const language = code.closest('.code-block')?.querySelector('.code-language')?.textContent ?? '';
    colour(code, language, 'prose', () => {
      noteSource(code);
      code.classList.add('coloured');
    });
  }
}

/** `element` has the code and nothing else. `before` is called when there are colours. */
export function colour(
  element: Element,
  language: string,
  strictness: Strictness,
  before?: () => void,
): void {
  const code = element.textContent;
  highlight(code, language, (html) => {
    // The element may show other code by now.
    if (element.textContent !== code) return;
    before?.();
    keepSelection(element, () => element.replaceChildren(sanitise(showHiddenHtml(html, strictness))));
  });
}

/** Puts colours into code that is shown. Code stays plain until the worker has coloured it. */
import type { Strictness } from '../../base/common/hiddenCharacters.ts';
import { noteSource } from './drawnFrom.ts';
import { showHiddenHtml } from './hiddenText.ts';
import { highlight } from './highlight.ts';
import { keepSelection } from './keepSelection.ts';
import { sanitise } from './sanitise.ts';

/** Characters that get their colours in one frame. */
const SLICE = 6_000;

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
    const coloured = sanitise(showHiddenHtml(html, strictness));
    const [plain, ...others] = element.childNodes;
    if (code.length > SLICE && plain instanceof Text && others.length === 0)
      return colourSlice(plain, coloured);
    keepSelection(element, () => element.replaceChildren(coloured));
  });
}

/** Colours the beginning of the text, and the rest in the next frames: layout of much at once would hold up the page. */
function colourSlice(plain: Text, coloured: DocumentFragment): void {
  const { parentElement: element } = plain;
  // The element may show other code by now.
  if (!element || coloured.textContent !== plain.data) return;
  const slice = document.createDocumentFragment();
  let length = 0;
  for (let node = coloured.firstChild; node && length < SLICE; node = coloured.firstChild) {
    length += node.textContent?.length ?? 0;
    slice.append(node);
  }
  keepSelection(element, () => {
    plain.before(slice);
    if (length < plain.length) plain.deleteData(0, length);
    else plain.remove();
  });
  if (plain.isConnected) requestAnimationFrame(() => colourSlice(plain, coloured));
}

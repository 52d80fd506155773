/** Events in rendered markdown, whose links and buttons are HTML and not components. */
import type { Chat } from '../ui/chatContext.ts';
import { toggleSize, toggleSource } from '../markdown/drawDiagram.ts';
import { fileNameOf } from '../state/fileLinks.ts';

/** The host opens links; the event stops here, or the editor would open them a second time. */
export function handleContentClick(event: MouseEvent, { post, view }: Pick<Chat, 'post' | 'view'>): void {
  if (!(event.target instanceof Element)) return;
  const link = event.target.closest('a[href]');
  if (link) {
    event.preventDefault();
    event.stopPropagation();
    if (event.button <= 1) post({ type: 'openLink', href: link.getAttribute('href') ?? '' });
    return;
  }
  const name = event.target.closest<HTMLElement>('.file-link');
  // A click that ends a selection of text opens nothing.
  if (name && event.button === 0 && getSelection()?.isCollapsed !== false)
    return post({ type: 'openFile', name: fileNameOf(name) });
  const diagram = event.target.closest('.diagram');
  if (diagram && event.button === 0) return toggleSize(diagram);
  const button = event.target.closest<HTMLElement>('button[data-code]');
  const block = button?.closest('.code-block');
  const text = block?.querySelector('code')?.textContent;
  if (!button || text === undefined || event.button !== 0) return;
  switch (button.dataset['code']) {
    case 'source':
      if (block) toggleSource(block, button);
      return;
    case 'size':
      for (const each of block?.querySelectorAll('.diagram') ?? []) toggleSize(each);
      return;
    case 'wrap':
      return view.toggleWrap();
    case 'apply': {
      const file = block?.querySelector('.code-file')?.textContent ?? '';
      return post({ type: 'apply', text, file: file === '' ? undefined : file });
    }
    case 'insert':
      post({ type: 'insert', text });
      return confirm(button);
    default:
      // A shell would run the last line at its end.
      post({ type: 'copy', text: text.replace(/\r?\n$/, '') });
      return confirm(button);
  }
}

/** A file name is no link to the browser, so Enter is handled here. */
export function handleContentKey(event: KeyboardEvent, { post }: Pick<Chat, 'post'>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return;
  if (event.target.matches('.diagram')) return toggleSize(event.target);
  if (!event.target.matches('.file-link')) return;
  event.preventDefault();
  post({ type: 'openFile', name: fileNameOf(event.target) });
}

function confirm(button: HTMLElement): void {
  const icon = button.querySelector('.codicon');
  if (!icon) return;
  const before = icon.className;
  if (before.includes('codicon-check')) return;
  icon.className = 'codicon codicon-check';
  setTimeout(() => (icon.className = before), 1500);
}

const NO_TEXT = 'button, .sr-only, .code-bar, .message-tools';

/** Copies formulas as TeX: the glyphs of 𝑥² would be two lines. Other selections are left to the browser. */
export function handleCopy(event: ClipboardEvent): void {
  const { clipboardData, currentTarget, target } = event;
  const selection = getSelection();
  if (!clipboardData || !selection?.rangeCount || !(currentTarget instanceof Element)) return;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return;
  const formulas = [...currentTarget.querySelectorAll('.math:has(annotation)')].filter((formula) =>
    selection.containsNode(formula, true),
  );
  if (formulas.length === 0) return;
  const range = withWholeFormulas(selection.getRangeAt(0), formulas);
  clipboardData.setData('text/plain', textWithTex(selection, range, formulas));
  clipboardData.setData('text/html', htmlOf(range));
  event.preventDefault();
}

function withWholeFormulas(selected: Range, formulas: readonly Element[]): Range {
  const range = selected.cloneRange();
  for (const formula of formulas) {
    if (formula.contains(range.startContainer)) range.setStartBefore(formula);
    if (formula.contains(range.endContainer)) range.setEndAfter(formula);
  }
  return range;
}

/** The browser knows line ends and what is selected, so formulas become TeX for a moment; nothing is painted. */
function textWithTex(selection: Selection, range: Range, formulas: readonly Element[]): string {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  for (const formula of formulas) {
    formula.firstElementChild?.toggleAttribute('hidden', true);
    formula.append(texOf(formula));
  }
  selection.removeAllRanges();
  selection.addRange(range);
  const text = selection.toString();
  for (const formula of formulas) {
    formula.lastChild?.remove();
    formula.firstElementChild?.toggleAttribute('hidden', false);
  }
  if (anchorNode && focusNode) selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
  return text;
}

function texOf(formula: Element): string {
  const tex = formula.querySelector('annotation')?.textContent ?? '';
  const mark = formula.classList.contains('display') ? '$$' : '$';
  return `${mark}${tex}${mark}`;
}

/** Programs that paste HTML get formulas as MathML. */
function htmlOf(range: Range): string {
  const copy = document.createElement('div');
  copy.append(range.cloneContents());
  for (const each of copy.querySelectorAll(NO_TEXT)) each.remove();
  return copy.innerHTML;
}

/** Copies formulas as the TeX they were written in: 𝑥² as glyphs would be copied as two lines. */

const NO_TEXT = 'button, .sr-only, .code-bar, .message-tools';

/** Selections without formulas are left to the browser. */
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

/** Half a formula has no TeX. */
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

/** For programs that paste HTML: formulas as MathML. */
function htmlOf(range: Range): string {
  const copy = document.createElement('div');
  copy.append(range.cloneContents());
  for (const each of copy.querySelectorAll(NO_TEXT)) each.remove();
  return copy.innerHTML;
}

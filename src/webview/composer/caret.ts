/** Where the caret of a text field is, as far as the arrow keys are concerned. */

/**
 * Whether an arrow key would leave the text: in its first line upwards, in its last line downwards. Lines that are
 * broken for want of width cannot be told apart here; with such lines, only the very beginning and end count.
 */
export function leavesText(field: HTMLTextAreaElement, direction: -1 | 1): boolean {
  const { selectionStart, selectionEnd, value } = field;
  if (selectionStart !== selectionEnd) return false;
  if (direction === -1 ? selectionStart === 0 : selectionEnd === value.length) return true;
  const beyond = direction === -1 ? value.slice(0, selectionStart) : value.slice(selectionEnd);
  return !beyond.includes('\n') && !hasBrokenLines(field);
}

function hasBrokenLines(field: HTMLTextAreaElement): boolean {
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field);
  const height = field.scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
  const drawn = Math.round(height / parseFloat(lineHeight));
  return drawn > field.value.split('\n').length;
}

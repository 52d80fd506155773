/** Copies what is selected in the conversation, also rows that are not drawn, so that it can be read elsewhere. */
import { t } from '@vscode/l10n';
import type { Item } from '../../protocol/index.ts';
import { callName } from '../state/callNames.ts';
import type { Chat } from '../ui/chatContext.ts';
import { NO_TEXT, numberOf, TextWriter, writeSelected } from './selectionText.ts';

/** Characters that are copied at once. */
const MAX_LENGTH = 2_000_000;

/** Elements that the browser copies without their marks, columns or lines. */
const MARKED = '.math:has(annotation), .markdown li, tr, blockquote, pre, [data-id]';

/** Selections that read the same without help are left to the browser. */
export function handleCopy(
  event: ClipboardEvent,
  chat: Pick<Chat, 'store' | 'steps' | 'scroll' | 'post'>,
): void {
  const { clipboardData, target } = event;
  const { list } = chat.scroll;
  const selection = getSelection();
  if (!clipboardData || !list || !selection?.rangeCount || selection.isCollapsed) return;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return;
  const selected = selection.getRangeAt(0);
  if (!selected.intersectsNode(list)) return;
  if (chat.store.earlier.peek() > 0 && isAll(list)) {
    event.preventDefault();
    return chat.post({ type: 'copyConversation' });
  }
  const range = withWholeFormulas(selected, list);
  const root = rootOf(range);
  const isCode = root.closest('pre') !== null;
  if (!isCode && ![...root.querySelectorAll(MARKED)].some((each) => range.intersectsNode(each))) return;
  event.preventDefault();
  const { text, isWhole } = textOf(range, root, chat);
  clipboardData.setData('text/plain', text);
  if (isWhole) clipboardData.setData('text/html', htmlOf(range, root));
}

/** Selects all of the conversation: rows that are drawn later belong to it, too. */
export function selectAll(list: HTMLElement): void {
  getSelection()?.setBaseAndExtent(list, 0, list, list.childNodes.length);
}

/** Makes a selection that holds all of the conversation and what follows it a selection of the conversation alone. */
export function narrowToList(list: HTMLElement | undefined): void {
  const selection = getSelection();
  if (!list || !selection?.rangeCount || selection.isCollapsed) return;
  const range = selection.getRangeAt(0);
  if (list.contains(range.endContainer) || !range.intersectsNode(list)) return;
  if (!list.contains(range.startContainer) || isBlankBefore(list, range)) selectAll(list);
}

/** The browser moves the start of a selection to the first text that it can select. */
function isBlankBefore(
  { firstElementChild: row }: HTMLElement,
  { startContainer, startOffset }: Range,
): boolean {
  if (!row?.contains(startContainer)) return false;
  const before = new Range();
  before.setStart(row, 0);
  before.setEnd(startContainer, startOffset);
  const writer = new TextWriter(MAX_LENGTH);
  writeSelected(writer, row, before);
  return writer.text.trim() === '';
}

export function isAll(list: HTMLElement): boolean {
  const selection = getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return false;
  const { startContainer, startOffset, endContainer } = selection.getRangeAt(0);
  return (
    (startContainer === list && startOffset === 0 && endContainer === list) ||
    selection.containsNode(list, false)
  );
}

function rootOf({ commonAncestorContainer: common }: Range): Element {
  const element = common instanceof Element ? common : common.parentElement;
  return element ?? document.body;
}

function textOf(
  range: Range,
  root: Element,
  { store, steps, scroll: { list } }: Pick<Chat, 'store' | 'steps' | 'scroll'>,
): { readonly text: string; readonly isWhole: boolean } {
  const writer = new TextWriter(MAX_LENGTH);
  let isWhole = true;
  if (list && root.contains(list)) {
    const rows = steps.rows.peek();
    const indexes = new Map(rows.map(({ id }, index) => [id, index]));
    const indexOf = (child: Element | null): number | undefined =>
      child instanceof HTMLElement ? indexes.get(child.dataset['id'] ?? '') : undefined;
    let next = 0;
    for (const child of list.children) {
      const index = indexOf(child);
      const begin = next;
      next = index === undefined ? (indexOf(child.nextElementSibling) ?? rows.length) : index + 1;
      if (!range.intersectsNode(child) || writer.isFull) continue;
      if (index !== undefined) {
        writeSelected(writer, child, range);
        continue;
      }
      // The child stands in place of rows that are not drawn.
      isWhole = false;
      for (const { id } of rows.slice(begin, next)) writeItem(writer, store.item(id)?.peek());
    }
  } else if (root.closest('pre')) {
    writer.lines(range.toString());
  } else {
    writeSelected(writer, root, range);
  }
  if (!writer.isFull) return { text: writer.text, isWhole };
  return {
    text: `${writer.text}\n\n${t('The rest was not copied because it is too long.')}`,
    isWhole: false,
  };
}

function writeItem(writer: TextWriter, item: Item | undefined): void {
  const text = item && wordsOf(item);
  if (text === undefined || text === '' || writer.isFull) return;
  writer.part(2);
  writer.lines(text.trim());
  writer.part(2);
}

/** Answers that are not drawn are copied as Markdown. */
function wordsOf(item: Item): string {
  switch (item.kind) {
    case 'user':
    case 'assistant':
    case 'notice':
      return item.text;
    case 'call':
      return callName(item.call);
    case 'question':
      return item.question.message;
    default:
      return '';
  }
}

/** The glyphs of half a formula would be lines of single letters. */
function withWholeFormulas(selected: Range, list: Element): Range {
  const range = selected.cloneRange();
  const formulaOf = (node: Node): Element | null | undefined =>
    (node instanceof Element ? node : node.parentElement)?.closest('.math:has(annotation)');
  const [first, last] = [formulaOf(range.startContainer), formulaOf(range.endContainer)];
  if (first && list.contains(first)) range.setStartBefore(first);
  if (last && list.contains(last)) range.setEndAfter(last);
  return range;
}

/** Elements without which their content is something else. */
const WRAPPED = 'ol, ul, li, table, thead, tbody, tr, pre, code, blockquote';

/** Programs that paste HTML get lists that begin at the right number, and formulas as MathML. */
function htmlOf(range: Range, root: Element): string {
  let content: Node = range.cloneContents();
  for (const around of wrappersOf(root)) {
    // An item has its own mark only where there are others.
    if (around.matches('li')) continue;
    const wrapper = around.cloneNode(false);
    wrapper.appendChild(content);
    content = wrapper;
  }
  const copy = document.createElement('div');
  copy.append(content);
  for (const each of copy.querySelectorAll(NO_TEXT)) each.remove();
  number(copy, range);
  return copy.innerHTML;
}

/** Returns the elements, from the inside out. */
function wrappersOf(element: Element | null): readonly Element[] {
  return element?.matches(WRAPPED) ? [element, ...wrappersOf(element.parentElement)] : [];
}

/** A list of which the first items are not selected begins at the number of the first one that is. */
function number(copy: Element, { startContainer }: Range): void {
  const start = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  const lists: HTMLOListElement[] = [];
  for (let each = copy.firstElementChild; each; each = each.firstElementChild)
    if (each instanceof HTMLOListElement) lists.push(each);
  for (let item = start?.closest('li'); item && lists.length > 0; item = item.parentElement?.closest('li')) {
    if (!(item.parentElement instanceof HTMLOListElement)) continue;
    const list = lists.pop();
    if (list) list.start = numberOf(item);
  }
}

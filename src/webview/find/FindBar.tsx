import { t } from '@vscode/l10n';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useChat } from '../ui/chatContext.ts';
import { IconButton } from '../ui/controls.tsx';
import { useEscape } from '../ui/escape.ts';

export function FindBar() {
  const { find } = useChat();
  return find.isOpen.value ? <OpenBar /> : null;
}

function OpenBar() {
  const { find, view } = useChat();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.select(), [find.wanted.value]);
  useMarks();
  const count = find.places.value?.length;
  const close = (): void => {
    find.close();
    view.focusComposer();
  };
  useEscape(true, () => find.close());
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === input.current) find.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return (
    <div class="find-bar" role="search" aria-label={t('Find in the conversation')} onKeyDown={onKeyDown}>
      <input
        ref={input}
        class="field-input find-input"
        type="text"
        placeholder={t('Find')}
        aria-label={t('Find')}
        spellcheck={false}
        value={find.text.value}
        onInput={({ currentTarget }) => find.write(currentTarget.value)}
      />
      <span class={`find-count ${count === 0 ? 'none' : ''}`} role="status">
        {countText(count, find.current.value)}
      </span>
      <IconButton icon="arrow-up" label={t('Previous match (Shift+Enter)')} onClick={() => find.step(-1)} />
      <IconButton icon="arrow-down" label={t('Next match (Enter)')} onClick={() => find.step(1)} />
      <IconButton icon="close" label={t('Close (Escape)')} onClick={close} />
    </div>
  );
}

function countText(count: number | undefined, current: number): string {
  if (count === undefined) return '';
  if (count === 0) return t('No results');
  return t('{0} of {1}', current + 1, count);
}

function useMarks(): void {
  const { find, scroll, steps } = useChat();
  const text = find.text.value;
  const current = find.places.value?.[find.current.value]?.id;
  const goal = find.goal.value;
  const rows = steps.rows.value;
  useLayoutEffect(() => unmark, []);
  useLayoutEffect(() => {
    const { list } = scroll;
    if (!list) return undefined;
    let frame = 0;
    const draw = (): void => {
      frame = 0;
      if (!find.isOpen.peek()) return;
      const found = [...list.querySelectorAll<HTMLElement>('[data-id]')].map((row) => ({
        id: row.dataset['id'],
        ranges: rangesOf(row, text),
      }));
      const shown = found.find(({ id }) => id === current)?.ranges ?? [];
      mark(
        found.flatMap(({ ranges }) => ranges),
        shown,
      );
      const target = find.goal.peek();
      if (!target || target.id !== current || !list.querySelector(`[data-id="${CSS.escape(target.id)}"]`))
        return;
      const [first] = shown;
      if (first) scroll.showPart(target.id, first);
      find.goal.value = undefined;
    };
    const drawSoon = (): void => {
      frame ||= requestAnimationFrame(draw);
    };
    const observer = new MutationObserver(drawSoon);
    observer.observe(list, { subtree: true, childList: true, characterData: true });
    drawSoon();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [text, current, goal]);
  // The effect runs after the rows are drawn, so that a row that was just fetched is found.
  useEffect(() => {
    // The match itself may be in sight by now, and its row may be long.
    if (goal && find.goal.peek() === goal) scroll.show(goal.id);
  }, [goal, rows]);
}

/** CSS Custom Highlights leave the DOM alone, so that streaming and morphing go on undisturbed. */

const SKIPPED = '.sr-only, .code-bar, .message-tools, .call-section-bar, .call-state';
/** Matches do not cross these elements. */
const BLOCK = 'p, li, td, th, pre, blockquote, h1, h2, h3, h4, h5, h6, div, button';
/** The number of matches that are marked: the browser draws each of them. */
const MAX_RANGES = 2_000;

function rangesOf(root: Element, text: string): Range[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const nodes: { readonly node: Text; readonly start: number }[] = [];
  let all = '';
  let block: Element | null | undefined;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(SKIPPED)) continue;
    const around = node.parentElement?.closest(BLOCK);
    if (block !== undefined && around !== block) all += '\n';
    block = around;
    nodes.push({ node, start: all.length });
    all += lowerCase(node.data);
  }
  const ranges: Range[] = [];
  for (let at = all.indexOf(wanted); at >= 0 && ranges.length < MAX_RANGES;) {
    const range = rangeAt(nodes, at, at + wanted.length);
    if (range) ranges.push(range);
    at = all.indexOf(wanted, at + wanted.length);
  }
  return ranges;
}

/**
 * Returns text in lower case and of the same length, which offsets rely on: in some scripts a lower-case letter becomes
 * two.
 */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function rangeAt(
  nodes: readonly { readonly node: Text; readonly start: number }[],
  from: number,
  to: number,
): Range | undefined {
  const first = nodes.findLast(({ start }) => start <= from);
  const last = nodes.findLast(({ start }) => start < to);
  if (!first || !last) return undefined;
  const range = new Range();
  range.setStart(first.node, Math.min(first.node.length, from - first.start));
  range.setEnd(last.node, Math.min(last.node.length, to - last.start));
  return range;
}

function mark(ranges: readonly Range[], current: readonly Range[]): void {
  CSS.highlights.set('find', new Highlight(...ranges));
  const highlight = new Highlight(...current);
  highlight.priority = 1;
  CSS.highlights.set('find-current', highlight);
}

function unmark(): void {
  CSS.highlights.delete('find');
  CSS.highlights.delete('find-current');
}

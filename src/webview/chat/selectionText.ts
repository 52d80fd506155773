/** The plain text of what is selected: the marks of lists and quotes are in it, and formulas as TeX. */
import { headText } from '../../base/common/cut.ts';

/** Elements that hold no text of the conversation. */
export const NO_TEXT = 'button:not(.disclosure-button), .sr-only, .code-bar, .message-tools';

/** Blocks with an empty line around them. */
const APART = 'p, h1, h2, h3, h4, h5, h6, pre, blockquote, .table, .markdown-block, [data-id]';

/** Stands before the first line of a block, and before its other lines. */
interface Prefix {
  first: string;
  readonly rest: string;
  isUsed: boolean;
}

export class TextWriter {
  private readonly most: number;
  private readonly prefixes: Prefix[] = [];
  /** Complete lines, and their characters: one long text would be copied with each change of its end. */
  private readonly done: string[] = [];
  private length = 0;
  private line = '';
  /** Line ends that must precede the next text. */
  private breaks = 0;
  private isAtStart = true;

  /** `most`: characters. */
  constructor(most: number) {
    this.most = most;
  }

  /** Returns all text, without line ends at its end: a shell would run the last line. */
  get text(): string {
    return headText([...this.done, this.line].join('\n'), this.most).trimEnd();
  }

  get isFull(): boolean {
    return this.length + this.line.length > this.most;
  }

  /** Spaces and line ends count as one space. */
  words(text: string): void {
    const words = text.replaceAll(/[ \t\r\n\f]+/g, ' ');
    const isSpaced = this.isAtStart || this.breaks > 0 || /\s/.test(this.line.slice(-1));
    this.put(isSpaced ? words.trimStart() : words);
  }

  lines(text: string): void {
    text.split(/\r?\n/).forEach((line, index) => {
      if (index > 0) this.newLine();
      this.put(line);
    });
  }

  newLine(): void {
    this.begin();
    this.end(this.line);
  }

  tab(): void {
    this.begin();
    if (this.line.endsWith(' ')) this.line = this.line.slice(0, -1);
    this.line += '\t';
  }

  /** A block begins or ends here, with that many line ends. */
  part(breaks: 1 | 2): void {
    if (this.done.length > 0 || this.line !== '') this.breaks = Math.max(this.breaks, breaks);
  }

  within(prefix: { readonly first: string; readonly rest: string }, write: () => void): void {
    this.prefixes.push({ ...prefix, isUsed: false });
    write();
    this.prefixes.pop();
  }

  private put(text: string): void {
    if (text === '') return;
    this.begin();
    this.line += text;
  }

  private end(line: string): void {
    this.done.push(line);
    this.length += line.length + 1;
    this.line = '';
    this.isAtStart = true;
  }

  private begin(): void {
    if (this.breaks > 0) {
      if (!this.isAtStart) this.end(this.line.trimEnd());
      this.breaks -= 1;
      const empty = this.prefixes.filter(({ isUsed }) => isUsed).map(({ rest }) => rest);
      for (; this.breaks > 0; this.breaks--) this.end(empty.join('').trimEnd());
    }
    if (!this.isAtStart) return;
    this.isAtStart = false;
    for (const prefix of this.prefixes) {
      this.line += prefix.isUsed ? prefix.rest : prefix.first;
      prefix.isUsed = true;
    }
  }
}

/** Writes what of the node is in the range. */
export function writeSelected(writer: TextWriter, node: Node, range: Range): void {
  if (writer.isFull || !range.intersectsNode(node)) return;
  if (node instanceof Text) return writeText(writer, node, range);
  if (!(node instanceof HTMLElement) || node.matches(NO_TEXT)) return;
  // A row of a table is one line.
  if (node.localName === 'br') return node.closest('td, th') ? writer.words(' ') : writer.newLine();
  if (node.matches('.math:has(annotation)')) return writer.words(texOf(node));
  if (node.matches('.task-box')) return writer.words(node.matches('.codicon-check') ? '[x] ' : '[ ] ');
  const style = getComputedStyle(node);
  if (style.display === 'none' || style.visibility === 'hidden') return;
  const inside = (): void => node.childNodes.forEach((child) => writeSelected(writer, child, range));
  if (node.matches('td, th')) {
    if (node.previousElementSibling && range.intersectsNode(node.previousElementSibling)) writer.tab();
    return inside();
  }
  if (/^(?:inline|contents)/.test(style.display)) return inside();
  const breaks = node.matches(APART) || isOuterList(node) ? 2 : 1;
  writer.part(breaks);
  const prefix = prefixOf(node);
  if (prefix) writer.within(prefix, inside);
  else inside();
  writer.part(breaks);
}

function isOuterList(node: Element): boolean {
  return node.matches('ol, ul') && !node.parentElement?.matches('li');
}

function prefixOf(node: Element): { readonly first: string; readonly rest: string } | undefined {
  if (node.matches('blockquote')) return { first: '> ', rest: '> ' };
  if (!node.matches('.markdown li')) return undefined;
  const first = node.parentElement instanceof HTMLOListElement ? `${numberOf(node)}. ` : '- ';
  return { first, rest: ' '.repeat(first.length) };
}

/** Returns the number of an item in an ordered list. */
export function numberOf(item: Element): number {
  const list = item.parentElement;
  const start = list instanceof HTMLOListElement ? list.start : 1;
  return start + (list ? [...list.children].indexOf(item) : 0);
}

function writeText(writer: TextWriter, node: Text, range: Range): void {
  const from = node === range.startContainer ? range.startOffset : 0;
  const to = node === range.endContainer ? range.endOffset : node.length;
  const text = node.data.slice(from, to);
  const { parentElement } = node;
  const collapses =
    !parentElement || getComputedStyle(parentElement).getPropertyValue('white-space-collapse') === 'collapse';
  if (collapses) writer.words(text);
  else writer.lines(text);
}

function texOf(formula: Element): string {
  const tex = formula.querySelector('annotation')?.textContent ?? '';
  const mark = formula.classList.contains('display') ? '$$' : '$';
  return `${mark}${tex}${mark}`;
}

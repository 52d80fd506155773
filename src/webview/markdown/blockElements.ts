/**
 * The blocks of a text on the page. Only those that changed are touched. They stand in groups, so that the browser's
 * layout does not go through all of them either: one in which nothing has changed is passed over as a whole. Preact
 * does not know of them: comparing what it has drawn would cost more than drawing what has come.
 */
import { mayTurn } from './bidi.ts';
import type { Block } from './blocks.ts';
import { grow } from './grow.ts';
import { drawMath } from './mathDrawing.ts';
import { morphChildren } from './morph.ts';
import { parse } from './sanitise.ts';

/** How many blocks are a group. */
const SIZE = 16;

interface Shown {
  readonly element: HTMLElement;
  block: Block;
}

export class BlockElements {
  private readonly root: HTMLElement;
  private readonly shown: Shown[] = [];

  /** Everything in `root` is this object's business from now on. */
  constructor(root: HTMLElement) {
    this.root = root;
  }

  /** Makes the page show these blocks. One that is the very same object as before is left alone. */
  show(blocks: readonly Block[]): void {
    for (const { element } of this.shown.splice(blocks.length)) remove(element);
    blocks.forEach((block, index) => {
      const shown = this.shown[index];
      if (!shown) this.add(block);
      else if (shown.block !== block) change(shown, block);
    });
  }

  private add(block: Block): void {
    if (this.shown.length % SIZE === 0) this.root.append(elementOf('markdown-group'));
    const element = elementOf('markdown-block');
    draw(element, block);
    this.root.lastElementChild?.append(element);
    this.shown.push({ element, block });
  }
}

function elementOf(name: string): HTMLElement {
  const element = document.createElement('div');
  element.className = name;
  return element;
}

function change(shown: Shown, block: Block): void {
  if (!grow(shown.element, shown.block, block)) draw(shown.element, block);
  shown.block = block;
}

function draw(element: HTMLElement, block: Block): void {
  // Where all reads from left to right, the browser need not look for where a line turns.
  if (mayTurn(block.html)) element.dir = 'auto';
  morphChildren(element, parse(block.html));
  drawMath(element);
}

/** Takes a block away, and its group with the last one. */
function remove(element: HTMLElement): void {
  const group = element.parentElement;
  element.remove();
  if (group?.childElementCount === 0) group.remove();
}

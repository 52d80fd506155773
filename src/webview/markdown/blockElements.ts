/** Draws blocks of text, in groups so that layout skips unchanged ones. Preact's diff would be too slow. */
import { directionOfHtml, mayTurn } from './hiddenText.ts';
import type { Block } from './blocks.ts';
import { grow, morphChildren } from './morph.ts';
import { colourBlocks } from './colourCode.ts';
import { drawDiagrams } from './drawDiagram.ts';
import { drawMath } from './mathDrawing.ts';
import { keepSelection } from './keepSelection.ts';
import { parse } from './sanitise.ts';

const SIZE = 16;

interface Shown {
  readonly element: HTMLElement;
  block: Block;
}

export class BlockElements {
  private readonly root: HTMLElement;
  private readonly shown: Shown[] = [];

  /** Nobody else may change `root`. */
  constructor(root: HTMLElement) {
    this.root = root;
  }

  show(blocks: readonly Block[]): void {
    keepSelection(this.root, () => this.update(blocks));
  }

  private update(blocks: readonly Block[]): void {
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
  // `dir` costs layout time, so left-to-right text has none.
  if (mayTurn(block.html)) element.dir = directionOfHtml(block.html);
  morphChildren(element, parse(block.html));
  colourBlocks(element);
  drawMath(element);
  drawDiagrams(element);
}

function remove(element: HTMLElement): void {
  const group = element.parentElement;
  element.remove();
  if (group?.childElementCount === 0) group.remove();
}

/**
 * The blocks of a text. Only those whose HTML changed touch the page, and neither Preact nor the browser's layout
 * goes through all the others: they stand in groups, and one in which nothing has changed is passed over as a whole.
 */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Block } from './blocks.ts';
import { growCode } from './growCode.ts';
import { drawMath } from './mathDrawing.ts';
import { morphChildren } from './morph.ts';
import { parse } from './sanitise.ts';

/** How many blocks are a group. */
const SIZE = 16;

interface Group {
  readonly blocks: readonly Block[];
  /** Preact passes over what is the very same. */
  readonly view: VNode;
}

export function BlockList({ blocks }: { blocks: readonly Block[] }) {
  const groups = useRef<readonly Group[]>([]);
  groups.current = grouped(blocks, groups.current);
  return groups.current.map(({ view }) => view);
}

/** The groups of these blocks: those of before where they have the same blocks. */
function grouped(blocks: readonly Block[], before: readonly Group[]): readonly Group[] {
  return Array.from({ length: Math.ceil(blocks.length / SIZE) }, (_, index) => {
    const own = blocks.slice(index * SIZE, (index + 1) * SIZE);
    const known = before[index];
    const same = known?.blocks.length === own.length && own.every((block, at) => block === known.blocks[at]);
    return same ? known : { blocks: own, view: <BlockGroup key={index} blocks={own} /> };
  });
}

function BlockGroup({ blocks }: { blocks: readonly Block[] }) {
  return <div class="markdown-group">{blocks.map(viewOf)}</div>;
}

/** What is drawn of each block: the very same again while the block is, see `Group`. */
const views = new WeakMap<Block, VNode>();

function viewOf(block: Block): VNode {
  const known = views.get(block);
  if (known) return known;
  const made = <BlockView key={block.key} block={block} />;
  views.set(block, made);
  return made;
}

/** One block. The nodes inside are its own business, Preact does not know of them. */
function BlockView({ block }: { block: Block }) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef<Block>(undefined);
  useLayoutEffect(() => {
    const had = before.current;
    before.current = block;
    if (!element.current || (had && growCode(element.current, had, block))) return;
    morphChildren(element.current, parse(block.html));
    drawMath(element.current);
  }, [block]);
  return <div class="markdown-block" dir="auto" ref={element} />;
}

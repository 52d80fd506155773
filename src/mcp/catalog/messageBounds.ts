// The SDK checks every tool of a list and walks every level of a schema: a list of a million tools would block the
// editor for minutes, and a schema of 100,000 levels overflow its stack. So messages are bounded before it.
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import { plainText } from '../../base/common/text.ts';

const MAX_ITEMS = 10_000;
export const MAX_PAGES = 1_000;
/** The largest size of an item: the characters of its names and texts, plus one for each value. */
const MAX_ITEM_SIZE = 1_000_000;
const MAX_LIST_SIZE = 32_000_000;
/** The deepest nesting of an item, or of any other content of a message. */
const MAX_DEPTH = 128;
/** The number of levels of a message around the items of its list. */
const ENVELOPE = 4;
const MAX_CURSOR = 65_536;
const CUT = '(nested too deeply, left out)';

const lists = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const;
type List = (typeof lists)[number];

interface Walk {
  pages: number;
  items: number;
  size: number;
  readonly cursors: Set<string>;
}

export class MessageBounds {
  private readonly walks = new Map<List, Walk>();
  private problems: LocalizedMessage[] = [];

  /** Forgets lists whose fetching was given up. Has to be called before lists are fetched again. */
  start(): void {
    this.walks.clear();
    this.problems = [];
  }

  get found(): readonly LocalizedMessage[] {
    return this.problems;
  }

  readonly apply = (message: JSONRPCMessage): void => {
    const result = 'result' in message ? (message.result as Record<string, unknown>) : {};
    for (const list of lists) {
      const items = result[list];
      if (Array.isArray(items)) this.boundPage(list, items, result);
    }
    prune(message);
  };

  private boundPage(list: List, items: readonly unknown[], result: Record<string, unknown>): void {
    const walk = this.walks.get(list) ?? { pages: 0, items: 0, size: 0, cursors: new Set() };
    this.walks.set(list, walk);
    walk.pages += 1;
    const taken: unknown[] = [];
    const stop = this.take(list, walk, items, taken) ?? brokenPaging(walk, result['nextCursor']);
    result[list] = taken;
    if (stop !== undefined) this.problems.push(incomplete(list, stop));
    // Some servers end a list with null or an empty text.
    const last = result['nextCursor'] === null || result['nextCursor'] === '' || stop !== undefined;
    if (last) delete result['nextCursor'];
    if (result['nextCursor'] === undefined) this.walks.delete(list);
  }

  /**
   * Adds the items within the bounds to `taken`. Returns the reason, as a clause, if the rest of the list is left out.
   */
  private take(
    list: List,
    walk: Walk,
    items: readonly unknown[],
    taken: unknown[],
  ): LocalizedMessage | undefined {
    for (const item of items) {
      if (walk.items === MAX_ITEMS) return msg('only the first {0} entries are used', MAX_ITEMS);
      const size = sizeOf(item);
      if (size === 'nested too deeply' || size === 'too large') {
        this.problems.push(leftOut(list, item, size));
        continue;
      }
      walk.items += 1;
      walk.size += size;
      if (walk.size > MAX_LIST_SIZE) return msg('the list is too large');
      taken.push(item);
    }
    return undefined;
  }
}

function brokenPaging(walk: Walk, cursor: unknown): LocalizedMessage | undefined {
  if (typeof cursor !== 'string' || cursor === '') return undefined;
  if (cursor.length > MAX_CURSOR) return msg('the cursor of the next page is too long');
  if (walk.cursors.has(cursor)) return msg('the server sent the same page again');
  if (walk.pages >= MAX_PAGES) return msg('only the first {0} pages were requested', MAX_PAGES);
  walk.cursors.add(cursor);
  return undefined;
}

function incomplete(list: List, why: LocalizedMessage): LocalizedMessage {
  switch (list) {
    case 'tools':
      return msg('The list of tools is incomplete: {0}.', why);
    case 'prompts':
      return msg('The list of prompts is incomplete: {0}.', why);
    case 'resources':
      return msg('The list of resources is incomplete: {0}.', why);
    case 'resourceTemplates':
      return msg('The list of resource templates is incomplete: {0}.', why);
  }
}

function leftOut(list: List, item: unknown, size: 'nested too deeply' | 'too large'): LocalizedMessage {
  const what = nameOf(list, plainText((item as { name?: unknown } | null)?.name, 80) ?? msg('(no name)'));
  return size === 'too large'
    ? msg('{0} was skipped because its definition is too large.', what)
    : msg('{0} was skipped because its definition is nested too deeply.', what);
}

function nameOf(list: List, name: string | LocalizedMessage): LocalizedMessage {
  switch (list) {
    case 'tools':
      return msg('Tool "{0}"', name);
    case 'prompts':
      return msg('Prompt "{0}"', name);
    case 'resources':
      return msg('Resource "{0}"', name);
    case 'resourceTemplates':
      return msg('Resource template "{0}"', name);
  }
}

/** Visits a value level by level, without recursion, until it is beyond a bound. */
function sizeOf(root: unknown): number | 'nested too deeply' | 'too large' {
  let size = 0;
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return 'nested too deeply';
    const below: unknown[] = [];
    for (const value of level) {
      size += typeof value === 'string' ? value.length + 1 : 1;
      if (typeof value !== 'object' || value === null) continue;
      for (const key of keysOf(value)) {
        if (typeof key === 'string') size += key.length;
        below.push((value as Record<string | number, unknown>)[key]);
        if (size + below.length > MAX_ITEM_SIZE) return 'too large';
      }
    }
    if (size > MAX_ITEM_SIZE) return 'too large';
    level = below;
  }
  return size;
}

function prune(root: object): void {
  let level: object[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    const below: object[] = [];
    for (const container of level as Record<string | number, unknown>[]) {
      for (const key of keysOf(container)) {
        const inner = container[key];
        if (typeof inner !== 'object' || inner === null) continue;
        if (depth === MAX_DEPTH + ENVELOPE) container[key] = CUT;
        else below.push(inner);
      }
    }
    level = below;
  }
}

/** Returns the keys one by one: an array may have millions, and a text for each would fill the memory. */
function keysOf(container: object): Iterable<string | number> {
  return Array.isArray(container) ? container.keys() : Object.keys(container);
}

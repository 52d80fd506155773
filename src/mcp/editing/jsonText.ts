/** Reads JSON with comments and trailing commas, and changes parts of it without touching the rest. */
import { LocalizedError, type LocalizedMessage, msg } from '../../base/common/message.ts';
import { type Node, type ParseError, findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../base/common/guards.ts';
import { wordsOf } from '../../base/common/jsonFault.ts';

export class JsonTextError extends LocalizedError {
  override readonly name = 'JsonTextError';
  readonly offset: number;
  constructor(message: LocalizedMessage, offset = 0) {
    super(message);
    this.offset = offset;
  }
}

/** White space and comments between two tokens. */
const GAP = String.raw`(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*`;
const COMMA = new RegExp(`^(${GAP}),`);
/** A comment behind a property in its line belongs to it. */
const REST_OF_LINE = /^[ \t]*(?:\/\/[^\r\n]*|(?:\/\*[^\r\n]*?\*\/[ \t]*)+(?=\r?\n|$))/;

/**
 * Parses JSON with comments. Returns undefined for a text without a value. @throws JsonTextError if it is malformed or
 * has a merge conflict
 */
export function parseJsonText(text: string): Node | undefined {
  const conflict = /^(?:<{7}|>{7}|\|{7})(?: |$)/m.exec(text);
  if (conflict)
    throw new JsonTextError(
      msg(
        'The file has a merge conflict in line {0}. Resolve the conflict, then try again.',
        lineOf(text, conflict.index),
      ),
      conflict.index,
    );
  const errors: ParseError[] = [];
  const tree = ofBoundedDepth(() =>
    parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true }),
  );
  const [first] = errors;
  if (first)
    throw new JsonTextError(
      msg(
        'The JSON is not valid: {0} in line {1}. Correct the error, then try again.',
        wordsOf(first),
        lineOf(text, first.offset),
      ),
      first.offset,
    );
  return tree;
}

export function valueOf(node: Node | undefined): unknown {
  // The value is cloned because the parser's objects have no prototype, so that they never equal others.
  return node && ofBoundedDepth(() => structuredClone(getNodeValue(node)) as unknown);
}

/** The parser calls itself for each level of a text. @throws JsonTextError for one with too many of them */
function ofBoundedDepth<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new JsonTextError(msg('The JSON is nested too deeply.'));
  }
}

/**
 * Sets the value at a path, or removes it if `value` is undefined. Writes only what differs, so that other comments
 * stay.
 */
export function setAt(text: string, path: readonly string[], value: unknown): string {
  const root = parseJsonText(text);
  if (!root)
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${print(wrapped(path, value), layoutOf(text), '')}\n`;
  const node = findNodeAtLocation(root, [...path]);
  const before = valueOf(node);
  if (isDeepStrictEqual(before, value)) return text;
  if (isRecord(before) && isRecord(value)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(value)])];
    return keys.reduce((done, key) => setAt(done, [...path, key], value[key]), text);
  }
  if (!node) return inserted(text, root, path, value);
  if (value === undefined) return node.parent ? withoutProperty(text, node.parent) : '';
  const indent = indentOf(text, node.offset);
  return spliced(text, node.offset, node.length, print(value, layoutOf(text), indent));
}

/** Removes a property. Keeps every comment except one behind the property in its line. */
export function withoutProperty(text: string, property: Node): string {
  const siblings = property.parent?.children ?? [];
  const index = siblings.indexOf(property);
  const end = endOf(property);
  const comma = COMMA.exec(text.slice(end));
  const previous = siblings[index - 1];
  // A comment between the value and its comma is removed, too.
  let tail = text.slice(comma ? end + comma[0].length : end);
  let head = text.slice(0, property.offset);
  if (!siblings[index + 1] && previous && !comma) {
    // The property before the removed one becomes the last and loses its comma.
    const from = endOf(previous);
    head = head.slice(0, from) + head.slice(from).replace(COMMA, '$1');
  }
  const ownLine = /(?:^|\n)[ \t]*$/.test(head);
  if (ownLine) {
    tail = tail.replace(REST_OF_LINE, '');
    if (/^[ \t]*\r?\n/.test(tail)) return head.replace(/\r?\n?[ \t]*$/, '') + tail.replace(/^[ \t]+/, '');
  }
  return head + tail.replace(/^[ \t]+/, ownLine ? '' : ' ');
}

export function insertedBehind(text: string, property: Node, added: string): string {
  const end = endOf(property);
  const comma = COMMA.exec(text.slice(end));
  const siblings = property.parent?.children ?? [];
  const isLast = siblings.at(-1) === property;
  const indent = ownIndent(text, property.offset);
  const kept = comma?.[0] ?? ',';
  const rest = text.slice(comma ? end + kept.length : end);
  const ending = isLast && !comma ? '' : ',';
  if (indent === undefined) return `${text.slice(0, end)}${kept} ${added}${ending}${rest}`;
  const behind = REST_OF_LINE.exec(rest)?.[0] ?? '';
  const { eol } = layoutOf(text);
  return `${text.slice(0, end)}${kept}${behind}${eol}${indent}${added}${ending}${rest.slice(behind.length)}`;
}

export function printedLike(text: string, sibling: Node, value: unknown): string {
  return print(value, layoutOf(text), indentOf(text, sibling.offset));
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Adds a value, and the objects that are missing on the path to it. */
function inserted(text: string, root: Node, path: readonly string[], value: unknown): string {
  if (value === undefined) return text;
  const depth = path.findLastIndex((_, index) => findNodeAtLocation(root, path.slice(0, index + 1))) + 1;
  const holder = depth === 0 ? root : findNodeAtLocation(root, path.slice(0, depth));
  const [key = '', ...below] = path.slice(depth);
  if (holder?.type !== 'object')
    throw new JsonTextError(
      msg(
        'Line {0} has no object to which "{1}" can be added. Correct the error, then try again.',
        lineOf(text, holder?.offset ?? 0),
        key,
      ),
    );
  const layout = layoutOf(text);
  const last = holder.children?.at(-1);
  const property = (indent: string): string =>
    `${JSON.stringify(key)}: ${print(wrapped(below, value), layout, indent)}`;
  if (last) return insertedBehind(text, last, property(indentOf(text, last.offset)));
  const outer = indentOf(text, holder.offset);
  const inner = outer + layout.unit;
  const inside = text.slice(holder.offset + 1, endOf(holder) - 1).trimEnd();
  return spliced(
    text,
    holder.offset,
    holder.length,
    `{${inside}${layout.eol}${inner}${property(inner)}${layout.eol}${outer}}`,
  );
}

function wrapped(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}

function spliced(text: string, offset: number, length: number, instead: string): string {
  return text.slice(0, offset) + instead + text.slice(offset + length);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function indentOf(text: string, offset: number): string {
  return /(?:^|\n)([ \t]*)[^\n]*$/.exec(text.slice(0, offset))?.[1] ?? '';
}

/** Returns the indent of the line, or undefined if `offset` is not the first in it. */
function ownIndent(text: string, offset: number): string | undefined {
  return /(?:^|\n)([ \t]*)$/.exec(text.slice(0, offset))?.[1];
}

export interface Layout {
  readonly unit: string;
  readonly eol: string;
}

/** The longest line in characters for a list that is printed in one line. */
const MAX_LINE = 80;

export function layoutOf(text: string): Layout {
  return {
    unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

export function print(value: unknown, layout: Layout, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = indent + layout.unit;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const items = Array.isArray(value)
    ? value.map((item) => print(item, layout, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${print(item, layout, inner)}`);
  if (items.length === 0) return open + close;
  const line = items.join(', ');
  const isShort = line.length + inner.length <= MAX_LINE && !line.includes('\n');
  if (Array.isArray(value) && isShort) return `[${line}]`;
  return `${open}${items.map((item) => `${layout.eol}${inner}${item}`).join(',')}${layout.eol}${indent}${close}`;
}

/** The syntax tree of a source file, with what addresses (address.ts) ask of it. */
import { parseSync, type ParseResult } from 'oxc-parser';

/** A node as ESTree describes it, with its place in the tree. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly parent: SyntaxNode | undefined;
  /** The field of the parent that holds it. */
  readonly field: string;
  readonly children: readonly SyntaxNode[];
  /** All fields as the parser gives them. */
  readonly raw: Readonly<Record<string, unknown>>;
}

interface RawNode extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The tree of TypeScript. Throws on a syntax error. */
export function parse(file: string, source: string): SyntaxNode {
  const before = parsed.get(file);
  if (before?.source === source) return before.tree;
  const tree = nodeOf(checkSyntax(file, source).program as unknown as RawNode, undefined, '');
  parsed.set(file, { source, tree });
  sources.set(tree, source);
  return tree;
}

/** The newest of each file: it is looked at for one change after the other. */
const parsed = new Map<string, { readonly source: string; readonly tree: SyntaxNode }>();

const sources = new WeakMap<SyntaxNode, string>();

/** The line on which the node begins, from 1. */
export function lineOf(node: SyntaxNode): number {
  let root = node;
  while (root.parent) root = root.parent;
  return (sources.get(root) ?? '').slice(0, node.start).split('\n').length;
}

/** Throws on a syntax error. */
export function checkSyntax(file: string, source: string): ParseResult {
  const result = parseSync(file, source, { preserveParens: false });
  const [error] = result.errors;
  if (error) throw new Error(`${file} has a syntax error: ${error.message}`);
  return result;
}

function nodeOf(raw: RawNode, parent: SyntaxNode | undefined, field: string): SyntaxNode {
  const children: SyntaxNode[] = [];
  const { type, start, end } = raw;
  const node: SyntaxNode = { type, start, end, parent, field, children, raw };
  for (const [name, value] of Object.entries(raw))
    for (const each of Array.isArray(value) ? (value as readonly unknown[]) : [value])
      if (isRaw(each)) children.push(nodeOf(each, node, name));
  children.sort((one, other) => one.start - other.start);
  return node;
}

const isRaw = (value: unknown): value is RawNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** The node and all below it, in the order of the source. */
export function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const child of node.children) yield* walk(child);
}

/** The child in that field, or at that index of it. */
export function childAt(node: SyntaxNode, field: string, index?: number): SyntaxNode | undefined {
  const value = node.raw[field];
  const wanted = Array.isArray(value) ? (value as readonly unknown[])[index ?? -1] : value;
  return node.children.find(({ raw }) => raw === wanted);
}

/** The field holds a list of nodes. */
export const isList = (node: SyntaxNode, field: string): boolean => Array.isArray(node.raw[field]);

/** The text of an identifier, of a private one with its `#`; of other nodes nothing. */
export function nameOf(node: SyntaxNode | undefined): string | undefined {
  const name = node?.raw['name'];
  if (node?.type === 'PrivateIdentifier') return `#${String(name)}`;
  if (node?.type === 'Literal' && typeof node.raw['value'] === 'string') return node.raw['value'];
  return typeof name === 'string' ? name : undefined;
}

/** `a.b.c` as it is written, without calls and brackets: the names of it are joined. */
export function dottedName(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'ChainExpression' || node?.type === 'TSNonNullExpression')
    return dottedName(childAt(node, 'expression'));
  if (node?.type === 'ThisExpression') return 'this';
  if (node?.type !== 'MemberExpression') return nameOf(node);
  const [object, property] = [
    dottedName(childAt(node, 'object')),
    node.raw['computed'] === true ? undefined : nameOf(childAt(node, 'property')),
  ];
  return property === undefined || object === undefined ? property : `${object}.${property}`;
}

const mentioned = new WeakMap<SyntaxNode, ReadonlySet<string>>();

/** What a node mentions: its identifiers, dotted names, operators and texts, and the words of its texts. */
export function mentions(node: SyntaxNode): ReadonlySet<string> {
  const before = mentioned.get(node);
  if (before) return before;
  const found = new Set<string>();
  mentioned.set(node, found);
  for (const each of walk(node)) {
    const { type, raw } = each;
    const own = type === 'MemberExpression' || type === 'ThisExpression' ? dottedName(each) : nameOf(each);
    if (own !== undefined) found.add(own);
    if (typeof raw['operator'] === 'string') found.add(raw['operator']);
    const text = textOf(type, raw);
    for (const word of text?.match(/\w+/g) ?? []) found.add(word);
  }
  return found;
}

function textOf(type: string, raw: SyntaxNode['raw']): string | undefined {
  if (type === 'TemplateElement') return (raw['value'] as { readonly raw: string }).raw;
  return type === 'Literal' || type === 'JSXText' ? String(raw['raw']) : undefined;
}

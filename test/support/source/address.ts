/** Finds a place of a source file by names and syntax, so that formatting and other lines can change. */
import { childAt, dottedName, isList, lineOf, mentions, nameOf, walk, type SyntaxNode } from './syntax.ts';

/** Which place of a file is meant. docs/testing.md, "Places of the source", has the kinds. */
export interface Address {
  /** From the root of the repository, e.g. `src/tools/permission.ts`. */
  readonly file: string;
  /**
   * A function, constant or class of the module, and what is declared in it: `zoneOf`, `Permissions.decide`,
   * `Permissions.decide.isCovered`. None: the whole module.
   */
  readonly name?: string | undefined;
  /** A node in what `name` stands for, e.g. `condition cursors`, `call redact`. None: all of it. */
  readonly at?: string | undefined;
}

/** The node at the address. Throws unless there is exactly one. */
export function find(program: SyntaxNode, { file, name, at }: Address): SyntaxNode {
  const parts = name?.split('.') ?? [];
  let node = program;
  for (const [index, part] of parts.entries()) {
    const declared = index === 0 ? declaredByModule(node, part) : declaredIn(node, part);
    node = only(declared, `"${parts.slice(0, index + 1).join('.')}" in ${file}`);
  }
  for (const step of stepsOf(at)) node = follow(node, step, `${name ?? 'the module'} in ${file}`);
  return node;
}

function only(found: readonly SyntaxNode[], what: string): SyntaxNode {
  const [first] = found;
  if (!first) throw new Error(`There is no ${what}.`);
  if (found.length > 1)
    throw new Error(
      `${found.length} places are ${what}, in lines ${linesOf(found)}. Name what only one mentions.`,
    );
  return first;
}

const linesOf = (nodes: readonly SyntaxNode[]): string => nodes.map(lineOf).join(', ');

function declaredByModule(program: SyntaxNode, name: string): SyntaxNode[] {
  const statements = program.children.map((each) => childAt(each, 'declaration') ?? each);
  return statements
    .flatMap((each) => (each.type === 'VariableDeclaration' ? each.children : [each]))
    .flatMap((each) => (nameOf(childAt(each, 'id')) === name ? declaredBy(each) : []));
}

/** A member of the class, or else functions, variables and members below; properties of objects only if nothing else. */
function declaredIn(scope: SyntaxNode, name: string): SyntaxNode[] {
  const body = scope.type === 'ClassDeclaration' ? childAt(scope, 'body') : undefined;
  const member = body?.children.filter((each) => nameOf(childAt(each, 'key')) === name) ?? [];
  if (member.length > 0) return member.flatMap(declaredBy);
  const all = [...walk(scope)].filter((each) => each !== scope);
  const called = (field: string, ...types: readonly string[]): SyntaxNode[] =>
    all
      .filter((each) => types.includes(each.type) && nameOf(childAt(each, field)) === name)
      .flatMap(declaredBy);
  const declared = [
    ...called('id', 'FunctionDeclaration', 'ClassDeclaration', 'VariableDeclarator'),
    ...called('key', 'MethodDefinition', 'PropertyDefinition'),
  ];
  return declared.length > 0 ? declared : called('key', 'Property');
}

/** A function or class, or the value of a variable, member or property. */
function declaredBy(node: SyntaxNode): SyntaxNode[] {
  if (['FunctionDeclaration', 'ClassDeclaration'].includes(node.type)) return [node];
  return [childAt(node, 'init') ?? childAt(node, 'value')].filter((each) => each !== undefined);
}

/** A path of fields is a step of its own, and ends the one before. */
const stepsOf = (at = ''): readonly string[] => at.match(/\.\w\S*|\S+(?: (?!\.\w)\S+)*/g) ?? [];

/** One step of `at`: a kind of node with what it mentions, or a path of fields that begins with a dot. */
function follow(scope: SyntaxNode, step: string, where: string): SyntaxNode {
  if (step.startsWith('.')) return byFields(scope, step.slice(1).split('.'), where);
  const [kind = '', ...words] = step.split(' ');
  const ordinal = /^#(\d+)\/(\d+)$/.exec(words.at(-1) ?? '');
  const names = ordinal ? words.slice(0, -1) : words;
  const matches = matching([...walk(scope)], kind, names);
  const [, nth, count] = ordinal ?? [];
  if (nth === undefined) return only(matches, `"${step}" of ${where}`);
  const node = matches[Number(nth) - 1];
  if (matches.length !== Number(count) || !node)
    throw new Error(
      `${matches.length} places, not ${count}, are "${step}" of ${where}, in lines ${linesOf(matches)}.`,
    );
  return node;
}

/** Follows fields of ESTree nodes, e.g. `arguments.1`, `body`. */
export function byFields(from: SyntaxNode, fields: readonly string[], where: string): SyntaxNode {
  let node = from;
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? '';
    const next = isList(node, field) ? childAt(node, field, Number(fields[(at += 1)])) : childAt(node, field);
    if (!next) throw new Error(`A ${node.type} of ${where} has no ".${fields.slice(0, at + 1).join('.')}".`);
    node = next;
  }
  return node;
}

/** Kinds that are told apart by their heads, whatever is in them. */
const headed = new Set(['call', 'if', 'conditional', 'while', 'for', 'case']);

/** Kinds whose first name is that of the function, property or element. */
const calledKinds = new Set(['call', 'property', 'jsx']);

/** A node counts only if no other one that matches is in it. */
function innermost(nodes: readonly SyntaxNode[]): SyntaxNode[] {
  const outer = new Set<SyntaxNode>();
  for (const { parent } of nodes)
    for (let each = parent; each && !outer.has(each); each = each.parent) outer.add(each);
  return nodes.filter((node) => !outer.has(node));
}

const simpleStatements = new Set([
  'ExpressionStatement',
  'VariableDeclaration',
  'ReturnStatement',
  'ThrowStatement',
  'BreakStatement',
  'ContinueStatement',
]);
const operators = new Set([
  'LogicalExpression',
  'BinaryExpression',
  'UnaryExpression',
  'AssignmentExpression',
]);

/** The kinds that `at` knows. What an `if` or a loop mentions is in its head. */
const kinds: Readonly<Record<string, (node: SyntaxNode) => SyntaxNode | undefined>> = {
  condition: (node) => (node.field === 'test' && node.parent?.type !== 'SwitchCase' ? node : undefined),
  if: (node) => (node.type === 'IfStatement' ? childAt(node, 'test') : undefined),
  conditional: (node) => (node.type === 'ConditionalExpression' ? childAt(node, 'test') : undefined),
  while: (node) => (/^(?:Do)?WhileStatement$/.test(node.type) ? childAt(node, 'test') : undefined),
  for: (node) =>
    /^For(?:Of|In)?Statement$/.test(node.type)
      ? (childAt(node, 'right') ?? childAt(node, 'test'))
      : undefined,
  case: (node) => (node.type === 'SwitchCase' ? childAt(node, 'test') : undefined),
  statement: (node) =>
    simpleStatements.has(node.type) && !/^(?:init|left)$/.test(node.field) ? node : undefined,
  return: (node) => (node.type === 'ReturnStatement' ? node : undefined),
  throw: (node) => (node.type === 'ThrowStatement' ? node : undefined),
  operand: (node) => (isOperand(node) ? node : undefined),
  element: (node) => (node.field === 'elements' ? node : undefined),
  function: (node) => (/Function/.test(node.type) ? node : undefined),
  object: (node) => (node.type === 'ObjectExpression' ? node : undefined),
  array: (node) => (node.type === 'ArrayExpression' ? node : undefined),
  literal: (node) => (node.type === 'Literal' ? node : undefined),
  template: (node) => (node.type === 'TemplateLiteral' ? node : undefined),
  assignment: (node) => (node.type === 'AssignmentExpression' ? childAt(node, 'left') : undefined),
  spread: (node) => (/^SpreadElement$/.test(node.type) ? node : undefined),
};

function matching(
  nodes: readonly SyntaxNode[],
  kind: string,
  names: readonly string[],
): readonly SyntaxNode[] {
  const own = calledKinds.has(kind) ? names.slice(1) : names;
  const found = nodes.filter((node) => {
    const heads = headsOf(node, kind, names);
    return heads && own.every((name) => heads.some((head) => mentions(head).has(name)));
  });
  const [name, ...more] = own;
  const exact = found.filter((node) => {
    const heads = headsOf(node, kind, names);
    return more.length === 0 && heads?.length === 1 && name !== undefined && dottedName(heads[0]) === name;
  });
  if (exact.length > 0) return exact;
  return headed.has(kind) ? found : innermost(found);
}

/** The nodes whose names count, if the node is of the kind. */
function headsOf(node: SyntaxNode, kind: string, [called = '']: readonly string[]): SyntaxNode[] | undefined {
  if (kind === 'call') return isCalled(calleeOf(node), called) ? argumentsOf(node) : undefined;
  if (kind === 'property') return isProperty(node) && nameOf(keyOf(node)) === called ? [node] : undefined;
  if (kind === 'jsx') return isCalled(tagOf(node), called) ? [node] : undefined;
  const ofKind = kinds[kind];
  if (!ofKind && /^\w+$/.test(kind)) throw new Error(`"${kind}" is no kind of node.`);
  const head = ofKind ? ofKind(node) : hasOperator(node, kind) ? node : undefined;
  return head && [head];
}

const hasOperator = (node: SyntaxNode, operator: string): boolean =>
  operators.has(node.type) && node.raw['operator'] === operator;
const tagOf = (node: SyntaxNode): SyntaxNode | undefined =>
  node.type === 'JSXElement' ? childAt(childAt(node, 'openingElement') ?? node, 'name') : undefined;
const argumentsOf = (node: SyntaxNode): SyntaxNode[] =>
  node.children.filter(({ field }) => field === 'arguments');
const calleeOf = (node: SyntaxNode): SyntaxNode | undefined =>
  /^(?:Call|New)Expression$/.test(node.type) ? childAt(node, 'callee') : undefined;
/** `redact` and `sent.redact` are names of `sent.redact`. */
function isCalled(callee: SyntaxNode | undefined, name: string): boolean {
  const whole = callee && dottedName(callee);
  return whole !== undefined && (whole === name || whole.endsWith(`.${name}`));
}

export const isProperty = (node: SyntaxNode): boolean =>
  (node.type === 'Property' && node.parent?.type === 'ObjectExpression') || node.type === 'JSXAttribute';
const keyOf = (node: SyntaxNode): SyntaxNode | undefined => childAt(node, 'key') ?? childAt(node, 'name');

/** A part of `a && b && c`, which is one list. */
function isOperand(node: SyntaxNode): boolean {
  const operator = node.parent?.type === 'LogicalExpression' ? node.parent.raw['operator'] : undefined;
  return operator !== undefined && !(node.type === 'LogicalExpression' && node.raw['operator'] === operator);
}

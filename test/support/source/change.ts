/** Changes the text of a module at addresses: what attacks and planted defects do to the source. */
import { byFields, find, type Address } from './address.ts';
import { checkSyntax, childAt, isList, parse, type SyntaxNode } from './syntax.ts';

/** What stands at an address instead. docs/testing.md, "Places of the source", has examples. */
export interface SourceChange extends Address {
  /**
   * TypeScript, or '' to remove a statement, an operand, or a member of a list. `$it` is the node itself; `$left`,
   * `$test`, `$arguments.0` are its fields as ESTree names them; `$1` is a call's first argument, `$object` what its
   * method is called on. An arrow function in place of a named function becomes its body, and its parameters if it has
   * any.
   */
  readonly as: string;
  /** Text within a template or another literal, where it occurs once: only it is replaced by `as`. */
  readonly phrase?: string | undefined;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The source with all changes, which are addressed as the source is without them. Throws if one is not possible. */
export function changeSource(file: string, source: string, changes: readonly SourceChange[]): string {
  const program = parse(file, source);
  const edits = changes
    .flatMap((change) => {
      const own = editsOf(find(program, change), source, change).filter(
        ({ start, end, text: written }) => source.slice(start, end) !== written,
      );
      if (own.length === 0) throw new Error(`A change of ${file} changes nothing.`);
      return own;
    })
    .toSorted((one, other) => one.start - other.start || one.end - other.end);
  let text = '';
  let at = 0;
  for (const edit of edits) {
    if (edit.start < at) throw new Error(`Two changes of ${file} are made to one place.`);
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  const changed = text + source.slice(at);
  checkSyntax(file, changed);
  return changed;
}

function editsOf(node: SyntaxNode, source: string, change: SourceChange): readonly Edit[] {
  if (change.phrase !== undefined) return [phraseEdit(node, source, change.phrase, change)];
  if (change.as === '') return [removal(node, source, change)];
  if (change.at === undefined && isFunction(node)) return [functionEdit(node, source, change)];
  const kept = partAlone(node, change.as);
  if (kept) return aroundEdits(node, kept);
  return [{ start: node.start, end: node.end, text: placed(node, filled(node, source, change.as)) }];
}

/** Leaves the part itself alone, in which there may be other changes. */
function aroundEdits(node: SyntaxNode, part: SyntaxNode): readonly Edit[] {
  const isBound = placed(node, isSimple(part) ? 'it' : '…') !== 'it' && !isSimple(part);
  return [
    { start: node.start, end: part.start, text: isBound ? '(' : '' },
    { start: part.end, end: node.end, text: isBound ? ')' : '' },
  ];
}

const isFunction = (node: SyntaxNode): boolean =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression';
const isText = (node: SyntaxNode): boolean => node.type === 'TemplateLiteral' || node.type === 'Literal';

function phraseEdit(node: SyntaxNode, source: string, phrase: string, { file, as }: SourceChange): Edit {
  const whole = source.slice(node.start, node.end);
  const parts = whole.split(phrase);
  if (!isText(node))
    throw new Error(`A phrase of ${file} is looked for in a ${node.type}, which is no text.`);
  if (parts.length !== 2)
    throw new Error(`"${phrase}" occurs ${parts.length - 1} times in a text of ${file}.`);
  const start = node.start + whole.indexOf(phrase);
  return { start, end: start + phrase.length, text: as };
}

/** Keeps the function's own line, as it may be exported, asynchronous, or called above. */
function functionEdit(node: SyntaxNode, source: string, { file, as }: SourceChange): Edit {
  const body = childAt(node, 'body');
  const text = `(${as})`;
  const [statement] = parse('replacement.ts', text).children;
  const arrow = statement && childAt(statement, 'expression');
  const arrowBody = arrow && childAt(arrow, 'body');
  if (!body || arrow?.type !== 'ArrowFunctionExpression' || !arrowBody)
    throw new Error(`What a function of ${file} is replaced by is no arrow function.`);
  const written = text.slice(arrowBody.start, arrowBody.end);
  const newBody = arrowBody.type === 'BlockStatement' ? written : `{ return (${written}); }`;
  const [own, others] = [arrow, node].map((each) => each.children.filter(({ field }) => field === 'params'));
  const [first, last] = [others?.at(0), others?.at(-1)];
  if (!own || own.length === 0) return { start: body.start, end: body.end, text: newBody };
  if (!first || !last) throw new Error(`A function of ${file} has no parameters to be replaced.`);
  const params = text.slice(own.at(0)?.start, own.at(-1)?.end);
  return { start: first.start, end: body.end, text: params + source.slice(last.end, body.start) + newBody };
}

/** What an operand is that decides nothing. */
const neutral: Readonly<Record<string, string>> = { '&&': 'true', '||': 'false', '??': 'undefined' };

function removal(node: SyntaxNode, source: string, { file }: SourceChange): Edit {
  const { parent, field, start, end } = node;
  const operator = parent?.type === 'LogicalExpression' ? String(parent.raw['operator']) : '';
  if (operator !== '') return { start, end, text: neutral[operator] ?? '' };
  if (/(?:Statement|Declaration)$/.test(node.type))
    return { start, end, text: parent && isList(parent, field) ? '' : ';' };
  if (!parent || !isList(parent, field) || parent.type === 'TemplateLiteral')
    throw new Error(`A ${node.type} of ${file} cannot be left out: say what stands there instead.`);
  if (node.type.startsWith('JSX')) return { start, end, text: '' };
  const siblings = parent.children.filter((each) => each.field === field);
  const index = siblings.indexOf(node);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  if (after) return { start, end: after.start, text: '' };
  const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0;
  return before ? { start: before.end, end, text: '' } : { start, end: end + comma, text: '' };
}

const reference = /\$([a-zA-Z]\w*|\d)((?:\.\w+)*)/g;

/** The text with what `$` stands for. */
function filled(node: SyntaxNode, source: string, as: string): string {
  return as.replaceAll(reference, (whole, first: string, more: string) => {
    const found = referred(node, first, more.split('.').slice(1));
    if (!found) return whole;
    const text = source.slice(found.node.start, found.node.end);
    return (isSimple(found.node) ? text : `(${text})`) + found.rest.map((part) => `.${part}`).join('');
  });
}

/** The part of the node that is all that `as` leaves. */
function partAlone(node: SyntaxNode, as: string): SyntaxNode | undefined {
  const [[whole, first = '', more = ''] = []] = as.matchAll(reference);
  const found = whole === as ? referred(node, first, more.split('.').slice(1)) : undefined;
  return found?.rest.length === 0 ? found.node : undefined;
}

interface Referred {
  readonly node: SyntaxNode;
  /** What comes after the fields: properties of the value. */
  readonly rest: readonly string[];
}

function referred(node: SyntaxNode, first: string, more: readonly string[]): Referred | undefined {
  if (first === 'it') return { node, rest: more };
  const path = [...shorthand(node, first), ...more];
  for (let length = path.length; length > 0; length -= 1)
    try {
      return { node: byFields(node, path.slice(0, length), ''), rest: path.slice(length) };
    } catch {
      // The rest belongs to the value.
    }
  return undefined;
}

function shorthand(node: SyntaxNode, first: string): readonly string[] {
  const isCall = /^(?:Call|New)Expression$/.test(node.type);
  if (isCall && /^\d$/.test(first)) return ['arguments', String(Number(first) - 1)];
  return isCall && first === 'object' ? ['callee', 'object'] : [first];
}

const simple = new Set([
  'Identifier',
  'Literal',
  'TemplateLiteral',
  'MemberExpression',
  'CallExpression',
  'ChainExpression',
  'ThisExpression',
  'ArrayExpression',
  'ObjectExpression',
  'BlockStatement',
  'SpreadElement',
  'Property',
]);
const isSimple = (node: SyntaxNode): boolean => simple.has(node.type) || !node.type.endsWith('Expression');

const binding = new Set([
  'LogicalExpression',
  'BinaryExpression',
  'UnaryExpression',
  'ConditionalExpression',
  'MemberExpression',
  'AwaitExpression',
  'TSAsExpression',
  'ChainExpression',
]);

/** In parentheses where the parent would take only a part of it. */
function placed(node: SyntaxNode, text: string): string {
  const { parent, field } = node;
  const isBody =
    parent?.type === 'ArrowFunctionExpression' && field === 'body' && node.type !== 'BlockStatement';
  const isBound =
    parent !== undefined && binding.has(parent.type) && field !== 'property' && field !== 'typeAnnotation';
  return (isBound || isBody || field === 'callee') && !/^[\w.]+$/.test(text) ? `(${text})` : text;
}

/** The messages of a source file: calls of `t` from `@vscode/l10n` and `msg` from `src/base`. */
import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser';

/** The bundle's keys, and problems with file and line. */
export interface Found {
  readonly messages: readonly string[];
  readonly problems: readonly string[];
}

/**
 * A message must be a literal, or no tool finds it. And `t` must be called within a function: while a module loads, the
 * language is not known.
 */
export function messagesOf(file: string, source: string): Found {
  const { program } = parseSync(file, source);
  const messages: string[] = [];
  const problems: string[] = [];
  const functions = translating(program.body);
  if (functions.size === 0) return { messages, problems };
  const calls = (node: Expression): string | undefined =>
    node.type === 'Identifier' && functions.has(node.name) ? node.name : undefined;
  let depth = 0;
  const enter = (): void => void depth++;
  const leave = (): void => void depth--;
  const problem = (node: { readonly start: number }, text: string): void => {
    problems.push(`${file}:${source.slice(0, node.start).split('\n').length}: ${text}`);
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    TaggedTemplateExpression(node) {
      const name = calls(node.tag);
      if (name) problem(node, `write ${name}(\`…{0}…\`, value) instead of a tagged template`);
    },
    CallExpression(node) {
      const name = calls(node.callee);
      if (!name) return;
      if (depth === 0 && name === 't')
        problem(node, 'said while the module loads, before the language is known');
      const message = keyOf(node);
      if (message === undefined) problem(node, 'the message is not a literal');
      else messages.push(message);
    },
  }).visit(program);
  return { messages, problems };
}

/** The imported ones of the two functions. */
function translating(body: ReturnType<typeof parseSync>['program']['body']): ReadonlySet<string> {
  const sources = body.flatMap((node) => (node.type === 'ImportDeclaration' ? [node.source.value] : []));
  const names = new Set<string>();
  if (sources.includes('@vscode/l10n')) names.add('t');
  // Its neighbours in src/base/common import it as `./message.ts`.
  if (sources.some((source) => /(?:\/common|^\.)\/message\.ts$/.test(source))) names.add('msg');
  return names;
}

/** The message, with `/comment` if it has one (as `@vscode/l10n` looks it up). */
function keyOf(node: CallExpression): string | undefined {
  const first = node.arguments[0];
  if (first?.type !== 'ObjectExpression') return first && literal(first);
  const part = (name: string): string | undefined => {
    for (const property of first.properties) {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
      if (property.key.name === name) return literal(property.value);
    }
    return undefined;
  };
  const [message, comment] = [part('message'), part('comment')];
  return message === undefined || comment === undefined ? undefined : `${message}/${comment}`;
}

/** Returns the text of a literal, or of literals joined with `+`. */
function literal(node: { readonly type: string }): string | undefined {
  const expression = node as Expression;
  if (expression.type === 'Literal')
    return typeof expression.value === 'string' ? expression.value : undefined;
  if (expression.type === 'TemplateLiteral') {
    return expression.expressions.length === 0
      ? (expression.quasis[0]?.value.cooked ?? undefined)
      : undefined;
  }
  if (expression.type !== 'BinaryExpression' || expression.operator !== '+') return undefined;
  const [left, right] = [literal(expression.left), literal(expression.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

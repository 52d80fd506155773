/**
 * Variables in texts: `${name}` and `${name:argument}`, found and filled in. Works on one string at a time
 * and never looks into what was filled in, so a value may hold anything.
 *
 * `$${` is a literal `${`: of the dollars before a brace each two stand for one. (VS Code has no escape; it
 * leaves what it does not know as it is, which hides a mistyped name until the server fails strangely.)
 */

import { ExplainedError } from '../../base/common/message.ts';

/** A variable as it stands in a text. */
export interface Variable {
  /** As written, such as `${env:TOKEN}`. Holds no value, so it may be shown. */
  readonly text: string;
  readonly name: string;
  /** What follows the first colon. */
  readonly argument: string | undefined;
}

/** A text in its parts: strings are literal. */
export type Template = readonly (string | Variable)[];

/** A variable without a usable value. The texts name the variable and the field, never a value. */
export class VariableError extends ExplainedError {
  override readonly name = 'VariableError';
}

/** Whether `text` holds the beginning of a variable, escaped or not. */
export function mayHoldVariables(text: string): boolean {
  return text.includes('${');
}

/** Takes a text apart. A `${` without its closing brace is literal, as in VS Code. */
export function parseTemplate(text: string): Template {
  const parts: (string | Variable)[] = [];
  const opening = /(\$+)\{/g;
  let literal = '';
  let done = 0;
  for (;;) {
    opening.lastIndex = done;
    const match = opening.exec(text);
    if (!match) break;
    const dollars = match[1]?.length ?? 0;
    const brace = match.index + dollars;
    const end = closingBrace(text, brace);
    const isVariable = dollars % 2 === 1 && end !== undefined;
    // Nothing is escaped where there is nothing to escape from.
    const kept = end === undefined ? dollars : Math.floor(dollars / 2);
    literal += text.slice(done, match.index) + '$'.repeat(kept);
    if (isVariable) {
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push(variable(text.slice(brace + 1, end)));
      done = end + 1;
    } else {
      literal += '{';
      done = brace + 1;
    }
  }
  literal += text.slice(done);
  if (literal !== '' || parts.length === 0) parts.push(literal);
  return parts;
}

/** Puts the values in. @throws what `valueOf` throws. */
export function fillTemplate(template: Template, valueOf: (variable: Variable) => string): string {
  return template.map((part) => (typeof part === 'string' ? part : valueOf(part))).join('');
}

function variable(inner: string): Variable {
  const colon = inner.indexOf(':');
  const text = `\${${inner}}`;
  return colon === -1
    ? { text, name: inner, argument: undefined }
    : { text, name: inner.slice(0, colon), argument: inner.slice(colon + 1) };
}

/** Where the brace that opens at `brace` is closed; braces inside it count. */
function closingBrace(text: string, brace: number): number | undefined {
  let depth = 0;
  for (let index = brace; index < text.length; index += 1) {
    if (text[index] === '{') depth += 1;
    else if (text[index] === '}') depth -= 1;
    if (depth === 0) return index;
  }
  return undefined;
}

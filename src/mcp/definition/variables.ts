// Parses and expands `${name}` and `${name:argument}`; an inserted value is not parsed again. Before a brace, two
// dollars stand for one, so that `$${` is a literal `${`. VS Code has no escape, and leaves unknown names as they are,
// which hides a mistyped one until the server fails.

import { ExplainedError } from '../../base/common/message.ts';

export interface Variable {
  /** The variable as written, such as `${env:TOKEN}`. It holds no value, so it may be shown. */
  readonly text: string;
  readonly name: string;
  readonly argument: string | undefined;
}

export type Template = readonly (string | Variable)[];

/** The error of a variable without a value. Its texts name the variable and the field, never a value. */
export class VariableError extends ExplainedError {
  override readonly name = 'VariableError';
}

export function mayHoldVariables(text: string): boolean {
  return text.includes('${');
}

/** A `${` without its closing brace is literal, as in VS Code. */
export function parseTemplate(text: string): Template {
  const parts: (string | Variable)[] = [];
  const opening = /(?<!\$)(\$+)\{/g;
  const ends = closingBraces(text);
  let literal = '';
  let done = 0;
  for (;;) {
    opening.lastIndex = done;
    const match = opening.exec(text);
    if (!match) break;
    const dollars = match[1]?.length ?? 0;
    const brace = match.index + dollars;
    const end = ends.get(brace);
    const isVariable = dollars % 2 === 1 && end !== undefined;
    // Without a closing brace nothing is escaped.
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

/**
 * Returns the offsets of closing braces by those of the braces that they close. All are found in one pass, because a
 * search for each would take quadratic time.
 */
function closingBraces(text: string): ReadonlyMap<number, number> {
  const open: number[] = [];
  const ends = new Map<number, number>();
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    if (brace === '{') {
      open.push(index);
      continue;
    }
    const start = open.pop();
    if (start !== undefined) ends.set(start, index);
  }
  return ends;
}

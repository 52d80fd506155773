/** Translates variables as other programs write them into Patchbay's. */
import { isRecord } from '../../base/common/guards.ts';

/**
 * Translates the variables of these programs:
 *
 * - `${NAME}` and `${NAME:-default}`, as Claude Code has them. Without a default, lower case is left alone, as
 *   `${workspaceFolder}` is one of ours.
 * - `{env:NAME}`, as opencode has it, `${{ secrets.NAME }}` and `${{ inputs.NAME }}` of Continue.
 */
export function inOurVariables(text: string): string {
  return text
    .replace(/\$\{\{\s*(secret|input)s\.([\w.-]+)\s*\}\}/g, '${$1:$2}')
    .replace(/(?<!\$)\{env:(\w+)\}/g, '${env:$1}')
    .replace(
      /(?<!\$)\$\{(?:([A-Z_][A-Z0-9_]*)|(\w+)(?=:-))(?::-((?:[^{}]|\$\{[^{}]*\})*))?\}/g,
      (_whole, upper: string | undefined, any: string | undefined, fallback: string | undefined) =>
        `\${env:${upper ?? any ?? ''}${fallback === undefined ? '' : `:-${inOurVariables(fallback)}`}}`,
    );
}

/** Translates a value that is `$NAME` as a whole, as Gemini CLI has it, because no shell would replace it. */
export function inOurBareVariable(text: string): string {
  return text.replace(/^\$([A-Z_][A-Z0-9_]*)$/, '${env:$1}');
}

export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}

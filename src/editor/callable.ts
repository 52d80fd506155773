/** Whether a call that no model has asked for can be made now. */
import type { Engine } from '../engine.ts';
import type { ToolSource } from '../protocol/index.ts';

/** A call that the user wants made. */
interface Wanted {
  readonly source: ToolSource;
  readonly toolName: string;
  readonly argsText: string;
}

/** What a call needs to be made now, or why it cannot be made. */
type Callable = { readonly wireName: string; readonly problem?: undefined } | { readonly problem: string };

/** Looks for the tool of the call, and holds its arguments against what the tool wants now. */
export function callable(engine: Engine, { source, toolName, argsText }: Wanted): Callable {
  const found = engine.find(source, toolName);
  if (!found)
    return {
      problem: `There is no tool ${toolName}${originOf(source)} now: its server is not connected, or it is switched off.`,
    };
  const args = objectOf(argsText);
  const problem = args ? engine.argumentProblem(found.tool, args) : 'The arguments are not a JSON object.';
  return problem === undefined ? { wireName: found.wireName } : { problem };
}

/** ` of demo`, for sentences about a tool. */
export function originOf(source: ToolSource): string {
  return source.kind === 'mcp' ? ` of ${source.server}` : '';
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

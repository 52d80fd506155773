import type { ToolDefinition } from '../../models/index.ts';
import type { Tool } from '../../tools/index.ts';
import { countTool } from './tokens.ts';

export function definitionOf(
  name: string,
  { title, description, inputSchema }: Pick<Tool, 'title' | 'description' | 'inputSchema'>,
): ToolDefinition {
  return { name, description: description || (title ?? ''), inputSchema };
}

type Defined = Pick<Tool, 'title' | 'description' | 'inputSchema'>;

const counted = new WeakMap<Defined, number>();

/** An estimate (docs/decisions/006-token-counting.md). */
export function toolTokens(name: string, tool: Defined): number {
  const tokens = counted.get(tool) ?? countTool(definitionOf(name, tool));
  counted.set(tool, tokens);
  return tokens;
}

/** undefined: not counted yet. */
export function knownToolTokens(tool: Defined): number | undefined {
  return counted.get(tool);
}

/** What a tool costs: its definition is part of every request. */
import type { ToolDefinition } from '../../models/index.ts';
import type { Tool } from '../../tools/index.ts';
import { countTool } from './tokens.ts';

/** The tool as the model is told of it. */
export function definitionOf(
  name: string,
  { title, description, inputSchema }: Pick<Tool, 'title' | 'description' | 'inputSchema'>,
): ToolDefinition {
  return { name, description: description || (title ?? ''), inputSchema };
}

type Defined = Pick<Tool, 'title' | 'description' | 'inputSchema'>;

/** Tools never change, and counting 5,000 of them takes its time. */
const counted = new WeakMap<Defined, number>();

/** How many tokens its definition takes, about (docs/decisions/006-token-counting.md). */
export function toolTokens(name: string, tool: Defined): number {
  const tokens = counted.get(tool) ?? countTool(definitionOf(name, tool));
  counted.set(tool, tokens);
  return tokens;
}

/** The same if it was counted before. */
export function knownToolTokens(tool: Defined): number | undefined {
  return counted.get(tool);
}

/** What a tool costs: its definition is part of every request. */
import type { ToolDefinition } from '../../models/index.ts';
import type { Tool } from '../../tools/index.ts';
import { countTools } from './tokens.ts';

/** The tool as the model is told of it. */
export function definitionOf(
  name: string,
  { title, description, inputSchema }: Pick<Tool, 'title' | 'description' | 'inputSchema'>,
): ToolDefinition {
  return { name, description: description || (title ?? ''), inputSchema };
}

const costs = new WeakMap<Pick<Tool, 'title' | 'description' | 'inputSchema'>, number>();

/** How many tokens its definition takes, about (docs/decisions/006-token-counting.md). A tool never changes. */
export function toolTokens(name: string, tool: Pick<Tool, 'title' | 'description' | 'inputSchema'>): number {
  const tokens = costs.get(tool) ?? countTools([definitionOf(name, tool)]);
  costs.set(tool, tokens);
  return tokens;
}

/** The same if it was counted before: counting thousands of them takes too long for whoever draws. */
export function knownTokens(tool: Pick<Tool, 'title' | 'description' | 'inputSchema'>): number | undefined {
  return costs.get(tool);
}

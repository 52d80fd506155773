/** Built-in tools that work in a turn only, when the model calls them. */
import type { ToolSource } from './toolSource.ts';
import { UPDATE_PLAN } from './plan.ts';

/** Unlike names of MCP tools, so none can take it. */
export const READ_RESULT = 'read_result';
export const SEARCH_TOOLS = 'search_tools';

export function isTurnTool(source: ToolSource, name: string): boolean {
  return source.kind === 'native' && [READ_RESULT, SEARCH_TOOLS, UPDATE_PLAN].includes(name);
}

import { memberName, type SwitchableTool } from '../tools/index.ts';

export interface PricedTool extends SwitchableTool {
  readonly tokens: number;
}

export interface ToolGroup {
  readonly source: string;
  readonly tools: readonly PricedTool[];
}

export function groupsOf(tools: readonly PricedTool[]): readonly ToolGroup[] {
  return [...Map.groupBy(tools, ({ source }) => source)].map(([source, all]) => ({ source, tools: all }));
}

export function withGroupSwitched(
  { tools }: ToolGroup,
  marked: ReadonlySet<PricedTool>,
): ReadonlySet<PricedTool> {
  const own = new Set(tools);
  const others = [...marked].filter((tool) => !own.has(tool));
  return new Set(tools.every((tool) => marked.has(tool)) ? others : [...others, ...tools]);
}

/**
 * Returns the marked tools as members of a tool set. A source whose tools are all marked becomes one member, which also
 * stands for tools that the source gets later.
 */
export function membersOf(groups: readonly ToolGroup[], marked: ReadonlySet<PricedTool>): string[] {
  return groups.flatMap(({ source, tools }) => {
    const chosen = tools.filter((tool) => marked.has(tool));
    return chosen.length === tools.length
      ? [memberName(source)]
      : chosen.map(({ tool }) => memberName(source, tool.name));
  });
}

export function tokensOf(marked: ReadonlySet<PricedTool>): number {
  return [...marked].reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Rows of the tools picker: one for each source, which stands for all its tools, and one for each tool. */
import type { SwitchableTool } from '../tools/index.ts';

/** `tokens` of each request. */
export interface PricedTool extends SwitchableTool {
  readonly tokens: number;
}

export interface SourceRow {
  readonly kind: 'source';
  readonly source: string;
  readonly tools: readonly ToolRow[];
}

export interface ToolRow {
  readonly kind: 'tool';
  readonly of: PricedTool;
}

export type PickRow = SourceRow | ToolRow;

export function toolRows(tools: readonly PricedTool[]): readonly SourceRow[] {
  const bySource = Map.groupBy(tools, ({ source }) => source);
  return [...bySource].map(([source, all]) => ({
    kind: 'source',
    source,
    tools: all.map((of) => ({ kind: 'tool', of })),
  }));
}

/** Keeps a source marked exactly while all its tools are. */
export function settledMarks(
  rows: readonly SourceRow[],
  before: ReadonlySet<PickRow>,
  after: ReadonlySet<PickRow>,
): ReadonlySet<PickRow> {
  return new Set(
    rows.flatMap((source): PickRow[] => {
      const isMarked = after.has(source);
      const wasTurned = isMarked !== before.has(source);
      const tools = source.tools.filter((tool) => (wasTurned ? isMarked : after.has(tool)));
      const all = tools.length === source.tools.length;
      return all ? [source, ...tools] : tools;
    }),
  );
}

export function sumOf(marked: ReadonlySet<PickRow>): { readonly count: number; readonly tokens: number } {
  const tools = [...marked].flatMap((row) => (row.kind === 'tool' ? [row.of] : []));
  return { count: tools.length, tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0) };
}

/** Rows of the tools picker: one for each source, which stands for all its tools, and one for each tool. */
import { memberName, type SwitchableTool } from '../tools/index.ts';

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

/** The marked tools as members of a named tool set: a source that is marked as a whole, with the tools that it will get. */
export function membersOf(rows: readonly SourceRow[], marked: ReadonlySet<PickRow>): string[] {
  return rows.flatMap((row) =>
    marked.has(row)
      ? [memberName(row.source)]
      : row.tools.filter((tool) => marked.has(tool)).map(({ of }) => memberName(row.source, of.tool.name)),
  );
}

export function sumOf(marked: ReadonlySet<PickRow>): { readonly count: number; readonly tokens: number } {
  const tools = [...marked].flatMap((row) => (row.kind === 'tool' ? [row.of] : []));
  return { count: tools.length, tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0) };
}

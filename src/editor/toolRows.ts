/** The rows of the tools pick: a row for each source, that stands for all of its tools, and a row for each tool. */
import type { SwitchableTool } from '../tools/index.ts';

/** A tool with what its definition takes of each request, in tokens. */
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

/** The rows by source, each before its tools. */
export function toolRows(tools: readonly PricedTool[]): readonly SourceRow[] {
  const bySource = Map.groupBy(tools, ({ source }) => source);
  return [...bySource].map(([source, all]) => ({
    kind: 'source',
    source,
    tools: all.map((of) => ({ kind: 'tool', of })),
  }));
}

/**
 * What is marked after the user has changed the marks from `before` to `after`: the mark of a source is that of all
 * its tools, and is there when all of them have it.
 */
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

/** What the marked tools are and take together. */
export function sumOf(marked: ReadonlySet<PickRow>): { readonly count: number; readonly tokens: number } {
  const tools = [...marked].flatMap((row) => (row.kind === 'tool' ? [row.of] : []));
  return { count: tools.length, tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0) };
}

/** A file of `--data`: servers with their tools, and tasks with the tools that people judged necessary. */
import { isRecord } from '../../src/base/common/guards.ts';
import type { SearchableTool } from '../../src/tools/search/toolIndex.ts';

export interface Task {
  /** The whole task in words. */
  readonly question: string | undefined;
  readonly steps: readonly string[];
  /** Each a wanted tool, as `server/tool`; any of an element counts. */
  readonly wanted: readonly (readonly string[])[];
}

export interface ToolData {
  readonly tools: readonly SearchableTool[];
  readonly tasks: readonly Task[];
}

/** Takes what it can of a file: tools may lack all but a name, tasks their steps, question or tools. @throws for another form. */
export function parseToolData(file: unknown): ToolData {
  if (!isRecord(file) || !Array.isArray(file['servers']))
    throw new Error('The file of --data has another form: it has no list "servers".');
  const tools = recordsIn(file['servers']).flatMap(({ name: server, tools: given }) =>
    typeof server !== 'string'
      ? []
      : recordsIn(given).flatMap((tool) =>
          typeof tool['name'] === 'string' ? searchable(server, tool['name'], tool) : [],
        ),
  );
  const tasks = recordsIn(file['queries']).map(({ question, steps, tools: wanted }) => ({
    question: textIn(question),
    steps: textsIn(steps),
    // One alone may stand without a list.
    wanted: (Array.isArray(wanted) ? wanted : [])
      .map((any) => textsIn(Array.isArray(any) ? any : [any]))
      .filter((any) => any.length > 0),
  }));
  return { tools, tasks };
}

/** A tool as the index has it. */
export function searchable(
  server: string,
  name: string,
  { title, description, inputSchema }: Readonly<Record<string, unknown>>,
): SearchableTool {
  return {
    server,
    name,
    wireName: `mcp__${server}__${name}`,
    title: textIn(title),
    description: textIn(description) ?? '',
    inputSchema: isRecord(inputSchema) ? inputSchema : {},
  };
}

function recordsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((each) => isRecord(each)) : [];
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.flatMap((each) => textIn(each) ?? []) : [];
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

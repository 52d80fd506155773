/** Which tools a scenario wants called, and with what. */
import type { Catalog } from '../../src/mcp/index.ts';

type Tool = Catalog['tools'][number];

/** A call to make. */
export interface Call {
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a scenario prescribes its client to call (`http-custom-headers`). */
export interface Prescription {
  readonly toolCalls?: readonly {
    readonly name: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  }[];
}

/** The calls that the scenario prescribes; without any, each tool once with arguments made up to its schema. */
export function callsFor(tools: readonly Tool[], { toolCalls }: Prescription): Call[] {
  if (toolCalls) {
    return toolCalls.flatMap(({ name, arguments: args }) => {
      const tool = tools.find((each) => each.name === name);
      return tool ? [{ tool, args }] : [];
    });
  }
  return tools.map((tool) => ({ tool, args: argumentsFor(tool, tools) }));
}

function argumentsFor(tool: Tool, tools: readonly Tool[]): Record<string, unknown> {
  // json-schema-2020-12-preservation: this one wants to see what arrived of the other's schema.
  if (tool.name === 'json_schema_echo') {
    return { schema: tools.find((each) => each.name === 'json_schema_2020_12_tool')?.inputSchema };
  }
  const { required = [], properties = {} } = tool.inputSchema;
  return Object.fromEntries(required.map((name) => [name, valueFor(properties[name])]));
}

function valueFor(schema: unknown): unknown {
  switch ((schema as { type?: unknown } | undefined)?.type) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return 'something';
  }
}

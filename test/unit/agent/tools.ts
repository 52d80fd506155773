/** Tools of a test, as a server `s` would bring them, and the permit under which every call runs. */
import type { Approve } from '../../../src/agent/index.ts';
import type { Tool, ToolResult, ToolSet } from '../../../src/tools/index.ts';

export const allow: Approve = () => Promise.resolve({ kind: 'allowed', approved: [] });

export function tool(name: string, call: Tool['call']): Tool {
  return {
    name,
    source: { kind: 'mcp', server: 's' },
    description: `does ${name}`,
    inputSchema: { type: 'object', properties: {} },
    hints: {},
    usualNeed: 'ask',
    approvalNeed: () => ({ kind: 'ask', reasons: [] }),
    fingerprint: () => ({ origin: 's', definition: name }),
    call,
  };
}

/** A tool whose result is a text. */
export function textTool(name: string, call: (args: Readonly<Record<string, unknown>>) => string): Tool {
  return tool(name, (args) => Promise.resolve(text(call(args))));
}

/** The result that is this text. */
export function text(value: string): ToolResult {
  return { status: 'success', content: [{ type: 'text', text: value }] };
}

/** The tools by their wire names. */
export function toolSet(...tools: readonly Tool[]): ToolSet {
  return new Map(tools.map((each) => [`mcp__s__${each.name}`, each]));
}

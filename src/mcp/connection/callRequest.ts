import {
  ProtocolError,
  type CallToolRequestOptions,
  type CallToolResult,
  type Client,
  type Tool,
} from '@modelcontextprotocol/client';
import { withoutOutputSchema } from '../catalog/catalog.ts';

/** The server wants other headers for these arguments, and has not run the tool (2026-07-28, basic/transports). */
const HEADER_MISMATCH = -32020;

/** If the tool has changed since it was listed, so that headers are wrong, it is listed and called again. */
export async function requestCall(
  client: Client,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  options: CallToolRequestOptions,
): Promise<CallToolResult> {
  const call = (definition: Tool): Promise<CallToolResult> =>
    client.callTool(
      { name: tool.name, arguments: { ...args } },
      // With an output schema, the SDK would replace a result that does not fit by an error.
      { ...options, toolDefinition: withoutOutputSchema(definition) },
    );
  try {
    return await call(tool);
  } catch (error) {
    if (!(error instanceof ProtocolError && error.code === HEADER_MISMATCH)) throw error;
    const { signal, timeout } = options;
    const listed = await client.listTools(undefined, {
      ...(signal && { signal }),
      ...(timeout !== undefined && { timeout }),
      cacheMode: 'refresh',
    });
    const now = listed.tools.find(({ name }) => name === tool.name);
    if (!now) throw error;
    return call(now);
  }
}

/** The MCP SDK as its documentation shows it: the baseline of comparisons. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { FixtureCommand } from '../../test/fixtures/servers/command.ts';

/** Connects and lists the tools. Close the client to end the server. */
export async function connectBare(command: FixtureCommand) {
  // The whole environment, as Patchbay passes it, or one side's servers might be slower.
  const env = process.env as Record<string, string>;
  const client = new Client({ name: 'bare', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ ...command, env, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  return { client, tools };
}

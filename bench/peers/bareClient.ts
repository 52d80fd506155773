/** The MCP SDK used as its documentation shows, without anything around it: the other side of comparisons. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { FixtureCommand } from '../../test/fixtures/servers/command.ts';

/** Starts a stdio server, connects, and lists its tools. Close the client to end the server. */
export async function connectBare(command: FixtureCommand) {
  // The whole environment, as Patchbay gives it: nothing of it shall make one side's servers slower.
  const env = process.env as Record<string, string>;
  const client = new Client({ name: 'bare', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ ...command, env, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  return { client, tools };
}

/**
 * `node scripts/collectSchemas.ts filesystem node_modules/.bin/mcp-server-filesystem /tmp`, by hand when tests shall have
 * the tools of another real server: writes them to `test/fixtures/schemas/<name>.json`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [name, command, ...args] = process.argv.slice(2);
if (name === undefined || command === undefined)
  throw new Error('usage: collectSchemas.ts name command …args');

const client = new Client({ name: 'collect-schemas', version: '1' });
await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
const { tools } = await client.listTools();
await client.close();
const folder = new URL('../test/fixtures/schemas/', import.meta.url);
await mkdir(folder, { recursive: true });
const kept = tools.map(({ name: tool, description = '', inputSchema }) => ({
  name: tool,
  description,
  inputSchema,
}));
await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(kept, null, 2)}\n`);
process.stdout.write(`${name}: ${kept.length} tools\n`);

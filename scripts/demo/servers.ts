/** The MCP servers of the demo. */
import { fileURLToPath } from 'node:url';
import { everythingCommand, startEverything } from './everything.ts';

/** `definitions` is a value for `patchbay.servers`. */
export interface DemoServers {
  readonly definitions: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

const filesystem = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js', import.meta.url),
);

/**
 * `everything` (stdio), `everything-http` (Streamable HTTP, started here on a free port) and `filesystem` (stdio, with
 * the workspace's folders). @throws Error if the HTTP server ends before it listens.
 */
export async function startDemoServers(): Promise<DemoServers> {
  const remote = await startEverything('http');
  return {
    definitions: {
      everything: { type: 'stdio', ...everythingCommand },
      'everything-http': remote.definition,
      filesystem: { type: 'stdio', command: process.execPath, args: [filesystem] },
    },
    close: () => remote.close(),
  };
}

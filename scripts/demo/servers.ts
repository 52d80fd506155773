/** The real MCP servers of the demo: their definitions, and the one that has to be started. */
import { fileURLToPath } from 'node:url';
import { everythingCommand, startEverything } from './everything.ts';

/** The demo's servers while they run. `definitions` is a value for `patchbay.servers`. */
export interface DemoServers {
  readonly definitions: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

const filesystem = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js', import.meta.url),
);

/**
 * Defines `everything` (stdio), `everything-http` (Streamable HTTP, started here on a free port) and
 * `filesystem` (stdio, takes its folders from the workspace).
 * @throws when the HTTP server ends before it listens.
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

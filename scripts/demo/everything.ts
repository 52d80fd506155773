/** Starts the protocol's reference server, server-everything, where it is reached by a URL. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { lastingPort } from '../host/lastingPort.ts';

/** Its argument is the transport. */
const everythingScript = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

/** An entry of `patchbay.servers`, over stdio. */
export const everythingCommand = { command: process.execPath, args: [everythingScript, 'stdio'] };

/** `definition` is an entry of `patchbay.servers`. */
export interface RemoteEverything {
  readonly definition: { readonly type: 'http' | 'sse'; readonly url: string };
  close(): Promise<void>;
}

const transports = {
  http: { argument: 'streamableHttp', path: '/mcp' },
  sse: { argument: 'sse', path: '/sse' },
};

/** Starts it on a free local port. @throws Error if it ends before it listens. */
export async function startEverything(type: 'http' | 'sse'): Promise<RemoteEverything> {
  const { argument, path } = transports[type];
  const port = await lastingPort();
  const child = spawn(process.execPath, [everythingScript, argument], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const listening = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on(
      'line',
      (line) => /listening|running on port/.test(line) && resolve(),
    );
  });
  await Promise.race([
    listening,
    exited.then(([code]) =>
      Promise.reject(new Error(`server-everything (${type}) ended with exit code ${String(code)}.`)),
    ),
  ]);
  return {
    definition: { type, url: `http://127.0.0.1:${port}${path}` },
    close: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

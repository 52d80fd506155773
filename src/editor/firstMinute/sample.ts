/** "Try it with a sample server": the MCP server that Patchbay brings along, as an entry like any other. */
import { isDeepStrictEqual } from 'node:util';
import type { Server } from '../../mcp/index.ts';
import { switchServer } from '../servers/changeServer.ts';
import { entryNamed, orSaysWhy, takenNames, type Desk } from '../servers/desk.ts';
import { saveDrafts } from '../servers/draft.ts';

const usualName = 'sample';

/** Written with variables: where editor and extension are changes with their versions, and from machine to machine. */
const entry = {
  command: '${execPath}',
  args: ['${extensionInstallFolder}/dist/sampleServer.cjs'],
  env: { ELECTRON_RUN_AS_NODE: '1' },
};

/** Whether it is the sample server, whatever the user calls it. */
export function isSample({ definition: { launch } }: Server): boolean {
  return launch.kind === 'stdio' && isDeepStrictEqual(launch.args, entry.args);
}

/**
 * Has the sample server written to the user's settings, where it is not yet, and connected. Its name; nothing if the
 * settings could not be changed, which is said.
 */
export async function addSample(desk: Desk): Promise<string | undefined> {
  const { manager } = await desk.engine();
  const existing = manager.servers.find(isSample);
  if (existing) {
    const { name, definition } = existing;
    const written = definition.enabled ? undefined : entryNamed(name);
    if (written) await switchServer(desk, written, true);
    else if (existing.state.kind !== 'connected') await existing.connect();
    return name;
  }
  const name = desk.core().freeName(usualName, takenNames());
  // Servers start as soon as they stand in the settings.
  const saved = await orSaysWhy(() =>
    saveDrafts(desk, 'user', [{ name, entry, scope: 'user', secrets: new Map() }]),
  );
  return saved ? name : undefined;
}

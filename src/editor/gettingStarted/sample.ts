/** "Try it with a sample server": the MCP server that Patchbay brings along, as an entry like any other. */
import { switchServer } from '../serverEditing/changeServer.ts';
import { entryNamed, orSaysWhy, takenNames, type Desk } from '../serverEditing/editingServices.ts';
import { saveDrafts } from '../serverEditing/draft.ts';
import { isSample, sampleEntry } from '../servers/sampleEntry.ts';

const usualName = 'sample';

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
    saveDrafts(desk, 'user', [{ name, entry: sampleEntry, scope: 'user', secrets: new Map() }]),
  );
  return saved ? name : undefined;
}

/** "Try it with a sample server": the MCP server that Patchbay brings along, as an entry like any other. */
import { switchServer } from '../serverEditing/changeServer.ts';
import {
  entryNamed,
  reportSettingsError,
  takenNames,
  type EditingServices,
} from '../serverEditing/editingServices.ts';
import { saveDrafts } from '../serverEditing/draft.ts';
import { isSample, sampleEntry } from '../servers/sampleEntry.ts';

const usualName = 'sample';

/**
 * Has the sample server written to the user's settings, where it is not yet, and connected. Its name; nothing if the
 * settings could not be changed, which is said.
 */
export async function addSample(services: EditingServices): Promise<string | undefined> {
  const { manager } = await services.engine();
  const existing = manager.servers.find(isSample);
  if (existing) {
    const { name, definition } = existing;
    const written = definition.enabled ? undefined : entryNamed(name);
    if (written) await switchServer(services, written, true);
    else if (existing.state.kind !== 'connected') await existing.connect();
    return name;
  }
  const name = services.core().freeName(usualName, takenNames());
  // Servers start as soon as they stand in the settings.
  const saved = await reportSettingsError(() =>
    saveDrafts(services, 'user', [{ name, entry: sampleEntry, scope: 'user', secrets: new Map() }]),
  );
  return saved ? name : undefined;
}

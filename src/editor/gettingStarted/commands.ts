import * as vscode from 'vscode';
import { commands } from '../../contributions/index.ts';
import { freeName } from '../../mcp/index.ts';
import type { ModelService } from '../modelSelection/modelService.ts';
import { selectModel, setUpModel } from '../modelSelection/modelCommands.ts';
import {
  type EditingServices,
  entryNamed,
  reportSettingsError,
  takenNames,
} from '../serverEditing/editingServices.ts';
import type { ServersTree } from '../tree/serversTree.ts';
import { switchServer } from '../serverEditing/changeServer.ts';
import { saveDrafts } from '../serverEditing/draft.ts';
import { isSample, sampleEntry } from '../servers/sampleEntry.ts';

/** VS Code's id of the walkthrough: extension and id. */
const walkthrough = 'patchbay.patchbay#firstMinute';

export function registerFirstMinute(
  services: EditingServices,
  models: ModelService,
  tree: ServersTree,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.selectModel, () => selectModel(models)),
    vscode.commands.registerCommand(commands.setUpModel, () => setUpModel(models)),
    vscode.commands.registerCommand(commands.addSample, async (where?: unknown) => {
      const name = await addSample(services);
      // A click in the chat leaves the chat in front.
      if (name !== undefined && where !== 'in the chat') await tree.reveal(name);
    }),
    vscode.commands.registerCommand(commands.getStarted, () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false),
    ),
  );
}

const usualName = 'sample';

/**
 * Adds the sample server to the user settings, or starts the one that exists. Returns its name, or undefined if the
 * settings could not be written.
 */
async function addSample(services: EditingServices): Promise<string | undefined> {
  const { manager } = await services.engine();
  const existing = manager.servers.find(isSample);
  if (existing) {
    const { name, definition } = existing;
    const written = definition.enabled ? undefined : entryNamed(name);
    if (written) await switchServer(written, true);
    else if (existing.state.kind !== 'connected') await existing.connect();
    return name;
  }
  const name = freeName(usualName, takenNames());
  // Servers start when they are added to the settings.
  const saved = await reportSettingsError(() =>
    saveDrafts(services, 'user', [{ name, entry: sampleEntry, scope: 'user', secrets: new Map() }]),
  );
  return saved ? name : undefined;
}

/** The commands that get a model and a first server: for the first minute, and whenever it is to be another model. */
import * as vscode from 'vscode';
import { commands } from '../../contributions/index.ts';
import type { ModelService } from '../modelSelection/modelService.ts';
import { selectModel } from '../modelSelection/selectModel.ts';
import type { EditingServices } from '../serverEditing/editingServices.ts';
import type { ServersTree } from '../tree/serversTree.ts';
import { addSample } from './sample.ts';
import { setUpModel } from '../modelSelection/setUpModel.ts';

/** As the editor names a walkthrough: extension and id. */
const walkthrough = 'patchbay.patchbay#firstMinute';

/** Registers them. The result takes them away again. */
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
      // Whoever asks for it in the chat goes on there.
      if (name !== undefined && where !== 'in the chat') await tree.reveal(name);
    }),
    vscode.commands.registerCommand(commands.getStarted, () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false),
    ),
  );
}

/** Servers: their tree, pages, commands and settings, and the reviews that they wait for. */
import * as vscode from 'vscode';
import { registerServerEditing } from '../editor/serverEditing/commands.ts';
import { registerReview } from '../editor/serverEditing/review.ts';
import { registerServerPages } from '../editor/serverPage/panel.ts';
import { registerForgetSampling } from '../editor/settings/samplingPermissions.ts';
import { registerForget } from '../editor/settings/valuePrompts.ts';
import { registerFilter } from '../editor/tree/filterPicker.ts';
import { registerOrdering } from '../editor/tree/ordering.ts';
import { registerServerCommands, registerTroubleshoot } from '../editor/tree/serverCommands.ts';
import type { Services } from './services.ts';

export function serversFeature(services: Services): vscode.Disposable {
  const { engine, tree, serverOrder, settingsDocuments, authorization } = services;
  return vscode.Disposable.from(
    tree,
    tree.register(),
    settingsDocuments.register(),
    authorization.register(),
    registerFilter(tree),
    registerOrdering(engine, tree, serverOrder),
    registerServerCommands(engine, services.logs, authorization),
    registerServerEditing(services),
    registerServerPages(services.context.extensionUri, services),
    registerTroubleshoot(services),
    registerReview(services),
    registerForget(services.variables),
    registerForgetSampling(services.samplingPermissions),
  );
}

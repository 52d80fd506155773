/** Servers: their tree, pages, commands and settings, and the reviews that they wait for. */
import * as vscode from 'vscode';
import { addedServerNotice, serverReviewNotice } from '../editor/reviewNotices.ts';
import { registerServerEditing } from '../editor/serverEditing/commands.ts';
import { registerReview } from '../editor/serverEditing/review.ts';
import { registerServerPages } from '../editor/serverPage/panel.ts';
import { registerForgetSampling } from '../editor/settings/samplingPermissions.ts';
import { registerForget } from '../editor/settings/valuePrompts.ts';
import { registerFilter } from '../editor/tree/filterPicker.ts';
import { registerOrdering } from '../editor/tree/ordering.ts';
import { registerServerCommands, registerTroubleshoot } from '../editor/tree/serverCommands.ts';
import type { Engine } from '../engine.ts';
import type { Server } from '../mcp/index.ts';
import type { Services } from './services.ts';

export function serversFeature(services: Services): vscode.Disposable {
  const { engine, lazyEngine, tree, serverOrder, settingsDocuments, authorization } = services;
  const notifyOfReviews = reviewNotices(services);
  return vscode.Disposable.from(
    tree,
    tree.register(),
    serverOrder.onDidChange(() => tree.redraw()),
    services.models.onDidChange(() => tree.redraw()),
    services.approvals.onDidChange(() => tree.statusChanged()),
    services.questions.onDidChange(
      (server) => void engine().then((loaded) => tree.refresh(loaded, new Set([server]))),
    ),
    lazyEngine.onDidChange(({ engine: loaded, servers }) => {
      tree.refresh(loaded, servers);
      settingsDocuments.refresh();
      notifyOfReviews(loaded);
    }),
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

function reviewNotices({ confirmations }: Services): (engine: Engine) => void {
  const [notifyOfServers, notifyOfAddedServers] = [serverReviewNotice(), addedServerNotice()];
  const isAdded = ({ name }: Server): boolean => confirmations.extensionOf(name) !== undefined;
  return ({ manager: { servers } }) => {
    notifyOfServers(confirmations.toReview(servers.filter((server) => !isAdded(server))));
    notifyOfAddedServers(confirmations.toReview(servers.filter(isAdded)));
  };
}

/** Keeps context keys, settings documents, chats and review notices up to date with servers, tools and settings. */
import * as vscode from 'vscode';
import { derived, follow, type Observable } from '../base/common/observable.ts';
import type { Engine } from '../engine.ts';
import type { Conversation } from '../agent/index.ts';
import { followCommandContexts } from './commandContexts.ts';
import type { OpenChats } from './chat/openChats.ts';
import { toolsToReview } from './customTools/toolConfirmations.ts';
import type { SetupProgress } from './gettingStarted/setupProgress.ts';
import { addedServerNotice, serverReviewNotice, toolReviewNotice } from './reviewNotices.ts';
import type { SettingsDocuments } from './serverEditing/settingsDocuments.ts';
import type { Confirmations } from './servers/confirmations.ts';
import type { FollowedSettings } from './settings/followedSettings.ts';

interface Followers {
  readonly settings: FollowedSettings;
  readonly chats: OpenChats;
  /** The conversation that commands apply to. */
  readonly shown: Observable<Conversation | undefined>;
  readonly progress: SetupProgress;
  readonly settingsDocuments: SettingsDocuments;
  readonly confirmations: Confirmations;
}

export function followEngine(
  engine: Engine,
  { settings, chats, shown, progress, settingsDocuments, confirmations }: Followers,
): vscode.Disposable {
  const { manager, custom } = engine;
  const isConnected = derived((read) => read(manager.state).some(({ state }) => state.kind === 'connected'));
  return vscode.Disposable.from(
    now(isConnected, (value) => progress.setServerConnected(value)),
    now(manager.state, () => settingsDocuments.refresh()),
    follow(settings.setting('tools.approval'), () => {
      for (const chat of chats.all) chat.approvalModeChanged();
    }),
    followReviews(engine, confirmations),
    followCommandContexts(engine, shown, confirmations),
    ...(custom ? [now(custom.state, followToolReviews())] : []),
  );
}

/** Notifies of servers that wait for a review. */
function followReviews({ manager }: Engine, confirmations: Confirmations): vscode.Disposable {
  const [notifyOfServers, notifyOfAdded] = [serverReviewNotice(), addedServerNotice()];
  return now(manager.state, (servers) => {
    const isAdded = ({ name }: { readonly name: string }): boolean =>
      confirmations.extensionOf(name) !== undefined;
    notifyOfServers(confirmations.toReview(servers.filter((server) => !isAdded(server))));
    notifyOfAdded(confirmations.toReview(servers.filter(isAdded)));
  });
}

function followToolReviews(): (files: Parameters<typeof toolsToReview>[0]) => void {
  const notify = toolReviewNotice();
  return (files) => notify(toolsToReview(files));
}

/** Calls `react` with the current value at once, and then with each later one. */
function now<T>(source: Observable<T>, react: (value: T) => void): vscode.Disposable {
  react(source.get());
  return follow(source, react);
}

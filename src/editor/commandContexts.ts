/** Tells VS Code which commands make sense now, so that its palette offers no others. */
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Conversation } from '../agent/index.ts';
import { derived, follow, type Observable } from '../base/common/observable.ts';
import { contextKeys } from '../contributions/index.ts';
import type { Engine } from '../engine.ts';
import type { Server } from '../mcp/index.ts';
import { isRemoteServer, needsSignIn } from './auth/commands.ts';
import type { Confirmations } from './servers/confirmations.ts';
import { serverTools } from './servers/serverTools.ts';

/** Keeps the context keys of servers and tools up to date. `shown` is the conversation that commands apply to. */
export function followCommandContexts(
  engine: Engine,
  shown: Observable<Conversation | undefined>,
  confirmations: Pick<Confirmations, 'isOfWorkspace'>,
): vscode.Disposable {
  const { manager, custom, toolSets } = engine;
  const values = derived((read): Readonly<Record<string, boolean>> => {
    const servers = read(manager.state);
    const conversation = read(shown);
    if (conversation) read(conversation.state);
    read(toolSets.state);
    const some = (suits: (server: Server) => boolean): boolean => servers.some(suits);
    const offers = (what: 'resources' | 'templates'): boolean =>
      some(({ state }) => state.kind === 'connected' && state.catalog[what].length > 0);
    const all = servers.length + manager.invalid.length;
    return {
      [contextKeys.hasServers]: all > 0,
      [contextKeys.severalServers]: servers.length > 1,
      [contextKeys.serverDown]: some(({ state }) => state.kind === 'disconnected' || state.kind === 'error'),
      [contextKeys.serverUp]: some(({ state }) => state.kind !== 'disconnected'),
      [contextKeys.serverFailed]: some(({ state }) => state.kind === 'error'),
      [contextKeys.serverEnabled]: some(({ definition }) => definition.enabled),
      [contextKeys.serverDisabled]: some(({ definition }) => !definition.enabled),
      [contextKeys.serverNeedsSignIn]: some(needsSignIn),
      [contextKeys.remoteServer]: some(isRemoteServer),
      [contextKeys.serverToReview]: some(({ name }) => confirmations.isOfWorkspace(name)),
      [contextKeys.toolToReview]:
        custom !== undefined && read(custom.state).some(({ kind }) => kind === 'unconfirmed'),
      [contextKeys.serverTools]: some((server) => serverTools(server).length > 0),
      [contextKeys.resourcesOffered]: offers('resources') || offers('templates'),
      [contextKeys.toolSetUsed]: toolSets.of(conversation ?? {}) !== undefined,
    };
  }, isDeepStrictEqual);
  setAll(values.get(), {});
  return follow(values, setAll);
}

function setAll(now: Readonly<Record<string, boolean>>, before: Readonly<Record<string, boolean>>): void {
  for (const [key, value] of Object.entries(now))
    if (before[key] !== value) void vscode.commands.executeCommand('setContext', key, value);
}

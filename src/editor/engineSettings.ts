/** Keeps the engine up to date with settings, workspace trust, folders and files of skills. */
import * as vscode from 'vscode';
import { follow } from '../base/common/observable.ts';
import type { Engine, EngineOptions } from '../engine.ts';
import type { ToolConfirmations } from './customTools/toolConfirmations.ts';
import type { Confirmations } from './servers/confirmations.ts';
import type { AddedServers } from './servers/addedServers.ts';
import type { ExtensionServers } from './servers/extensionServers.ts';
import type { LinkedServers } from './servers/linkedServers.ts';
import type { FollowedSettings } from './settings/followedSettings.ts';
import { readInputs, readServers, readServersOf, readToolSets } from './settings/settings.ts';

interface FollowedByEngine {
  readonly linked: LinkedServers;
  readonly extensionServers: ExtensionServers;
  readonly confirmations: Confirmations;
  readonly toolConfirmations: ToolConfirmations;
}

/** Returns the settings that the engine follows by itself. Those below are applied to it by `followSettings`. */
export function engineSettings(settings: FollowedSettings): Pick<EngineOptions, 'toolSets' | 'plan'> {
  return {
    toolSets: settings.readWith('tools.sets', readToolSets),
    plan: settings.setting('agent.plan'),
  };
}

/** Configures the engine now, and again when settings, workspace trust, folders or another source of servers change. */
export function followSettings(
  engine: Engine,
  settings: FollowedSettings,
  { linked, extensionServers, confirmations, toolConfirmations }: FollowedByEngine,
  added: AddedServers,
): vscode.Disposable {
  const definitions = settings.readWith('servers', readDefinitions);
  const configure = (): void => {
    const { all, ofUser, ofWorkspace } = definitions.get();
    const names = linked.names.filter((name) => !ofUser.includes(name));
    const { servers, owners } = added.beside(linked.under(all));
    confirmations.follow(new Set([...ofWorkspace, ...names]), owners);
    engine.configure(servers);
  };
  const reloadSkills = (): void => void engine.skills?.reload();
  const readLinked = (): void => void linked.read();
  configure();
  void engine.custom?.reload();
  reloadSkills();
  return vscode.Disposable.from(
    follow(definitions, configure),
    extensionServers.onDidChange(configure),
    confirmations.onDidChange(() => engine.manager.recheck('confirmed')),
    toolConfirmations.onDidChange(() => void engine.custom?.reload()),
    linked.follow(() => {
      configure();
      retryVariables(engine);
    }),
    follow(settings.readWith('inputs', readInputs), () => retryVariables(engine)),
    follow(settings.setting('skills.sources'), reloadSkills),
    follow(settings.setting('policy.servers'), () => engine.manager.recheck('policy')),
    follow(settings.setting('linkVscodeServers'), readLinked),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      readLinked();
      reloadSkills();
    }),
    vscode.workspace.onDidSaveTextDocument(({ fileName }) => {
      if (fileName.endsWith('SKILL.md')) reloadSkills();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      configure();
      readLinked();
      reloadSkills();
    }),
  );
}

function readDefinitions(): {
  readonly all: unknown;
  readonly ofUser: readonly string[];
  readonly ofWorkspace: readonly string[];
} {
  return {
    all: readServers(),
    ofUser: Object.keys(readServersOf('user')),
    ofWorkspace: vscode.workspace.isTrusted ? Object.keys(readServersOf('workspace')) : [],
  };
}

/** Reconnects the servers that failed because a variable had no value. */
function retryVariables({ manager }: Engine): void {
  for (const server of manager.servers) {
    if (server.state.kind === 'error' && server.state.failure.reason === 'variable') void server.connect();
  }
}

import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { Server, FailureAction } from '../../mcp/index.ts';
import type { EditorAuthorization } from '../auth/authorization.ts';
import { connectAsked, isRemoteServer, needsSignIn, signOutOfServer } from '../auth/commands.ts';
import { commands } from '../../contributions/index.ts';
import type { Logs } from '../common/logs.ts';
import { scopeOfServer, toggleAlwaysSend } from '../settings/settings.ts';
import type { Node } from './nodes.ts';
import type { CauseNode } from './causeNodes.ts';
import type { ToolSetNode } from './toolSetNodes.ts';
import type { BuiltInNode } from './builtInNodes.ts';
import type { CustomNode } from './customNodes.ts';
import type { FirstNode } from './firstNodes.ts';
import type { ExtensionNode } from './extensionRows.ts';
import type { SkillNode } from './skillNodes.ts';
import { serverTools } from '../servers/serverTools.ts';
import { stateLabel } from '../servers/serverLabels.ts';
import { registerRowCommand, showInformationMessage, showQuickPick, showErrorMessage } from '../ui/index.ts';
import { memberName } from '../../tools/index.ts';
import { act, actionsOf, presentAction } from '../serverEditing/failureActions.ts';
import type { EditingServices } from '../serverEditing/editingServices.ts';

export type ServerTarget =
  | Exclude<Node, BuiltInNode | CauseNode | CustomNode | ExtensionNode | FirstNode | SkillNode | ToolSetNode>
  | string;

export function registerServerCommands(
  engine: () => Promise<Engine>,
  logs: Logs,
  authorization: EditorAuthorization,
): vscode.Disposable {
  const each = (
    id: string,
    title: string,
    suits: (server: Server) => boolean,
    run: (server: Server, engine: Engine) => unknown,
  ) =>
    registerRowCommand(id, async (target?: ServerTarget) => {
      const loaded = await engine();
      const server = await whichServer(loaded, target, title, suits);
      if (server) await run(server, loaded);
    });
  const all = (id: string, run: (engine: Engine) => Promise<void>) =>
    vscode.commands.registerCommand(id, async () => run(await engine()));
  const switchAll =
    (enabled: boolean) =>
    (server: Server, { enablement }: Engine) =>
      enablement.set(
        server.name,
        serverTools(server).map(({ name }) => name),
        enabled,
      );

  return vscode.Disposable.from(
    each(commands.connect, t('Connect'), isDown, (server) =>
      connectAsked(authorization, server, () => server.connect()),
    ),
    each(
      commands.disconnect,
      t('Disconnect'),
      ({ state }) => state.kind !== 'disconnected',
      (server) => server.disconnect(),
    ),
    each(
      commands.reconnect,
      t('Reconnect'),
      () => true,
      (server) => connectAsked(authorization, server, () => server.reconnect()),
    ),
    each(commands.signIn, t('Sign in'), needsSignIn, (server) =>
      connectAsked(authorization, server, () => server.reconnect()),
    ),
    each(commands.signOut, t('Sign out'), isRemoteServer, signOutOfServer),
    all(commands.connectAll, ({ manager }) => manager.connectAll()),
    all(commands.reconnectAll, ({ manager }) => manager.reconnectAll()),
    all(commands.disconnectAll, ({ manager }) => manager.disconnectAll()),
    each(commands.enableAllTools, t('Enable all tools'), hasTools, switchAll(true)),
    each(commands.disableAllTools, t('Disable all tools'), hasTools, switchAll(false)),
    vscode.commands.registerCommand(commands.showLog, async (target?: ServerTarget) => {
      if (target !== undefined) return logs.show(nameOf(target));
      const picked = await pickLog(await engine());
      if (picked) logs.show(picked.server);
    }),
    vscode.commands.registerCommand(commands.openSettings, (target?: ServerTarget) =>
      openServerSettings(target),
    ),
  );
}

function isDown({ state }: Server): boolean {
  return state.kind === 'disconnected' || state.kind === 'error';
}

function hasTools(server: Server): boolean {
  return serverTools(server).length > 0;
}

function nameOf(target: ServerTarget): string {
  if (typeof target === 'string') return target;
  return target.kind === 'invalid' ? target.entry.name : target.server.name;
}

/** Returns the target, or the user's pick among the servers that suit, or undefined if there is none. */
export async function whichServer(
  { manager }: Engine,
  target: ServerTarget | undefined,
  title: string,
  suits: (server: Server) => boolean,
): Promise<Server | undefined> {
  if (target !== undefined) return manager.server(nameOf(target));
  const candidates = manager.servers.filter(suits);
  if (candidates.length === 0) {
    void showInformationMessage(
      manager.servers.length === 0
        ? t('Patchbay has no servers yet. To add one, run "Patchbay: Add Server…".')
        : t('"{0}" does not apply to any server at the moment.', title),
    );
    return undefined;
  }
  const picked = await showQuickPick(
    candidates.map((server) => ({ label: server.name, description: stateLabel(server.state.kind), server })),
    { title: `Patchbay: ${title}`, placeHolder: t('Select a server') },
  );
  return picked?.server;
}

async function pickLog({ manager }: Engine): Promise<{ readonly server: string | undefined } | undefined> {
  const entries = [
    { label: 'Patchbay', description: t('messages that do not concern a single server'), server: undefined },
    ...manager.servers.map(({ name, state }) => ({
      label: name,
      description: stateLabel(state.kind),
      server: name,
    })),
  ];
  return showQuickPick(entries, {
    title: t('Patchbay: Show Log'),
    placeHolder: t('Select a log'),
  });
}

async function openServerSettings(target: ServerTarget | undefined): Promise<void> {
  const scope = target === undefined ? 'user' : scopeOfServer(nameOf(target));
  const command =
    scope === 'workspace'
      ? 'workbench.action.openWorkspaceSettingsFile'
      : 'workbench.action.openSettingsJson';
  await vscode.commands.executeCommand(command, {
    // With `edit`, VS Code would write an empty object where there is none.
    revealSetting: { key: 'patchbay.servers', edit: false },
  });
}

export function registerAlwaysSend(engine: () => Promise<Engine>): vscode.Disposable {
  return registerRowCommand(commands.toggleAlwaysSend, async (target?: ServerTarget) => {
    const title = t('Turn "Always send to model" on or off');
    const server = await whichServer(await engine(), target, title, hasTools);
    if (!server) return;
    const isTool = typeof target === 'object' && target.kind === 'tool';
    const name = memberName(server.name, isTool ? target.tool.name : undefined);
    let isPinned: boolean;
    try {
      isPinned = await toggleAlwaysSend(name);
    } catch (error) {
      return void showErrorMessage(t('The setting could not be written: {0}', (error as Error).message));
    }
    void showInformationMessage(
      isPinned
        ? t('"{0}" is always sent to the model.', name)
        : t(
            '"{0}" is no longer always sent to the model. If there are too many tools, the model finds it by search.',
            name,
          ),
    );
  });
}

/** Registers the command. With the kind of an action it runs that one; otherwise the user picks one. */
export function registerTroubleshoot(parts: EditingServices): vscode.Disposable {
  return registerRowCommand(
    commands.troubleshoot,
    async (target?: ServerTarget, kind?: FailureAction['kind']) => {
      const server = await whichServer(
        await parts.engine(),
        target,
        t('Troubleshoot'),
        ({ state }) => state.kind === 'error',
      );
      if (!server) return;
      const actions = actionsOf(server);
      const action =
        typeof kind === 'string'
          ? actions.find((each) => each.kind === kind)
          : await pick(
              server.name,
              server.state.kind === 'error' ? server.state.failure.message.localized : '',
              actions,
            );
      // The server may have recovered meanwhile.
      if (action) await act(action, server, parts);
    },
  );
}

async function pick(
  name: string,
  message: string,
  actions: readonly FailureAction[],
): Promise<FailureAction | undefined> {
  if (actions.length === 0) {
    void showInformationMessage(t('Patchbay: "{0}" has no errors at the moment.', name));
    return undefined;
  }
  const items = actions.map((action) => {
    const { label, icon } = presentAction(action);
    return { icon, label, action };
  });
  const picked = await showQuickPick(items, {
    title: t('Patchbay: Troubleshoot {0}', name),
    placeHolder: message,
  });
  return picked?.action;
}

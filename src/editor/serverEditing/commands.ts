import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { commands } from '../../contributions/index.ts';
import { addServer } from './addServer.ts';
import { duplicateServer, editServer, removeServer, renameServer, switchServer } from './changeServer.ts';
import {
  entryNamed,
  scopeName,
  takenNames,
  type EditingServices,
  type SettingsEntry,
} from './editingServices.ts';
import { importServers } from './importServers.ts';
import { pasteServers } from './paste.ts';
import {
  registerRowCommand,
  showInformationMessage,
  showQuickPick,
  showWarningMessage,
} from '../ui/index.ts';

type Target =
  | string
  | {
      readonly kind: string;
      readonly server?: { readonly name: string };
      readonly entry?: { readonly name: string };
    };

export function registerServerEditing(services: EditingServices): vscode.Disposable {
  const run = (id: string, act: () => Promise<unknown>) =>
    vscode.commands.registerCommand(id, async () => void (await act()));
  const each = (
    id: string,
    title: string,
    suits: (server: SettingsEntry) => boolean,
    act: (services: EditingServices, server: SettingsEntry) => Promise<void>,
  ) =>
    registerRowCommand(id, async (target?: Target) => {
      const server = await which(services, target, title, suits);
      if (server) await act(services, server);
    });
  const any = (): boolean => true;
  const isOn = ({ entry }: SettingsEntry): boolean => entry['enabled'] !== false;

  return vscode.Disposable.from(
    run(commands.addServer, () => addServer(services)),
    run(commands.pasteServers, () => pasteServers(services, { canGoBack: false })),
    run(commands.importServers, () => importServers(services, { canGoBack: false })),
    each(commands.editServer, t('Edit server'), any, editServer),
    each(commands.renameServer, t('Rename server'), any, renameServer),
    each(commands.duplicateServer, t('Duplicate server'), any, duplicateServer),
    each(
      commands.enableServer,
      t('Enable server'),
      (server) => !isOn(server),
      (_, server) => switchServer(server, true),
    ),
    each(commands.disableServer, t('Disable server'), isOn, (_, server) => switchServer(server, false)),
    each(commands.removeServer, t('Remove server'), any, removeServer),
  );
}

function nameOf(target: Target): string | undefined {
  if (typeof target === 'string') return target;
  return (target.server ?? target.entry)?.name;
}

async function which(
  { linked, confirmations }: EditingServices,
  target: Target | undefined,
  title: string,
  suits: (server: SettingsEntry) => boolean,
): Promise<SettingsEntry | undefined> {
  const name = target && nameOf(target);
  if (name !== undefined) {
    const found = entryNamed(name);
    if (!found) await sayElsewhere(name, linked.fileOf(name), confirmations.extensionOf(name));
    return found;
  }
  const candidates = takenNames()
    .flatMap((each) => entryNamed(each) ?? [])
    .filter(suits);
  if (candidates.length === 0) {
    void showInformationMessage(t('Patchbay: "{0}" does not apply to any server at the moment.', title));
    return undefined;
  }
  const picked = await showQuickPick(
    candidates.map((server) => ({ label: server.name, description: scopeName(server.scope), server })),
    { title: `Patchbay: ${title}`, placeHolder: t('Select a server') },
  );
  return picked?.server;
}

async function sayElsewhere(
  name: string,
  file: vscode.Uri | undefined,
  extension: string | undefined,
): Promise<void> {
  if (extension !== undefined) {
    const text = t(
      'Patchbay: the extension {0} added the server "{1}". Only the extension can change the server. To keep it from starting, use "Review Servers…".',
      extension,
      name,
    );
    void showInformationMessage(text);
    return;
  }
  if (!file) {
    void showWarningMessage(t('Patchbay: the server "{0}" is not in the settings.', name));
    return;
  }
  const open = t('Open File');
  const choice = await showInformationMessage(
    t(
      'Patchbay: the server "{0}" is linked from {1}. Patchbay does not change this file.',
      name,
      vscode.workspace.asRelativePath(file),
    ),
    open,
  );
  if (choice === open) await vscode.window.showTextDocument(file);
}

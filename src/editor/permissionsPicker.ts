import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../engine.ts';
import { BUILT_IN, type PermissionRule } from '../tools/index.ts';
import { commands } from '../contributions/index.ts';
import { readApprovalPolicy, writeAskingFreeTools } from './settings/settings.ts';
import { QuickPick, showQuickPick, type PickItem } from './ui/index.ts';

interface PermissionItem extends PickItem {
  readonly revoke: () => void;
}

export function registerPermissions(engine: () => Promise<Engine>): vscode.Disposable {
  return vscode.commands.registerCommand(commands.permissions, async () => manage(await engine()));
}

async function manage(engine: Engine): Promise<void> {
  const { permissions } = engine;
  const items: PermissionItem[] = [
    ...permissions.rules.map((rule) => ({
      label: subjectOf(rule),
      description: scopeOf(rule),
      ...detailOf(rule),
      revoke: () => permissions.revoke(rule),
    })),
    ...permissions.releasedConversations.map((conversation) => ({
      label: t('no warning before data can be sent out'),
      description: scopeOf({ scope: 'conversation' }),
      revoke: () => permissions.endRelease(conversation),
    })),
  ];
  const picker = new QuickPick<PermissionItem>();
  picker.title = t('Patchbay: Tool Permissions');
  picker.placeholder =
    items.length > 0
      ? t('Select permissions to revoke')
      : t('No saved permissions. Choose a duration other than "Once" when you allow a call.');
  picker.canSelectMany = items.length > 0;
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.items = items;
  const freeTools: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('shield'),
    tooltip: t('Require approval for more tools…'),
  };
  picker.buttons = [freeTools];
  picker.onDidTriggerButton(() => {
    picker.hide();
    void chooseFreeTools(engine);
  });
  picker.onDidAccept(() => {
    for (const { revoke } of picker.selectedItems) revoke();
    picker.hide();
  });
  picker.onDidHide(() => picker.dispose());
  picker.show();
}

async function chooseFreeTools({ tools }: Engine): Promise<void> {
  const { askingFreeTools } = readApprovalPolicy();
  const free = tools.builtIn.filter(({ usualNeed }) => usualNeed === 'free');
  const all = askingFreeTools.includes('*');
  const chosen = await showQuickPick(
    free.map(({ name, title = name }) => ({
      label: title,
      description: name,
      picked: all || askingFreeTools.includes(name),
      name,
    })),
    {
      title: t('Patchbay: Require Approval for Built-in Tools'),
      placeHolder: t('Select the tools that need approval'),
      canPickMany: true,
    },
  );
  if (!chosen) return;
  const names = chosen.map(({ name }) => name);
  // Keeps the names of tools that do not exist now.
  const others = askingFreeTools.filter((name) => name !== '*' && !free.some((tool) => tool.name === name));
  await writeAskingFreeTools(names.length === free.length ? ['*'] : [...others, ...names]);
}

function subjectOf({ covers, source, fingerprints, command, host }: PermissionRule): string {
  const names = Object.keys(fingerprints);
  switch (covers) {
    case 'tool':
      return source === BUILT_IN
        ? t('{0}, built in', names[0] ?? '')
        : t('{0} of {1}', names[0] ?? '', source);
    case 'source':
      return source === BUILT_IN
        ? t('built-in tools ({0})', names.length)
        : t('tools of {0} ({1})', source, names.length);
    case 'readOnly':
      return t('tools that {0} marks as read-only ({1})', source, names.length);
    case 'command':
      return t('the command {0}', command?.command ?? '');
    case 'pattern':
      return t('the command {0}, followed by file names and paths', command?.command ?? '');
    case 'resources':
      return t('resources of {0} at any address', source);
    case 'host':
      return t('pages of {0}', host ?? '');
  }
}

function detailOf({ covers, fingerprints, command, reasons }: PermissionRule): { readonly detail?: string } {
  if (command) return { detail: t('in {0}', command.cwd) };
  if (covers === 'source' || covers === 'readOnly') return { detail: Object.keys(fingerprints).join(', ') };
  return reasons.includes('sensitiveFile:ignored') ? { detail: t('for files that Git ignores') } : {};
}

function scopeOf({ scope }: Pick<PermissionRule, 'scope'>): string {
  switch (scope) {
    case 'conversation':
      return t('In this conversation');
    case 'workspace':
      return t('In this workspace');
    case 'always':
      return t('Always');
  }
}

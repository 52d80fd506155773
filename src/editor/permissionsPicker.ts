/** The list of what the user allowed, to take back. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../engine.ts';
import { BUILT_IN, type Rule } from '../tools/index.ts';
import { commands } from './ids.ts';

interface RuleItem extends vscode.QuickPickItem {
  readonly rule: Rule;
}

/** Registers the command. The result takes it away again. */
export function registerPermissions(engine: () => Promise<Engine>): vscode.Disposable {
  return vscode.commands.registerCommand(commands.permissions, async () =>
    revokeSome((await engine()).permissions),
  );
}

async function revokeSome(permissions: Engine['permissions']): Promise<void> {
  const { rules } = permissions;
  if (rules.length === 0) {
    void vscode.window.showInformationMessage(
      t('No tool has a permission that lasts. One is given when you allow a call for longer than once.'),
    );
    return;
  }
  const items: RuleItem[] = rules.map((rule) => ({
    label: subjectOf(rule),
    description: scopeOf(rule),
    rule,
  }));
  const revoked = await vscode.window.showQuickPick(items, {
    title: t('Patchbay: Tool Permissions'),
    placeHolder: t('Mark the permissions to take back, then press Enter'),
    canPickMany: true,
    matchOnDescription: true,
  });
  for (const { rule } of revoked ?? []) permissions.revoke(rule);
}

function subjectOf({ covers, source, tool }: Rule): string {
  switch (covers) {
    case 'tool':
      return source === BUILT_IN ? t('{0}, built in', tool ?? '') : t('{0} of {1}', tool ?? '', source);
    case 'source':
      return source === BUILT_IN ? t('every built-in tool') : t('every tool of {0}', source);
    case 'readOnly':
      return t('tools that {0} calls read-only', source);
  }
}

function scopeOf({ scope }: Rule): string {
  switch (scope) {
    case 'conversation':
      return t('in this conversation');
    case 'workspace':
      return t('in this workspace');
    case 'always':
      return t('always');
  }
}

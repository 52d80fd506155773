/** The list of what the user allowed, to take back. */
import * as vscode from 'vscode';
import type { Engine } from '../engine.ts';
import type { Rule } from '../tools/index.ts';
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
      'No tool has a permission that lasts. One is given when you allow a call for longer than once.',
    );
    return;
  }
  const items: RuleItem[] = rules.map((rule) => ({
    label: subjectOf(rule),
    description: scopes[rule.scope],
    rule,
  }));
  const revoked = await vscode.window.showQuickPick(items, {
    title: 'Patchbay: Tool Permissions',
    placeHolder: 'Mark the permissions to take back, then press Enter',
    canPickMany: true,
    matchOnDescription: true,
  });
  for (const { rule } of revoked ?? []) permissions.revoke(rule);
}

function subjectOf({ covers, source, tool }: Rule): string {
  switch (covers) {
    case 'tool':
      return `${tool ?? ''} of ${source}`;
    case 'source':
      return `every tool of ${source}`;
    case 'readOnly':
      return `tools that ${source} calls read-only`;
  }
}

const scopes: Record<Rule['scope'], string> = {
  conversation: 'in this conversation',
  workspace: 'in this workspace',
  always: 'always',
};

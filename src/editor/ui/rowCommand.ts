import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { showInformationMessage } from './notifications.ts';

type Run = Parameters<typeof vscode.commands.registerCommand>[1];

/**
 * Registers a command for menus of rows. VS Code passes `undefined` for a row that is just being read again, and no
 * argument if there is no row.
 */
export function registerRowCommand(id: string, run: Run): vscode.Disposable {
  return vscode.commands.registerCommand(id, (...args: unknown[]): unknown => {
    const [row] = args;
    if (args.length === 0 || (row !== undefined && row !== null)) return run(...args);
    void showInformationMessage(
      t('The list changed while you were choosing. Nothing was done. Run the command again.'),
    );
    return undefined;
  });
}

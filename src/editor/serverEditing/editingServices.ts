import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { RawEntry } from '../../mcp/index.ts';
import type { EditorAuthorization } from '../auth/authorization.ts';
import { readServersOf, scopeOfServer } from '../settings/settings.ts';
import type { EditorVariables } from '../settings/variables.ts';
import type { ServerData } from './serverData.ts';
import type { Confirmations } from '../servers/confirmations.ts';
import type { LinkedServers } from '../servers/linkedServers.ts';
import { SettingsError, type Scope } from '../settings/settingsFile.ts';
import { showErrorMessage } from '../ui/index.ts';
import { isRecord } from '../../base/common/guards.ts';

export interface EditingServices {
  readonly engine: () => Promise<Engine>;
  readonly variables: EditorVariables;
  readonly serverData: ServerData;
  readonly authorization: EditorAuthorization;
  readonly linked: LinkedServers;
  readonly confirmations: Confirmations;
}

export interface SettingsEntry {
  readonly name: string;
  readonly entry: RawEntry;
  readonly scope: Scope;
}

/** An entry that is no object counts as empty. */
export function entryNamed(name: string): SettingsEntry | undefined {
  const scope = scopeOfServer(name);
  const all = readServersOf(scope);
  if (!Object.hasOwn(all, name)) return undefined;
  const entry = all[name];
  return { name, scope, entry: isRecord(entry) ? entry : {} };
}

export function takenNames(): string[] {
  return [...new Set([...Object.keys(readServersOf('user')), ...Object.keys(readServersOf('workspace'))])];
}

export function scopeName(scope: Scope): string {
  return scope === 'user' ? t('user settings') : t('workspace settings');
}

export function hasWorkspace(): boolean {
  return vscode.workspace.workspaceFile !== undefined || (vscode.workspace.workspaceFolders ?? []).length > 0;
}

/** Returns false if `act` failed with a SettingsError, which is shown. */
export async function reportSettingsError(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const open = t('Open File');
    const { uri } = error;
    const choices = uri ? [open] : [];
    void showErrorMessage(`Patchbay: ${error.message}`, ...choices).then(async (choice) => {
      if (choice === open && uri) await vscode.window.showTextDocument(uri);
    });
    return false;
  }
}

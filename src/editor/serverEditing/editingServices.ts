/** What the flows about servers work with, and the entries as they stand in the settings. */
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

/** The parts that the flows share. */
export interface EditingServices {
  readonly engine: () => Promise<Engine>;
  /** Loaded on first use. */
  readonly core: () => typeof import('../../engine.ts');
  readonly variables: EditorVariables;
  readonly serverData: ServerData;
  readonly authorization: EditorAuthorization;
  readonly linked: LinkedServers;
  readonly confirmations: Confirmations;
}

/** An entry as it is written, and where. */
export interface SettingsEntry {
  readonly name: string;
  readonly entry: RawEntry;
  readonly scope: Scope;
}

/** The entry that counts under this name. One that is no object is shown as an empty one. */
export function entryNamed(name: string): SettingsEntry | undefined {
  const scope = scopeOfServer(name);
  const all = readServersOf(scope);
  if (!Object.hasOwn(all, name)) return undefined;
  const entry = all[name];
  return { name, scope, entry: isRecord(entry) ? entry : {} };
}

/** Every name in the settings of both scopes, in their order. */
export function takenNames(): string[] {
  return [...new Set([...Object.keys(readServersOf('user')), ...Object.keys(readServersOf('workspace'))])];
}

/** What the settings of a scope are called. */
export function scopeName(scope: Scope): string {
  return scope === 'user' ? t('user settings') : t('workspace settings');
}

/** Whether there is a workspace whose settings can be written. */
export function hasWorkspace(): boolean {
  return vscode.workspace.workspaceFile !== undefined || (vscode.workspace.workspaceFolders ?? []).length > 0;
}

/** Does `act`, and says why if the settings could not be changed. Whether they were. */
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

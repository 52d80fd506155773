import { join } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { uvCleanCommand, type FailureAction, type LauncherCache, type Server } from '../../mcp/index.ts';
import { plainLabel } from '../../base/common/text.ts';
import { locale } from '../../base/common/locale.ts';
import { connectAsked } from '../auth/commands.ts';
import { commands } from '../../contributions/index.ts';
import { raiseLimit } from './changeServer.ts';
import { entryNamed, type EditingServices } from './editingServices.ts';
import { openExternal, showErrorMessage, showWarningMessage } from '../ui/index.ts';

const MAX_PACKAGES = 200;
const MAX_WHY = 300;

export interface ActionPresentation {
  readonly label: string;
  readonly icon: string;
}

export function presentAction(action: FailureAction): ActionPresentation {
  switch (action.kind) {
    case 'install':
      return { label: t('Install {0}…', action.what.localized), icon: 'cloud-download' };
    case 'edit':
      return { label: t('Edit Server…'), icon: 'edit' };
    case 'login-path':
      return { label: t('Set PATH from Login Shell'), icon: 'terminal' };
    case 'sign-in':
      return { label: t('Sign In…'), icon: 'key' };
    case 'forget-inputs':
      return { label: t('Enter Stored Values Again…'), icon: 'key' };
    case 'raise-limit':
      return { label: t('Increase Time Limit to {0}', secondsOf(action.toMs)), icon: 'watch' };
    case 'show-policy':
      return { label: t('Show Policy'), icon: 'law' };
    case 'review':
      return { label: t('Review and Allow…'), icon: 'shield' };
    case 'clear-cache':
      return { label: t('Clear Cache of {0}…', action.cache.kind), icon: 'trash' };
    case 'reconnect':
      return { label: t('Reconnect'), icon: 'debug-restart' };
    case 'show-log':
      return { label: t('Show Log'), icon: 'output' };
  }
}

function secondsOf(ms: number): string {
  const seconds = (Math.round(ms / 100) / 10).toLocaleString(locale(), { useGrouping: false });
  return ms < 1_000 ? t('{0} ms', ms) : t('{0} s', seconds);
}

/** Offers the log for problems in the catalog of a connected server, because their details are there. */
export function actionsOf({ state }: Server): readonly FailureAction[] {
  if (state.kind === 'connected' && state.catalog.problems.length > 0) return [{ kind: 'show-log' }];
  return state.kind === 'error' ? state.failure.actions : [];
}

export async function act(action: FailureAction, { name }: Server, parts: EditingServices): Promise<void> {
  const { authorization } = parts;
  const { manager } = await parts.engine();
  const reconnect = async (): Promise<void> => {
    const server = manager.server(name);
    if (server) await connectAsked(authorization, server, () => server.reconnect());
  };
  switch (action.kind) {
    case 'install':
      await openExternal(action.url);
      return;
    case 'edit':
      await vscode.commands.executeCommand(commands.editServer, name);
      return;
    case 'login-path':
      manager.loginShell.forget();
      return reconnect();
    case 'sign-in':
      await vscode.commands.executeCommand(commands.signIn, name);
      return;
    case 'forget-inputs':
      await vscode.commands.executeCommand(commands.forgetInputs);
      return reconnect();
    case 'raise-limit':
      return raise(name, action.toMs);
    case 'show-policy':
      await vscode.commands.executeCommand('workbench.action.openSettings', 'patchbay.policy.servers');
      return;
    case 'review':
      await vscode.commands.executeCommand(commands.reviewServers, name);
      return;
    case 'clear-cache':
      if (await clearCache(action.cache, name, parts)) return reconnect();
      return;
    case 'reconnect':
      return reconnect();
    case 'show-log':
      await vscode.commands.executeCommand(commands.showLog, name);
  }
}

/**
 * A server that is defined elsewhere, such as in another program's file, cannot be changed: the edit command says so.
 */
async function raise(name: string, toMs: number): Promise<void> {
  const written = entryNamed(name);
  if (written) await raiseLimit(written, toMs);
  else await vscode.commands.executeCommand(commands.editServer, name);
}

/** Returns whether the user agreed and the cache was cleared. */
async function clearCache(cache: LauncherCache, name: string, { engine }: EditingServices): Promise<boolean> {
  const clear = t('Clear and Reconnect');
  const packages = plainLabel(cache.packages.join(', '), MAX_PACKAGES) ?? '';
  const pressed = await showWarningMessage(
    t('Clear the {0} cache for {1}?', cache.kind, packages),
    { modal: true, detail: detailOf(cache) },
    clear,
  );
  if (pressed !== clear) return false;
  try {
    await (await engine()).manager.clearCache(name, cache);
    return true;
  } catch (error) {
    const why = plainLabel((error as Error).message, MAX_WHY) ?? '';
    void showErrorMessage(t('The cache of {0} was not cleared: {1}', cache.kind, why));
    return false;
  }
}

function detailOf(cache: LauncherCache): string {
  return cache.kind === 'npx'
    ? t(
        'This folder and everything in it is deleted, and nothing else:\n{0}\n\nnpx then downloads the package again. Other programs that are using it through npx may fail.',
        join(cache.root, '_npx', cache.name),
      )
    : t(
        'This command removes the package from the uv cache:\n{0}\n\nuv then downloads it again. Other programs that are using it through uv may fail.',
        uvCleanCommand(cache),
      );
}

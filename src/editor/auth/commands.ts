import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Server } from '../../mcp/index.ts';
import { commands } from '../../contributions/index.ts';
import type { EditorAuthorization } from './authorization.ts';
import { showErrorMessage, showInformationMessage } from '../ui/index.ts';

export function isRemoteServer({ definition }: Server): boolean {
  return definition.launch.kind !== 'stdio';
}

export function needsSignIn({ state }: Server): boolean {
  return state.kind === 'error' && state.failure.reason === 'sign-in';
}

/** Connects, signs in if necessary, and shows why it failed. */
export async function connectAsked(
  authorization: EditorAuthorization,
  server: Server,
  connect: () => Promise<void>,
): Promise<void> {
  await authorization.whileAsked(server.name, connect);
  const { state } = server;
  // A server of the workspace does not connect before the user has reviewed it.
  if (state.kind === 'error' && state.failure.actions.some(({ kind }) => kind === 'review')) {
    await vscode.commands.executeCommand(commands.reviewServers, server.name);
    return;
  }
  if (state.kind !== 'error' || state.failure.reason !== 'sign-in') return;
  const { message, next } = state.failure;
  const again = t('Sign In');
  void showErrorMessage(
    t('Patchbay: "{0}" is not connected. {1} {2}', server.name, message.localized, next.localized),
    again,
  ).then((choice) => {
    if (choice === again) return connectAsked(authorization, server, () => server.reconnect());
  });
}

export async function signOutOfServer(server: Server): Promise<void> {
  const outcome = await server.signOut();
  void showInformationMessage(outcomeText(server, outcome));
}

function outcomeText({ name }: Server, outcome: Awaited<ReturnType<Server['signOut']>>): string {
  switch (outcome.kind) {
    case 'nothing':
      return t('Patchbay: you were not signed in to "{0}".', name);
    case 'revoked':
      return t('Patchbay: signed out of "{0}".', name);
    case 'forgotten':
      return t('Signed out of "{0}". Tokens were deleted on this machine, but {1}.', name, outcome.why);
  }
}

/** What the user does about sign-ins. Which server, the commands about servers have found out. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Server } from '../../mcp/index.ts';
import { commands } from '../../contributions/index.ts';
import type { EditorAuthorization } from './authorization.ts';
import { showErrorMessage, showInformationMessage } from '../ui/index.ts';

/** Whether it is one that can be signed in to. */
export function isRemote({ definition }: Server): boolean {
  return definition.launch.kind !== 'stdio';
}

/** Whether it is down for want of a sign-in. */
export function needsSignIn({ state }: Server): boolean {
  return state.kind === 'error' && state.failure.reason === 'sign-in';
}

/** Does `connect` for a user who has asked for it, signs in on the way if need be, and says why if not. */
export async function connectAsked(
  authorization: EditorAuthorization,
  server: Server,
  connect: () => Promise<void>,
): Promise<void> {
  await authorization.whileAsked(server.name, connect);
  const { state } = server;
  // Who asks for a server of the workspace is shown what that would start.
  if (state.kind === 'error' && state.failure.reason === 'unconfirmed') {
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

/** Signs out of the server, and says what became of the tokens. */
export async function signOut(server: Server): Promise<void> {
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
      return t(
        'Patchbay: signed out of "{0}". The tokens were deleted on this machine, but {1}.',
        name,
        outcome.why,
      );
  }
}

/** What the user does about sign-ins. Which server, the commands about servers have found out. */
import * as vscode from 'vscode';
import type { Server } from '../../mcp/index.ts';
import { commands } from '../ids.ts';
import type { EditorAuthorization } from './authorization.ts';

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
  const again = 'Sign In';
  void vscode.window
    .showErrorMessage(`Patchbay: "${server.name}" is not connected. ${message} ${next}`, again)
    .then((choice) => {
      if (choice === again) return connectAsked(authorization, server, () => server.reconnect());
    });
}

/** Signs out of the server, and says what became of the tokens. */
export async function signOut(server: Server): Promise<void> {
  const outcome = await server.signOut();
  const what = {
    nothing: `You were not signed in to "${server.name}".`,
    revoked: `Signed out of "${server.name}".`,
    forgotten: `Signed out of "${server.name}".`,
  }[outcome.kind];
  const more = outcome.kind === 'forgotten' ? ` The tokens are forgotten here; ${outcome.why}.` : '';
  void vscode.window.showInformationMessage(`Patchbay: ${what}${more}`);
}

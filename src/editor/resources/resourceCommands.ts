/** The commands about resources and prompts of servers. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { ChatClient } from '../chat/chatHost.ts';
import { commands } from '../ids.ts';
import { pickResource, type PickedResource } from './pickResource.ts';
import { nameOf, RESOURCE_SCHEME, type ResourceId } from './resourceUri.ts';

/** Registers them; `bringChat` brings up the chat that something is written into. The result takes them away again. */
export function registerResourceCommands(
  engine: () => Promise<Engine>,
  core: () => typeof import('../../engine.ts'),
  bringChat: () => Promise<ChatClient | undefined>,
): vscode.Disposable {
  const attach = async ({ server, uri, name }: PickedResource, to?: ChatClient): Promise<void> => {
    const client = to ?? (await bringChat());
    client?.post({ type: 'compose', text: '', attachments: [{ kind: 'resource', server, uri, name }] });
  };
  const mimeTypeOf = async ({ server, uri }: ResourceId): Promise<string | undefined> => {
    const state = (await engine()).manager.server(server)?.state;
    const known = state?.kind === 'connected' ? state.catalog.resources : [];
    return known.find((each) => each.uri === uri)?.mimeType;
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.browseResources, async (resource?: ResourceId) => {
      // The chat and the tree know which.
      if (resource) return open(resource, await mimeTypeOf(resource));
      const picked = await pickResource(await engine(), core, t('Browse resources'), true);
      if (picked?.how === 'accept') await open(picked, picked.mimeType);
      else if (picked) await attach(picked);
    }),
    vscode.commands.registerCommand(commands.attachResource, async (to?: ChatClient) => {
      const picked = await pickResource(await engine(), core, t('Attach a resource to the message'), false);
      if (picked) await attach(picked, to);
    }),
    vscode.commands.registerCommand(commands.runPrompt, async (prompt?: { server: string; name: string }) => {
      const client = await bringChat();
      client?.post({ type: 'compose', text: prompt ? `/${prompt.server}.${prompt.name}` : '/' });
    }),
  );
}

/** Opens it in whatever editor is there for its kind; one that cannot be read says why in its place. */
async function open(resource: ResourceId, mimeType: string | undefined): Promise<void> {
  const name = nameOf(resource, mimeType);
  if (!name) {
    void vscode.window.showErrorMessage(t('The URI of this resource is too long to open.'));
    return;
  }
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.from({ scheme: RESOURCE_SCHEME, ...name }));
}

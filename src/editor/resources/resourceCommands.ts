import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { ComposerTarget } from '../chat/chatHost.ts';
import { commands } from '../../contributions/index.ts';
import { openAsTextOrImage } from '../builtInTools/openAsText.ts';
import { pickResource, type PickedResource } from './pickResource.ts';
import { showErrorMessage } from '../ui/index.ts';
import { nameOf, PLAIN_ENDING, RESOURCE_SCHEME, type ResourceId } from './resourceUri.ts';

export function registerResourceCommands(
  engine: () => Promise<Engine>,
  bringChat: () => Promise<ComposerTarget>,
): vscode.Disposable {
  const attach = async ({ server, uri, name }: PickedResource, to?: ComposerTarget): Promise<void> => {
    const composer = to ?? (await bringChat());
    composer.compose({ text: '', attachments: [{ kind: 'resource', server, uri, name }] });
  };
  const mimeTypeOf = async ({ server, uri }: ResourceId): Promise<string | undefined> => {
    const state = (await engine()).manager.server(server)?.state;
    const known = state?.kind === 'connected' ? state.catalog.resources : [];
    return known.find((each) => each.uri === uri)?.mimeType;
  };
  const show = async (resource: ResourceId, mimeType: string | undefined): Promise<void> => {
    // The model may read what the user has opened.
    (await engine()).tools.opened.add(resource.server, resource.uri);
    await open(resource, mimeType);
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.browseResources, async (resource?: ResourceId) => {
      if (resource) return show(resource, await mimeTypeOf(resource));
      const picked = await pickResource(await engine(), t('Browse resources'), true);
      if (picked?.how === 'accept') await show(picked, picked.mimeType);
      else if (picked) await attach(picked);
    }),
    vscode.commands.registerCommand(commands.attachResource, async (to?: ComposerTarget) => {
      const picked = await pickResource(await engine(), t('Attach a resource to the message'), false);
      if (picked) await attach(picked, to);
    }),
    vscode.commands.registerCommand(commands.runPrompt, async (prompt?: { server: string; name: string }) => {
      const composer = await bringChat();
      composer.compose({ text: prompt ? `/${prompt.server}.${prompt.name}` : '/' });
    }),
  );
}

async function open(resource: ResourceId, mimeType: string | undefined): Promise<void> {
  const name = nameOf(resource, mimeType);
  if (!name) {
    void showErrorMessage(t('The URI of this resource is too long to open.'));
    return;
  }
  const uri = vscode.Uri.from({ scheme: RESOURCE_SCHEME, ...name });
  const isRefused = await vscode.workspace.fs.readFile(uri).then(
    () => false,
    (error: unknown) => error instanceof vscode.FileSystemError && error.code === 'NoPermissions',
  );
  // A plain name keeps language services from fetching its schema.
  await openAsTextOrImage(isRefused ? uri.with({ path: `${uri.path}${PLAIN_ENDING}` }) : uri);
}

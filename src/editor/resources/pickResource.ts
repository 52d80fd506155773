import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { expandTemplate, templateVariables, type Catalog, type Server } from '../../mcp/index.ts';
import { locale } from '../../base/common/locale.ts';
import { isAppResource } from '../../protocol/index.ts';
import { pickValue } from './pickValue.ts';
import type { ResourceId } from './resourceUri.ts';
import { QuickPick, separator, showInformationMessage, type PickItem } from '../ui/index.ts';
import { truncate } from '../../base/common/text.ts';

type Resource = Catalog['resources'][number];
type Template = Catalog['templates'][number];

export interface PickedResource extends ResourceId {
  readonly name: string;
  readonly mimeType: string | undefined;
  readonly how: 'accept' | 'attach';
}

type ResourceItem = PickItem & {
  readonly server?: Server;
  readonly offer?: { readonly resource: Resource } | { readonly template: Template };
};

const attachButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('attach'),
  tooltip: t('Attach to the message'),
});

/** Returns undefined when the user cancels, or there are no resources. */
export async function pickResource(
  { manager }: Engine,
  title: string,
  buttons: boolean,
): Promise<PickedResource | undefined> {
  const items = manager.servers.flatMap((server) => itemsOf(server, buttons ? [attachButton()] : []));
  if (items.length === 0) {
    void showInformationMessage(t('No connected server offers resources.'));
    return undefined;
  }
  const picked = await choose(items, title);
  if (!picked?.item.server || !picked.item.offer) return undefined;
  const { server, offer } = picked.item;
  if ('resource' in offer) {
    const { uri, name, title: shown, mimeType } = offer.resource;
    return { server: server.name, uri, name: line(shown ?? name), mimeType, how: picked.how };
  }
  const uri = await fillIn(server, offer.template);
  if (uri === undefined) return undefined;
  return { server: server.name, uri, name: line(uri), mimeType: offer.template.mimeType, how: picked.how };
}

function itemsOf(server: Server, buttons: readonly vscode.QuickInputButton[]): ResourceItem[] {
  if (server.state.kind !== 'connected') return [];
  const { templates } = server.state.catalog;
  const resources = server.state.catalog.resources.filter(({ uri }) => !isAppResource(uri));
  if (resources.length + templates.length === 0) return [];
  return [
    separator(server.name),
    ...resources.map((resource): ResourceItem => ({
      icon: 'file',
      label: label(resource),
      description: [resource.mimeType, sizeText(resource.size)].filter(Boolean).join(' · '),
      detail: line(resource.description ?? resource.uri),
      buttons,
      server,
      offer: { resource },
    })),
    ...templates.map((template): ResourceItem => ({
      icon: 'symbol-variable',
      label: label(template),
      description: line(template.uriTemplate),
      ...(template.description !== undefined && { detail: line(template.description) }),
      buttons,
      server,
      offer: { template },
    })),
  ];
}

function choose(
  items: readonly ResourceItem[],
  title: string,
): Promise<{ item: ResourceItem; how: PickedResource['how'] } | undefined> {
  return new Promise((resolve) => {
    const pick = new QuickPick<ResourceItem>();
    Object.assign(pick, { title, items, matchOnDescription: true, matchOnDetail: true });
    pick.placeholder = t('Select a resource or a template');
    let chosen: { item: ResourceItem; how: PickedResource['how'] } | undefined;
    const take = (item: ResourceItem | undefined, how: PickedResource['how']): void => {
      if (!item) return;
      chosen = { item, how };
      pick.hide();
    };
    pick.onDidAccept(() => take(pick.activeItems[0], 'accept'));
    pick.onDidTriggerItemButton(({ item }) => take(item, 'attach'));
    pick.onDidHide(() => {
      pick.dispose();
      resolve(chosen);
    });
    pick.show();
  });
}

async function fillIn(server: Server, template: Template): Promise<string | undefined> {
  const { uriTemplate } = template;
  const names = templateVariables(uriTemplate);
  const values: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    // The suggestions depend on what was chosen before.
    // oxlint-disable-next-line no-await-in-loop
    const value = await pickValue({
      title: t('{0} ({1} of {2})', label(template), index + 1, names.length),
      placeholder: name,
      suggest: (text, signal) =>
        server.complete(
          { ref: { kind: 'template', uriTemplate }, argument: { name, value: text }, others: { ...values } },
          signal,
        ),
    });
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return expandTemplate(uriTemplate, values);
}

function label({ title, name }: { readonly title?: string | undefined; readonly name: string }): string {
  return line(title ?? name);
}

function line(text: string): string {
  return truncate(text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim(), 200);
}

function sizeText(size: number | undefined): string {
  if (size === undefined) return '';
  if (size < 1024) return t('{0} bytes', size);
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
  return t('{0} KB', (size / 1024).toLocaleString(locale(), digits));
}

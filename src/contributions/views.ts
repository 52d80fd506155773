import { commandLink } from './commands.ts';
import { settingId } from './settings.ts';
import { contextKey } from './contextKeys.ts';
import type { Text } from './text.ts';

interface ViewContainer {
  readonly place: 'activitybar' | 'secondarySidebar';
}

interface View {
  readonly container: keyof typeof viewContainers;
  readonly name: Text;
  readonly type?: 'webview';
  readonly when?: string;
  readonly initialSize?: number;
  /** Shown where the user has moved the view out of its container. */
  readonly contextualTitle?: string;
  readonly icon?: string;
  /** The text that is shown instead of rows while the context key is set. */
  readonly welcome?: { readonly text: Text; readonly when: string };
}

export const viewContainers = {
  patchbay: { place: 'activitybar' },
  patchbayChat: { place: 'secondarySidebar' },
} as const satisfies Readonly<Record<string, ViewContainer>>;

const icon = 'media/patchbay.svg';
const chatName = { en: 'Chat', de: 'Chat' } as const satisfies Text;
const chatIsInActivityBar = `config.${settingId('chat.location')} == 'activityBar'`;
const chatIsElsewhere = `config.${settingId('chat.location')} != 'activityBar'`;

/** The views in the order in which a container shows them. */
export const views = {
  chatInActivityBar: {
    container: 'patchbay',
    name: chatName,
    type: 'webview',
    when: chatIsInActivityBar,
    initialSize: 3,
  },
  servers: {
    container: 'patchbay',
    name: { en: 'MCP Servers', de: 'MCP-Server' },
    initialSize: 1,
    contextualTitle: 'Patchbay',
    icon,
    welcome: {
      // A view whose extension host has stopped has no rows either, whatever servers there are.
      when: contextKey('nothingSetUp'),
      text: {
        en: `Set up a model, then add an MCP server to give it tools. The sample server is included and needs no account or network.\n${commandLink('setUpModel').en}\n${commandLink('addSample').en}\n${commandLink('addServer').en}\nYou can also [paste JSON or a command](command:patchbay.pasteServers), [import servers](command:patchbay.importServers), or [get started](command:patchbay.getStarted).`,
        de: `Richten Sie ein Modell ein, und fügen Sie einen MCP-Server mit Tools hinzu, zum Beispiel den Beispielserver. Er ist enthalten und braucht weder Konto noch Netzwerk.\n${commandLink('setUpModel').de}\n${commandLink('addSample').de}\n${commandLink('addServer').de}\nSie können auch [JSON oder einen Befehl einfügen](command:patchbay.pasteServers), [Server importieren](command:patchbay.importServers) oder die [ersten Schritte](command:patchbay.getStarted) öffnen.`,
      },
    },
  },
  chat: {
    container: 'patchbayChat',
    name: chatName,
    type: 'webview',
    when: chatIsElsewhere,
    contextualTitle: 'Patchbay',
    icon,
  },
} as const satisfies Readonly<Record<string, View>>;

export const panels = ['chat', 'history', 'server', 'request'] as const;

export function viewId(name: keyof typeof views): string {
  return `patchbay.${name}`;
}

export function panelId(name: (typeof panels)[number]): string {
  return `patchbay.${name}Panel`;
}

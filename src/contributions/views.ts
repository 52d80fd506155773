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
        en: `Servers give the model its tools, and no server has been added yet. Set up a model, then try the sample server. It comes with Patchbay and needs no account and no network.\n${commandLink('setUpModel').en}\n${commandLink('addSample').en}\n${commandLink('addServer').en}\nHave a README with a command line or JSON? [Paste it](command:patchbay.pasteServers). Used another program before? [Import its servers](command:patchbay.importServers). New here? [Get started](command:patchbay.getStarted).`,
        de: `Server geben dem Modell seine Tools, und noch gibt es keinen. Richten Sie ein Modell ein, und probieren Sie dann den Beispielserver aus. Er gehört zu Patchbay und braucht weder Konto noch Netzwerk.\n${commandLink('setUpModel').de}\n${commandLink('addSample').de}\n${commandLink('addServer').de}\nSteht in einer README eine Befehlszeile oder JSON? [Hier einfügen](command:patchbay.pasteServers). Schon ein anderes Programm benutzt? [Dessen Server importieren](command:patchbay.importServers). Neu hier? ${commandLink('getStarted').de}.`,
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

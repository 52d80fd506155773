/** Makes the part of package.json that the tables declare, and its texts. */
import { capabilities, productDescription } from '../../src/contributions/capabilities.ts';
import { commandId, commands } from '../../src/contributions/commands.ts';
import { keybindingEntries } from '../../src/contributions/keybindings.ts';
import { menus } from '../../src/contributions/menus.ts';
import type { SettingGroup, Settings } from '../../src/contributions/setting.ts';
import { settingGroups, settings } from '../../src/contributions/settings.ts';
import { viewContainers, viewId, views } from '../../src/contributions/views.ts';
import { walkthroughs } from '../../src/contributions/walkthroughs.ts';
import { Texts } from './texts.ts';

type Json = Readonly<Record<string, unknown>>;

type Groups = Readonly<Record<string, SettingGroup>>;

const NAME = 'Patchbay';

/** Replaces everything in package.json that the tables declare. */
export function withContributions(manifest: Json): { readonly manifest: Json; readonly texts: Texts } {
  const texts = new Texts(documentation(manifest));
  const all: Settings = settings;
  const restricted = Object.keys(all).filter((name) => all[name]?.restricted);
  const { untrustedWorkspaces } = capabilities;
  return {
    manifest: {
      ...manifest,
      description: texts.add('extension.description', productDescription),
      capabilities: texts.add('capability', {
        ...capabilities,
        untrustedWorkspaces: { ...untrustedWorkspaces, restrictedConfigurations: restricted.map(idOf) },
      }),
      contributes: {
        commands: commandsPart(texts),
        ...viewsPart(texts),
        walkthroughs: walkthroughs.map(({ steps, ...walkthrough }) => ({
          ...(texts.add('walkthrough', walkthrough) as Json),
          steps: steps.map((step) => texts.add(`walkthrough.${step.id}`, step)),
        })),
        menus: Object.fromEntries(
          Object.entries(menus).map(([menu, items]) => [
            menu,
            items.map(({ command, ...rest }) => ({ command: commandId(command), ...rest })),
          ]),
        ),
        keybindings: keybindingEntries(),
        configuration: entriesOf<Groups>(settingGroups).map(([id, { title, settings: ofGroup }], index) => ({
          id,
          title: texts.add(`settings.${id}`, title),
          order: index + 1,
          properties: settingsPart(ofGroup, texts),
        })),
      },
    },
    texts,
  };
}

/** Where the texts' links to `docs:` lead. */
function documentation({ repository }: Json): string {
  const { url = '' } = (repository ?? {}) as { readonly url?: string };
  return `${url}/blob/HEAD/docs/`;
}

function idOf(name: string): string {
  return `patchbay.${name}`;
}

function commandsPart(texts: Texts): unknown {
  return entriesOf(commands).map(([name, command]) => ({
    command: commandId(name),
    ...(texts.add(`command.${name}`, command) as Json),
    category: NAME,
    ...('icon' in command && { icon: `$(${command.icon})` }),
  }));
}

function viewsPart(texts: Texts): Json {
  const places = Object.values(viewContainers).map(({ place }) => place);
  const all = entriesOf(views);
  const viewsIn = (container: string): unknown =>
    all
      .filter(([, view]) => view.container === container)
      .map(([name, view]) => ({
        id: viewId(name),
        ...(texts.add(`view.${name}`, without(view, 'container', 'welcome')) as Json),
      }));
  return {
    viewsContainers: Object.fromEntries(
      places.map((wanted) => [
        wanted,
        entriesOf(viewContainers)
          .filter(([, { place }]) => place === wanted)
          .map(([id]) => ({ id, title: NAME, icon: 'media/patchbay.svg' })),
      ]),
    ),
    views: Object.fromEntries(Object.keys(viewContainers).map((id) => [id, viewsIn(id)])),
    viewsWelcome: all.flatMap(([name, view]) =>
      'welcome' in view
        ? [
            {
              view: viewId(name),
              contents: texts.add(`view.${name}.welcome`, view.welcome.text),
              when: view.welcome.when,
            },
          ]
        : [],
    ),
  };
}

/** The editor sorts by `order`, else by the alphabet. */
function settingsPart(all: Settings, texts: Texts): Json {
  return Object.fromEntries(
    Object.entries(all).map(([name, setting], index) => [
      idOf(name),
      texts.add(`setting.${name}`, { ...without(setting, 'restricted', 'inPages'), order: index + 1 }),
    ]),
  );
}

function without(row: object, ...columns: readonly string[]): Json {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
}

function entriesOf<T extends object>(table: T): readonly (readonly [keyof T & string, T[keyof T]])[] {
  return Object.entries(table) as [keyof T & string, T[keyof T]][];
}

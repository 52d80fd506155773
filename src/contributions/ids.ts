/**
 * The ids of what Patchbay contributes to VS Code, and which values each setting takes: the tables of this folder
 * without their texts. A bundle gets the values of these constants and not the tables (scripts/contributionIds.ts),
 * because the texts are in package.nls*.json already.
 */
import { commandId, commands as commandTable } from './commands.ts';
import { contextKey, contextKeys as contextKeyTable } from './contextKeys.ts';
import { settings as settingTable } from './settings.ts';
import { panelId, panels as panelNames, viewId, views as viewTable } from './views.ts';

export const commands = idsOf(commandTable, commandId);
export const views = idsOf(viewTable, viewId);
export const contextKeys = idsOf(contextKeyTable, contextKey);
export const panels = Object.fromEntries(panelNames.map((name) => [name, panelId(name)])) as Readonly<
  Record<(typeof panelNames)[number], string>
>;

/** A setting's keywords that say who decides it, which values it takes, and whether pages get it. */
const VALUE_KEYWORDS = [
  'scope',
  'type',
  'enum',
  'default',
  'minimum',
  'maximum',
  'items',
  'inPages',
] as const;

type ValuesOf<Setting> = Pick<Setting, Extract<keyof Setting, (typeof VALUE_KEYWORDS)[number]>>;

export const settings = Object.fromEntries(
  Object.entries(settingTable).map(([name, setting]) => [name, valuesOf(setting)]),
) as { readonly [Name in keyof typeof settingTable]: ValuesOf<(typeof settingTable)[Name]> };

function valuesOf(setting: object): object {
  const keywords = Object.entries(setting).filter(([keyword]) =>
    VALUE_KEYWORDS.some((one) => one === keyword),
  );
  const { items, ...values } = Object.fromEntries(keywords) as { items?: { readonly type?: unknown } };
  // The readers of a list of objects validate its items themselves.
  return items && items.type !== 'object' ? { ...values, items: valuesOf(items) } : values;
}

/** Keeps the tables' names, so that an editor goes from the use of an id to its row, and renames both. */
function idsOf<Table extends object>(
  table: Table,
  idOf: (name: keyof Table & string) => string,
): { readonly [Name in keyof Table]: string } {
  const names = Object.keys(table) as (keyof Table & string)[];
  return Object.fromEntries(names.map((name) => [name, idOf(name)])) as { [Name in keyof Table]: string };
}

/** src/contributions/ids.ts: what the running extension needs of the tables, without their texts. */
import { commandId, commands } from '../../src/contributions/commands.ts';
import { contextKey, contextKeys } from '../../src/contributions/contextKeys.ts';
import type { Settings } from '../../src/contributions/setting.ts';
import { settings } from '../../src/contributions/settings.ts';
import { panelId, panels, viewId, views } from '../../src/contributions/views.ts';

/** Who decides a setting, its permitted values, and whether pages get it. */
const KEYWORDS = ['scope', 'type', 'enum', 'default', 'minimum', 'maximum', 'inPages'] as const;

export function idsSource(): string {
  return `/**
 * The ids of what Patchbay contributes to VS Code, and which values each setting takes. Generated from the tables of
 * this folder by \`npm run generate\`, as the tables' texts have no place in the bundle: edit those.
 */

${constant(
  'settings',
  Object.entries<Settings[string]>(settings).map(([name, setting]) => [name, valuesOf(setting)]),
)}

${constant(
  'commands',
  keysOf(commands).map((name) => [name, commandId(name)]),
)}

${constant(
  'views',
  keysOf(views).map((name) => [name, viewId(name)]),
)}

${constant(
  'panels',
  panels.map((name) => [name, panelId(name)]),
)}

${constant(
  'contextKeys',
  keysOf(contextKeys).map((name) => [name, contextKey(name)]),
)}
`;
}

function constant(name: string, entries: readonly (readonly [string, unknown])[]): string {
  const lines = entries.map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  return `export const ${name} = {\n${lines.join('\n')}\n} as const;`;
}

function valuesOf(setting: Settings[string]): object {
  const { items } = setting;
  const values = KEYWORDS.filter((keyword) => keyword in setting).map((keyword) => [
    keyword,
    setting[keyword],
  ]);
  return {
    ...Object.fromEntries(values),
    // Lists of objects are validated by their readers.
    ...(isSchema(items) && items['type'] !== 'object' && { items }),
  };
}

function isSchema(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function keysOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

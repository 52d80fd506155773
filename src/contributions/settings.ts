/** The groups of settings, and the settings of each, in the order of the settings editor. docs/recipes.md says how to add one. */
import { budgetSettings } from './budgetSettings.ts';
import { chatSettings } from './chatSettings.ts';
import { instructionSettings } from './instructionSettings.ts';
import { modelSettings } from './modelSettings.ts';
import { serverSettings } from './serverSettings.ts';
import type { SettingGroup } from './setting.ts';
import { storageSettings } from './storageSettings.ts';
import { toolSettings } from './toolSettings.ts';

export const settingGroups = {
  model: { title: { en: 'Model', de: 'Modell' }, settings: { ...modelSettings, ...budgetSettings } },
  servers: { title: { en: 'Servers', de: 'Server' }, settings: serverSettings },
  tools: { title: { en: 'Tools and Permissions', de: 'Tools und Freigaben' }, settings: toolSettings },
  chat: { title: { en: 'Chat', de: 'Chat' }, settings: chatSettings },
  instructions: {
    title: { en: 'Instructions and Skills', de: 'Anweisungen und Skills' },
    settings: instructionSettings,
  },
  storage: {
    title: { en: 'Storage and Privacy', de: 'Speicherung und Datenschutz' },
    settings: storageSettings,
  },
} as const satisfies Readonly<Record<string, SettingGroup>>;

export const settings = {
  ...modelSettings,
  ...budgetSettings,
  ...serverSettings,
  ...toolSettings,
  ...chatSettings,
  ...instructionSettings,
  ...storageSettings,
} as const;

export function settingId(name: keyof typeof settings): string {
  return `patchbay.${name}`;
}

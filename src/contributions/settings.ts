/** docs/recipes.md says how to add a setting. */
import { budgetSettings } from './budgetSettings.ts';
import { chatSettings } from './chatSettings.ts';
import { modelSettings } from './modelSettings.ts';
import { serverSettings } from './serverSettings.ts';
import type { Settings } from './setting.ts';
import { toolSettings } from './toolSettings.ts';

export const settings = {
  ...serverSettings,
  ...toolSettings,
  ...modelSettings,
  ...budgetSettings,
  ...chatSettings,
} as const satisfies Settings;

export function settingId(name: keyof typeof settings): string {
  return `patchbay.${name}`;
}

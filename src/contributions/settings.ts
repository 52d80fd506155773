/** docs/recipes.md says how to add a setting. */
import { chatSettings } from './chatSettings.ts';
import { modelSettings } from './modelSettings.ts';
import { serverSettings } from './serverSettings.ts';
import type { Settings } from './setting.ts';
import { toolSettings } from './toolSettings.ts';

export const settings = {
  ...serverSettings,
  ...toolSettings,
  ...modelSettings,
  ...chatSettings,
} as const satisfies Settings;

export function settingId(name: keyof typeof settings): string {
  return `patchbay.${name}`;
}

/**
 * What Patchbay contributes to VS Code: the ids, and which values its settings take. The tables of this folder, which
 * only scripts and tests import, declare it once.
 */
export { commands, contextKeys, panels, settings, views } from './ids.ts';
export { readValue, settingValue, type SettingName, type SettingValue } from './settingValue.ts';

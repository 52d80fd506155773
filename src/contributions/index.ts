/** Ids and values of what Patchbay contributes. Only scripts and tests import the tables that declare it. */
export { commands, contextKeys, panels, settings, views } from './ids.ts';
export {
  pageSettingNames,
  readValue,
  settingValue,
  type PageSettings,
  type SettingName,
  type SettingValue,
} from './settingValue.ts';

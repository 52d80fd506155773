/** The titles of Patchbay's commands as the palette shows them, from the tables that declare them. */
import { commands } from '../../../src/contributions/commands.ts';
import { views } from '../../../src/contributions/views.ts';

export type Language = 'en' | 'de';
/** A command's id without `patchbay.`. */
export type CommandName = keyof typeof commands;

export function commandTitle(name: CommandName, language: Language = 'en'): string {
  return `Patchbay: ${commands[name].title[language]}`;
}

/** The title of the view of servers. */
export function serversViewTitle(language: Language = 'en'): string {
  return views.servers.name[language];
}

/** The editor makes this command for the view, and its own words in it are English in every language. */
export function focusServersTitle(language: Language = 'en'): string {
  return `Patchbay: Focus on ${serversViewTitle(language)} View`;
}

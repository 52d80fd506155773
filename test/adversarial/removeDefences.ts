/** Module hooks: source files are loaded without the given defences, and `vscode` is a small stand-in. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Defence } from './attack.ts';

export const root = join(import.meta.dirname, '../..');

/** Text of `file` without the defences in it. Throws if one of them is not there as described. */
export function without(defences: readonly Defence[], file: string, source: string): string {
  return defences
    .filter((defence) => defence.file === file)
    .reduce((text, { title, find, replace, count = 1 }) => {
      const parts = text.split(find);
      if (parts.length - 1 !== count)
        throw new Error(
          `The defence "${title}" is not in ${file} as described: its text occurs ${parts.length - 1} times, not ${count}.`,
        );
      return parts.join(replace);
    }, source);
}

/** Throws if a defence is not in the source as described. */
export function checkDefences(defences: readonly Defence[]): void {
  for (const file of new Set(defences.map((defence) => defence.file)))
    without(defences, file, readFileSync(join(root, file), 'utf8'));
}

let gone: readonly Defence[] = [];
/** Rises with each removal; part of the addresses of modules, so that they are loaded anew. */
let round = 0;
let isHooked = false;
/** Which modules import a module, by their addresses, as far as it is known. */
const importers = new Map<string, Set<string>>();
/** The modules that this round loads anew. */
let renewed = new Set<string>();

/** The defences that are removed in this process. */
export function removedDefences(): readonly Defence[] {
  return gone;
}

/**
 * Every module that this process loads from now on is without the defences. A module that was loaded before is loaded
 * anew when it is imported again, if it is one of `also`, has a defence, or imports such a module, directly or through
 * others; all else is shared with the rounds before.
 */
export function removeDefences(defences: readonly Defence[], also: readonly string[] = []): void {
  gone = defences;
  round += 1;
  renewed = withImporters([...also, ...defences.map(({ file }) => urlOf(file))]);
  if (!isHooked) hook();
  isHooked = true;
}

const urlOf = (file: string): string => pathToFileURL(join(root, file)).href;
const isOurs = (url: string): boolean =>
  url.startsWith(`${pathToFileURL(root).href}/`) && !url.includes('/node_modules/');
/** They keep what all rounds share. */
const isShared = (url: string): boolean => /\/test\/adversarial\/(?:removeDefences|browser)\.ts$/.test(url);

function withImporters(urls: readonly string[]): Set<string> {
  const found = new Set(urls);
  for (const url of found) for (const importer of importers.get(url) ?? []) found.add(importer);
  return found;
}

function hook(): void {
  const standIn = pathToFileURL(join(import.meta.dirname, 'vscode.ts')).href;
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = specifier === 'vscode' ? { url: standIn, shortCircuit: true } : next(specifier, context);
      const url = bare(found.url);
      if (!isOurs(url)) return found;
      const isNew = !importers.has(url);
      const known = importers.get(url) ?? new Set();
      importers.set(url, known);
      if (context.parentURL !== undefined) known.add(bare(context.parentURL));
      // What was not loaded before this round may import what is renewed.
      if (round > 1 && isNew) renewed.add(url);
      return round > 1 && renewed.has(url) && !isShared(url)
        ? { ...found, url: `${url}?round=${round}` }
        : found;
    },
    load: (url, context, next) => {
      const loaded = next(url, context);
      const file = gone.find((defence) => urlOf(defence.file) === bare(url))?.file;
      return file === undefined
        ? loaded
        : { ...loaded, source: without(gone, file, readFileSync(join(root, file), 'utf8')) };
    },
  });
}

const bare = (url: string): string => url.replace(/\?round=\d+$/, '');

/** Module hooks: source files are loaded with other texts, and `vscode` is a small stand-in. */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = join(import.meta.dirname, '../..');

/** By file, from the root of the repository. */
export type Texts = ReadonlyMap<string, string>;

let texts: Texts = new Map();
/** Rises with each replacement; part of the addresses of modules, so that they are loaded anew. */
let round = 0;
let isHooked = false;
/** Which modules import a module, by their addresses, as far as it is known. */
const importers = new Map<string, Set<string>>();
/** The modules that this round loads anew. */
let renewed = new Set<string>();

/** What stands in place of source files in this process. */
export function replacedTexts(): Texts {
  return texts;
}

/**
 * Every module that this process loads from now on has its text of `replaced`, if it is in there. A module that was
 * loaded before is loaded anew when it is imported again, if it is one of `also`, has another text, or imports such a
 * module, directly or through others; all else is shared with the rounds before.
 */
export function replaceTexts(replaced: Texts, also: readonly string[] = []): void {
  texts = replaced;
  round += 1;
  renewed = withImporters([...also, ...[...replaced.keys()].map(urlOf)]);
  if (!isHooked) hook();
  isHooked = true;
}

const urlOf = (file: string): string => pathToFileURL(join(root, file)).href;
const fileOf = (url: string): string => url.slice(urlOf('.').length + 1);
const isOurs = (url: string): boolean =>
  url.startsWith(`${pathToFileURL(root).href}/`) && !url.includes('/node_modules/');
/** They keep what all rounds share. */
const isShared = (url: string): boolean => /\/test\/adversarial\/(?:moduleHooks|browser)\.ts$/.test(url);

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
      const source = texts.get(fileOf(bare(url)));
      return source === undefined ? loaded : { ...loaded, source };
    },
  });
}

const bare = (url: string): string => url.replace(/\?round=\d+$/, '');

/** Names in documents: npm scripts, settings, commands, files. */
import { basename } from 'node:path';
import { findAll, type Pages } from './pages.ts';

/** Names of examples, which recipes add and nobody has. */
const examples: ReadonlySet<string> = new Set([
  'patchbay.chat.announceWaiting',
  'symbols.ts',
  'test/unit/FILE.test.ts',
]);

export function scriptProblems(pages: Pages, scripts: ReadonlySet<string>): readonly string[] {
  return findAll(pages, /\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g)
    .filter(({ name }) => !scripts.has(name))
    .map(({ place, name }) => `${place}: There is no npm script "${name}".`);
}

/** `names` are those of settings and commands. docs/data.md also has keys of the editor's storage. */
export function settingProblems(pages: Pages, names: ReadonlySet<string>): readonly string[] {
  return findAll(pages, /(?<=[`"])(patchbay\.[\w.]*\w)(?=[`"])/g, (path) => path !== 'docs/data.md')
    .filter(({ name }) => !names.has(name) && !examples.has(name) && !isGroup(name, names))
    .map(({ place, name }) => `${place}: ${name} is no setting or command.`);
}

/** An object in settings.json can have several settings: `"patchbay.tools": { "approval": … }`. */
function isGroup(name: string, names: ReadonlySet<string>): boolean {
  return [...names].some((each) => each.startsWith(`${name}.`));
}

export function commandProblems(pages: Pages, titles: ReadonlySet<string>): readonly string[] {
  return findAll(pages, /\*\*Patchbay: ([^*]+)\*\*/g)
    .filter(({ name }) => !titles.has(name))
    .map(({ place, name }) => `${place}: "Patchbay: ${name}" is the title of no command.`);
}

/** `sources` are the paths of all sources. A name without a folder can be a file anywhere. */
export function pathProblems(
  pages: Pages,
  sources: readonly string[],
  exists: (path: string) => boolean,
): readonly string[] {
  const names = new Set(sources.map((path) => basename(path)));
  const isKnown = (name: string): boolean =>
    name.includes('/') ? exists(name) || sources.some((path) => path.endsWith(`/${name}`)) : names.has(name);
  return findAll(pages, /`([\w./-]+)`/g, isForContributors)
    .filter(({ name }) => isFile(name) || /^(src|test|scripts|stories|bench|docs)\/[\w/.-]+$/.test(name))
    .filter(({ name }) => !examples.has(name) && !isKnown(name.replace(/\/$/, '')))
    .map(({ place, name }) => `${place}: There is no ${name}.`);
}

function isFile(name: string): boolean {
  return /^[\w/-]+(\.test|\.property)?\.(ts|tsx|mjs)$/.test(name);
}

function isForContributors(path: string): boolean {
  return !path.startsWith('docs/guide/') && path !== 'CHANGELOG.md';
}

/** The guide is for users, to whom a file of the source says nothing. */
export function guideProblems(pages: Pages, exists: (path: string) => boolean): readonly string[] {
  return findAll(pages, /[`(/]((?:src|test)\/[\w./-]+)/g, (path) => path.startsWith('docs/guide/'))
    .filter(({ name }) => exists(name))
    .map(({ place, name }) => `${place}: The guide names ${name}, which is for contributors.`);
}

/** `version`: the oldest VS Code that the manifest allows, such as 1.106. */
export function versionProblems(pages: Pages, version: string): readonly string[] {
  return findAll(pages, /\bVS Code (1\.\d+)(?:\.0)? or (?:later|newer)/g)
    .filter(({ name }) => name !== version)
    .map(({ place, name }) => `${place}: VS Code ${name} is not the oldest version, which is ${version}.`);
}

/** `ofWorkspace`: the settings that a workspace decides, too. Decision 012 has the reason why each is safe. */
export function scopeProblems(pages: Pages, ofWorkspace: readonly string[]): readonly string[] {
  const page = 'docs/decisions/012-setting-scopes.md';
  const text = pages.get(page) ?? '';
  return ofWorkspace
    .filter((name) => !text.includes(`\`${name}\``))
    .map((name) => `${page}: A workspace decides patchbay.${name}, which the page does not name.`);
}

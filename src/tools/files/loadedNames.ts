/**
 * Forms of names under which tools load a file by themselves: `NAME.config.js`, `webpack.dev.js`, `project/a.scala`.
 */
import { formatEndings, loadedEndings } from './endings.ts';
import {
  configuring,
  configuringWords,
  groups,
  sideProjects,
  notRc,
  testParts,
  toolNames,
  usualParts,
} from './nameWords.ts';

export interface NameParts {
  /** Part before the first dot. */
  readonly stem: string;
  /** Parts between the first and the last dot. */
  readonly middle: readonly string[];
  readonly ending: string;
}

/** Splits a folded name. Without a dot, the ending is ''. */
export function nameParts(name: string): NameParts {
  const [stem = '', ...rest] = name.split('.');
  return { stem, middle: rest.slice(0, -1), ending: rest.at(-1) ?? '' };
}

/** Checks a word, or several words with `-` and `_` between them. */
export function isConfiguring(part: string): boolean {
  return configuring.test(part) || part.split(/[-_ @+]+/).some((word) => isConfiguringWord(word));
}

export function isConfiguringWord(word: string): boolean {
  return configuringWords.has(word) || word.endsWith('conf') || (/[a-z]rc$/.test(word) && !notRc.has(word));
}

const places: readonly RegExp[] = [
  /^([^/]+\/)?project\/.*\.scala$/,
  /^eslint-local-rules\//,
  /(^|\/)config\/([^/]+\.exs|(boot|application|environment)\.rb)$/,
  /(^|\/)hooks?\/(build|link)\.dart$/,
  /(^|\/)(sitecustomize|usercustomize|fabfile)\/__init__\.py$|^tasks\/__init__\.py$/,
  // These make a plugin of a package, or are a playground, which runs when it is opened.
  /\.(egg|egg-info|dist-info|playground)\//,
  /(^|\/)(_plugins|site_scons|mu-plugins)\//,
  // Unity compiles and starts the files in such folders whenever it comes to the front.
  /(^|\/)(assets|packages)\/(.*\/)?editor\/.*\.cs$/,
  // A library of Jenkins has its steps there.
  /^vars\/[^/]+\.groovy$/,
  // These are packages of Python, in an environment of any name.
  /(^|\/)lib(64)?\/(python|pypy)[\d.]+\//,
];
/** Node.js takes `index.js` in a folder with such a name for the file. */
export const FOLDER_AS_FILE = /\.([cm]?[jt]sx?|coffee)$/;
/** Names that are loaded at the root of a project, and are ordinary elsewhere. */
const atRoot = /^(tasks\.py|build\.py|init\.lua|(project|workspace)\.swift)$/;

/** Decides by the folded names of the path in the workspace folder. */
export function isLoaded(names: readonly string[]): boolean {
  if (places.some((place) => place.test(names.join('/')))) return true;
  const isFile = (name: string, at: number): boolean => at === names.length - 1 || FOLDER_AS_FILE.test(name);
  return names.some((name, at) => isFile(name, at) && isShapedSo(name, names.slice(0, at)));
}

function isShapedSo(name: string, folders: readonly string[]): boolean {
  const { stem, middle, ending } = nameParts(name);
  const isTest = middle.some((part) => testParts.has(part));
  const isUsual = middle.every((part) => usualParts.has(part));
  if (!isTest && middle.some(isConfiguring)) return true;
  if (!isUsual && isConfiguring(stem) && loadedEndings.has(ending)) return true;
  if (formatEndings.has(ending) && toolNames.has(stem) && !isTest) return true;
  if (!loadedEndings.has(ending)) return atRoot.test(name) && isProjectRoot(folders);
  if (middle.length > 0 && toolNames.has(stem) && !isUsual) return true;
  if (!isProjectRoot(folders)) return false;
  return (
    atRoot.test(name) ||
    (middle.length === 0 && isOfTool(stem)) ||
    /[-_](config|conf|settings|workspace|setup|rc)$/.test(stem)
  );
}

/** The stem is a tool's, such as `eslint` or `jest-environment`. */
function isOfTool(stem: string): boolean {
  return toolNames.has(stem) || toolNames.has(stem.split('-')[0] ?? '');
}

/** The folder is the workspace folder, or the root of a project in it: `packages/a`, `docs`. */
export function isProjectRoot(folders: readonly string[]): boolean {
  for (let at = 0; at < folders.length; at++) {
    const name = folders[at] ?? '';
    if (sideProjects.has(name)) continue;
    if (!groups.has(name) || at === folders.length - 1) return false;
    at += 1;
  }
  return true;
}

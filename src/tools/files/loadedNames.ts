/** Shapes of names under which tools load a file by themselves: `NAME.config.js`, `webpack.dev.js`, `project/a.scala`. */
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
  /** Before the first dot. */
  readonly stem: string;
  /** Between the first and the last dot. */
  readonly middle: readonly string[];
  readonly ending: string;
}

/** `name` is folded. Without a dot the ending is ''. */
export function partsOf(name: string): NameParts {
  const [stem = '', ...rest] = name.split('.');
  return { stem, middle: rest.slice(0, -1), ending: rest.at(-1) ?? '' };
}

/** Of a word or of words with `-` and `_` between. */
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
  // What makes a plugin of a package, and a playground, which runs when it is opened.
  /\.(egg|egg-info|dist-info|playground)\//,
  /(^|\/)(_plugins|site_scons|mu-plugins)\//,
  // Unity compiles and starts what is in such folders whenever it comes to the front.
  /(^|\/)(assets|packages)\/(.*\/)?editor\/.*\.cs$/,
  // A library of Jenkins has its steps there.
  /^vars\/[^/]+\.groovy$/,
  // Packages of Python, in an environment of any name.
  /(^|\/)lib(64)?\/(python|pypy)[\d.]+\//,
];
/** Node.js takes `index.js` of a folder with such a name for the file. */
export const FOLDER_AS_FILE = /\.([cm]?[jt]sx?|coffee)$/;
/** Loaded where a project begins, and ordinary names elsewhere. */
const atRoot = /^(tasks\.py|build\.py|init\.lua|(project|workspace)\.swift)$/;

/** By the folded names on its path in the workspace folder. */
export function isLoaded(names: readonly string[]): boolean {
  if (places.some((place) => place.test(names.join('/')))) return true;
  const isFile = (name: string, at: number): boolean => at === names.length - 1 || FOLDER_AS_FILE.test(name);
  return names.some((name, at) => isFile(name, at) && isShapedSo(name, names.slice(0, at)));
}

function isShapedSo(name: string, folders: readonly string[]): boolean {
  const { stem, middle, ending } = partsOf(name);
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

/** `eslint`, `jest-environment`. */
function isOfTool(stem: string): boolean {
  return toolNames.has(stem) || toolNames.has(stem.split('-')[0] ?? '');
}

/** The workspace folder, or one of a project in it: `packages/a`, `docs`. */
export function isProjectRoot(folders: readonly string[]): boolean {
  for (let at = 0; at < folders.length; at++) {
    const name = folders[at] ?? '';
    if (sideProjects.has(name)) continue;
    if (!groups.has(name) || at === folders.length - 1) return false;
    at += 1;
  }
  return true;
}

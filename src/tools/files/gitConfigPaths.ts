/**
 * Finds the places that git's configuration names. It has no list of keys: everything that git may run or read counts.
 */
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { resolvePath, type Configuration, type ConfigSetting } from './gitConfiguration.ts';
import type { Repository } from './gitRepository.ts';
import { isInside } from './realPaths.ts';

export interface GitConfigPath {
  readonly path: string;
  /**
   * `tree` covers everything in the place, `hooks` its hook files. `program` is a file, or the file with which an
   * interpreter starts in a folder. `everything` means that too many places are named to look at each.
   */
  readonly covers: 'file' | 'program' | 'tree' | 'hooks' | 'everything';
}

/** Settings whose values are names, people, addresses or whole repositories, and never start a program. */
const namesNoPath =
  /^(?:branch|safe|maintenance|scalar|url|color|column|advice)\.|^(?:user|author|committer)\.(?:name|email)$|^init\.defaultbranch$|^core\.worktree$|^submodule\..*\.(?:url|branch|active)$/;
const remoteAddress = /^remote\..*\.(?:url|pushurl|fetch|push)$/;

/** Sections in which a single bare word is a program of `PATH` or a choice, and not a folder of the repository. */
const bareIsNoFolder =
  /^(?:alias|commit|credential|diff|difftool|extensions|feature|fetch|filter|format|gc|gpg|gui|help|http|i18n|index|lfs|log|man|merge|mergetool|pack|pager|pull|push|rebase|rerere|sequence|stash|status|tag|tar|transfer|web|browser)\.|^core\.(?!hookspath|attributesfile|excludesfile)/;

const CONSTANT = /^(?:|true|false|yes|no|on|off|auto|always|never|-?\d+[kmg]?)$/i;
/** Words after which a name is a folder to work in, or a module to load. */
const takesFolder = /^(?:cd|pushd|-C|-I|-L|-r|--prefix|--cwd|--dir|--directory|--require|--import|--loader)$/;

const MAX_PLACES = 5_000;
/** Longest path on any system. */
const MAX_PATH = 4_096;
const everything: GitConfigPath = { path: '', covers: 'everything' };

/** Places by configuration: that of an unchanged repository is the same object. */
const known = new WeakMap<Configuration, readonly GitConfigPath[]>();

export function placesNamed(
  configuration: Configuration,
  repository: Repository | undefined,
): readonly GitConfigPath[] {
  const places = known.get(configuration) ?? findPlaces(configuration, repository);
  known.set(configuration, places);
  return places;
}

function findPlaces(
  { settings, isWhole }: Configuration,
  repository: Repository | undefined,
): readonly GitConfigPath[] {
  const places = new Map<string, GitConfigPath>();
  for (const setting of settings)
    for (const place of placesOf(setting, repository)) {
      places.set(`${place.covers}:${place.path}`, place);
      if (places.size > MAX_PLACES) return [everything];
    }
  return isWhole ? [...places.values()] : [everything];
}

function placesOf(setting: ConfigSetting, repository: Repository | undefined): readonly GitConfigPath[] {
  const { key, value, file } = setting;
  if (CONSTANT.test(value)) return [];
  const isAddress = remoteAddress.test(key) && !value.includes('::');
  if (isAddress || namesNoPath.test(key)) return [];
  const bases = repository
    ? [repository.folder, repository.gitFolder, repository.commonFolder, dirname(file)]
    : [dirname(file)];
  const wholes = repository ? [repository.folder, homedir()] : [homedir()];
  const at = (named: string, covers: GitConfigPath['covers']): readonly GitConfigPath[] =>
    [...new Set(bases)].flatMap((base) => {
      const path = named.length > MAX_PATH ? undefined : resolvePath(named, base);
      // A folder that contains the whole repository says nothing about one file in it.
      const isAll = path !== undefined && covers === 'tree' && wholes.some((whole) => isInside(whole, path));
      return path === undefined || isAll ? [] : [{ path, covers }];
    });
  if (key === 'core.hookspath') return [...at(value, 'hooks'), ...at(value, 'tree')];
  const isBare = !/[\s/\\]/.test(value);
  const whole = at(value, isBare && bareIsNoFolder.test(key) ? 'file' : 'tree');
  // A user who calls an alias runs it knowingly, and it may name folders to work on.
  const covers = key.startsWith('alias.') ? 'file' : 'tree';
  return [...whole, ...wordsOf(value).flatMap(atWord)];

  function atWord({ word, isFolder }: Word, index: number): readonly GitConfigPath[] {
    if (isFolder) return at(word, 'tree');
    // The first word is a program of `PATH`.
    if (!/[/\\]/.test(word)) return at(word, covers === 'file' || index === 0 ? 'file' : 'program');
    // A variable or another command in front may have stood for a folder of the repository.
    const roots = isAbsolute(word) && repository ? [repository.folder, repository.gitFolder] : [];
    return [...at(word, covers), ...roots.map((root) => ({ path: join(root, word), covers }) as const)];
  }
}

interface Word {
  readonly word: string;
  readonly isFolder: boolean;
}

const DEEPEST_QUOTES = 3;

/** Returns the words of a command, including those in quotes and around operators. */
function wordsOf(value: string, depth = 0): readonly Word[] {
  const text = value.replaceAll(/\$\{?HOME\}?/g, homedir()).replaceAll(/\$\{?\w+\}?|%[a-zA-Z]\b/g, '');
  const words: Word[] = [];
  let before = '';
  for (const [written] of text.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*'|["'\\])+/gs)) {
    const inner = /^(["'])(.*\s.*)\1$/s.exec(written)?.[2];
    // The text in quotes may be a command, as in `sh -c 'a command'`.
    if (inner !== undefined && depth < DEEPEST_QUOTES) words.push(...wordsOf(inner, depth + 1));
    const previous = before;
    const plain = written.replaceAll(/["']/g, '').replaceAll(/\\(.)/gs, '$1');
    for (const word of new Set([plain, ...partsOf(written), ...partsOf(plain)])) {
      if (word === '' || word.includes('://')) continue;
      // The part before the separator names the folder, as in `cd src;`.
      words.push({ word, isFolder: takesFolder.test(before) || takesFolder.test(previous) });
      const [, option = '', glued] = /^(-[A-Za-z])(.+)$/s.exec(word) ?? [];
      if (glued !== undefined) words.push({ word: glued, isFolder: takesFolder.test(option) });
      if (before === '-m') words.push(...moduleFiles(word));
      before = word;
    }
  }
  return words;
}

function partsOf(text: string): readonly string[] {
  return text
    .split(/[\s"'`;|&()<>{}[\],=!]+/)
    .flatMap((part) => (/^[a-z]:[\\/]/i.test(part) ? [part] : part.split(':')));
}

/** Returns the files of a module such as `python -m tools.clean`. */
function moduleFiles(name: string): readonly Word[] {
  const names = name.split('.');
  const packages = names.map((_, index) => join(...names.slice(0, index + 1)));
  return [
    ...packages.map((path) => ({ word: join(path, '__init__.py'), isFolder: false })),
    { word: `${join(...names)}.py`, isFolder: true },
    { word: join(...names), isFolder: true },
  ];
}

/** An interpreter that is given a folder starts with a file of such a name. */
export function isMainName(name: string): boolean {
  return /^(?:index|__main__|main)\./i.test(name);
}

/** Git gives hooks such names: `pre-commit`, on Windows also `pre-commit.exe`. */
export function isHookName(name: string): boolean {
  return /^[a-z][a-z0-9-]*(?:\.exe)?$/i.test(name);
}

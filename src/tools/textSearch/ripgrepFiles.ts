/** Lists the files of a folder, and finds those in which an expression may match, by ripgrep. */
import { repositoriesAround } from '../files/gitRepository.ts';
import { realTarget } from '../files/realPaths.ts';
import { ripgrepLimits, runRipgrep, type RipgrepLimits } from './ripgrepProgram.ts';
import type { WidePattern } from './widePattern.ts';

export interface RipgrepScope {
  readonly program: string;
  /** Absolute path of the workspace folder, to which all paths are relative. */
  readonly folder: string;
  /** Path of a folder in it to look into, with `/`. Empty: all of it. */
  readonly under: string;
  /** Globs as the editor has them. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly signal: AbortSignal;
}

export interface ListedNames {
  /** Paths relative to the folder, with `/`. */
  readonly names: readonly string[];
  /** False if there are more. */
  readonly isWhole: boolean;
}

/** A link may lead to the whole disk. */
const followLimits: RipgrepLimits = { ms: 10_000, bytes: 32_000_000 };

/** Lists all files, also hidden ones and those that git ignores. Undefined if ripgrep failed. */
export function listNames(
  scope: RipgrepScope,
  { follow }: { readonly follow: boolean },
): Promise<ListedNames | undefined> {
  return follow
    ? namesOf(scope, ['--files', '--no-ignore', '--follow'], followLimits)
    : namesOf(scope, ['--files', '--no-ignore']);
}

/** Lists the files that `matchFiles` looks into. */
export async function listSearched(scope: RipgrepScope, maxBytes: number): Promise<ListedNames | undefined> {
  return namesOf(scope, ['--files', ...(await limitsOf(scope, maxBytes))]);
}

/**
 * Lists the files in which a pattern matches, of those that are at most `maxBytes` long and that ripgrep does not take
 * for ignored. Undefined if ripgrep failed or did not come to an end.
 */
export async function matchFiles(
  scope: RipgrepScope,
  { patterns, ignoresCase, spansLines }: WidePattern,
  maxBytes: number,
): Promise<readonly string[] | undefined> {
  const found = await namesOf(scope, [
    ...(await limitsOf(scope, maxBytes)),
    '--files-with-matches',
    '--text',
    ignoresCase ? '--ignore-case' : '--case-sensitive',
    ...(spansLines ? ['--multiline'] : []),
    ...patterns.map((pattern) => `--regexp=${pattern}`),
  ]);
  return found?.isWhole === true ? found.names : undefined;
}

/** The rules of other tools than git do not count, nor do those of folders above that are no repository. */
async function limitsOf({ folder }: RipgrepScope, maxBytes: number): Promise<readonly string[]> {
  const isInRepository = (await repositoriesAround(await realTarget(folder))).length > 0;
  return [
    '--no-ignore-dot',
    ...(isInRepository ? [] : ['--no-require-git', '--no-ignore-parent']),
    `--max-filesize=${maxBytes}`,
  ];
}

async function namesOf(
  { program, folder, under, include, exclude, signal }: RipgrepScope,
  args: readonly string[],
  limits = ripgrepLimits,
): Promise<ListedNames | undefined> {
  const end = await runRipgrep({
    program,
    cwd: folder,
    signal,
    limits,
    args: [
      '--hidden',
      '--null',
      '--path-separator=/',
      '--color=never',
      '--sort=none',
      ...include.map((glob) => `--glob=${anchored(glob)}`),
      // The last glob that fits decides.
      ...exclude.map((glob) => `--glob=!${anchored(glob)}`),
      ...args,
      '--',
      // It never begins with a dash, and is always there: without a path, ripgrep could read its input.
      `./${under}`,
    ],
  });
  if (end.kind === 'failed') return undefined;
  const names = end.output.toString('utf8').split('\0');
  // Behind the last zero stands nothing, or a name that was cut.
  names.pop();
  return { names: names.map(withoutDot), isWhole: end.isWhole };
}

/** A glob of the editor begins at the folder, one of ripgrep anywhere. */
function anchored(glob: string): string {
  return glob.startsWith('**') || glob.startsWith('/') ? glob : `/${glob}`;
}

function withoutDot(name: string): string {
  return name.startsWith('./') ? name.slice(2) : name;
}

/** Finds the packages that uv has cached for a server that uvx runs, and has uv itself remove them. */
import { homedir } from 'node:os';
import spawn from 'cross-spawn';
import { inheritedEnvironment } from '../../base/node/environment.ts';
import { hasExited, signalTree, treeOptions } from '../../base/node/processTree.ts';
import { truncate } from '../../base/common/text.ts';
import type { ServerLog } from '../common/ports.ts';
import type { Launch } from '../definition/definition.ts';
import { launcherOf } from '../definition/launcher.ts';
import { mayHoldVariables } from '../definition/variables.ts';
import { withLoginPath, type LoginShell } from '../process/loginShell.ts';

export interface UvCache {
  readonly kind: 'uv';
  /** The names of the packages, without versions and extras. */
  readonly packages: readonly string[];
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The time limit in ms. It is long, because uv waits for other processes that use its cache. */
const LIMIT_MS = 60_000;
const MAX_OUTPUT = 10_000;
const MAX_PROBLEM = 300;

export const UV_BROKEN = [
  /Failed to (?:read from the distribution cache|deserialize cache entry)/,
  /[Bb]roken cache entry/,
  /The wheel is invalid/,
  /[\\/]archive-v0[\\/].*(?:No such file or directory|os error 2)/,
  /can't open file .*[\\/]archive-v0[\\/]/,
];

const places = /^(?:PATH|HOME|USERPROFILE|LOCALAPPDATA|XDG_CACHE_HOME|UV_CACHE_DIR)$/i;

/**
 * Returns the cached packages, or undefined if the launch is not of uv, or if package and cache cannot be known for
 * certain.
 */
export function uvCacheOf(launch: Launch): UvCache | undefined {
  const launcher = launcherOf(launch);
  if (launch.kind !== 'stdio' || launcher === undefined || launch.envFile !== undefined) return undefined;
  const args = argumentsOfUvx(launcher, launch.args);
  const packages = args && packagesOf(args);
  if (!packages || packages.length === 0) return undefined;
  const all = { ...inheritedEnvironment(process.env, launch.inheritEnv), ...launch.env };
  const named = Object.entries(all).filter(([name]) => places.test(name));
  const env = Object.fromEntries(
    named.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  if (Object.keys(env).length < named.length || Object.values(env).some(mayHoldVariables)) return undefined;
  const program = launch.command.replace(/uvx(\.\w+)?$/i, (found) => found.replace(/x(?=\.|$)/i, ''));
  return { kind: 'uv', packages, program, env };
}

function argumentsOfUvx(launcher: string, args: readonly string[]): readonly string[] | undefined {
  if (/^uvx\b/i.test(launcher)) return args;
  return /^uv\b/i.test(launcher) && args[0] === 'tool' && args[1] === 'run' ? args.slice(2) : undefined;
}

/** Options without a value. Any other option may move the cache, or have a value that looks like a package. */
const switches = new Set(['-q', '--quiet', '-v', '--verbose', '-U', '--upgrade', '--refresh', '--isolated']);

function packagesOf(args: readonly string[]): readonly string[] | undefined {
  const named: string[] = [];
  let from: string | undefined;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const [option = '', ...value] = arg.split('=');
    const next = (): string => (value.length > 0 ? value.join('=') : (args[(at += 1)] ?? ''));
    if (option === '--from') from = next();
    else if (option === '--with') named.push(next());
    else if (option === '-p' || option === '--python') next();
    else if (!arg.startsWith('-')) return namesOf([from ?? arg, ...named]);
    else if (!switches.has(arg)) return undefined;
  }
  return undefined;
}

/** Returns the names of packages, or undefined if one is not of an index, such as a folder or an address. */
function namesOf(specs: readonly string[]): readonly string[] | undefined {
  const names = specs.map(
    (spec) =>
      /^([a-z0-9](?:[\w.-]*[a-z0-9])?)(?:\[[\w\s,.-]*\])?\s*(?:@[\w.+!*-]+|[=<>~!][\w\s.,+!*=<>~-]*)?$/i.exec(
        spec,
      )?.[1],
  );
  const known = names.filter((name) => name !== undefined);
  return known.length === names.length ? known : undefined;
}

export function uvCleanCommand({ program, packages }: UvCache): string {
  return [program, 'cache', 'clean', ...packages].join(' ');
}

/** Has uv remove the packages from its cache. @throws Error with the last words of uv if it did not remove them */
export async function cleanUvCache(
  cache: UvCache,
  context: { readonly loginShell: LoginShell; readonly log: ServerLog },
): Promise<void> {
  const { command, args, env, cwd } = await withLoginPath(
    {
      command: cache.program,
      args: ['cache', 'clean', ...cache.packages],
      env: { ...inheritedEnvironment(process.env), ...cache.env },
      // The folder is not that of a workspace, whose files could say where a cache is.
      cwd: homedir(),
    },
    context,
  );
  const child = spawn(command, [...args], { ...treeOptions, env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < MAX_OUTPUT) output += text;
    });
  const limit = setTimeout(() => {
    if (child.pid !== undefined && !hasExited(child)) signalTree(child.pid, 'SIGKILL');
  }, LIMIT_MS);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0)
      throw new Error(truncate(output.trim().split('\n').at(-1) || `Exit code ${code}`, MAX_PROBLEM));
  } finally {
    clearTimeout(limit);
  }
}

/** Part of scripts that start npm or a tool of the lock: command lines for Windows too, where `npm` is a script. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type CommandLine = readonly [program: string, ...args: string[]];

/** A script of package.json. `env`: npm tells the scripts that it runs where it is. */
export function npmRun(
  name: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): CommandLine {
  return npmCommand(['run', '--silent', name, ...(args.length > 0 ? ['--', ...args] : [])], env);
}

/** npm itself. */
export function npmCommand(args: readonly string[], env: NodeJS.ProcessEnv = process.env): CommandLine {
  const npm = env['npm_execpath'];
  return npm?.endsWith('.js') ? [process.execPath, npm, ...args] : ['npm', ...args];
}

/** A program of an installed package, by its name in the package's `bin`. */
export function packageBin(name: string, bin: string, args: readonly string[] = []): CommandLine {
  const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
  const { bin: bins } = createRequire(import.meta.url)(file) as { bin: Record<string, string> };
  const script = bins[bin];
  if (script === undefined) throw new Error(`The package ${name} has no program ${bin}.`);
  return [process.execPath, join(dirname(file), script), ...args];
}

import type { Launch } from './definition.ts';

/** Programs that download a server when it is started for the first time. */
const launchers = /^(npx|bunx|uvx|uv|pipx|docker|podman|dnx|deno)(\.\w+)?$/i;

/** Returns the name of the program, without its folder, if it is one that installs servers. */
export function launcherOf(launch: Launch): string | undefined {
  if (launch.kind !== 'stdio') return undefined;
  const name = launch.command.split(/[\\/]/).at(-1) ?? '';
  return launchers.test(name) ? name : undefined;
}

import type { Launch } from './definition.ts';

/** They download a server when it is started for the first time. */
const launchers = /^(npx|bunx|uvx|uv|pipx|docker|podman|dnx|deno)(\.\w+)?$/i;

/** The name of the program, without its folder, if it installs servers. */
export function launcherOf(launch: Launch): string | undefined {
  if (launch.kind !== 'stdio') return undefined;
  const name = launch.command.split(/[\\/]/).at(-1) ?? '';
  return launchers.test(name) ? name : undefined;
}

/** Lets a server be found whose command is not in the editor's PATH, but in that of the user's login shell. */
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { ServerLog } from '../ports.ts';
import type { LoginShell } from './loginShell.ts';
import type { StdioLaunch } from './stdioTransport.ts';

/** The launch as it is, or with the folders of the login shell's PATH behind its own if its command is in none of those. */
export async function withLoginPath(
  launch: StdioLaunch,
  { loginShell, log }: { readonly loginShell: LoginShell; readonly log: ServerLog },
): Promise<StdioLaunch> {
  const { command, env } = launch;
  if (process.platform === 'win32' || command.includes('/')) return launch;
  const own = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  if (await isIn(own, command)) return launch;
  const path = await loginShell.path();
  if (path.kind === 'unknown') {
    log.append('warning', 'patchbay', `"${command}" is not in the editor's PATH, and ${path.why}`);
    return launch;
  }
  const more = path.folders.filter((folder) => !own.includes(folder));
  log.append(
    'info',
    'patchbay',
    `"${command}" is not in the editor's PATH. The login shell ${path.shell} knows ${more.length === 0 ? 'no other folders' : `more folders: ${more.join(delimiter)}`}`,
  );
  return more.length === 0 ? launch : { ...launch, env: { ...env, PATH: [...own, ...more].join(delimiter) } };
}

async function isIn(folders: readonly string[], command: string): Promise<boolean> {
  const found = await Promise.all(
    folders.map((folder) =>
      access(join(folder, command), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

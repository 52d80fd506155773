/** Paths of the server settings of other programs. Nothing is read here, and nothing is ever written there. */
import { posix, win32 } from 'node:path';

export interface ImportSource {
  readonly program: string;
  readonly path: string;
  /** Then its content is trusted no more than the workspace. */
  readonly ofWorkspace: boolean;
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly appData: string | undefined;
  readonly folders: readonly string[];
}

/** By the documentation of these programs, as of 2026-11. Those of the workspace come first. */
export function importSources({ platform, home, appData, folders }: Machine): ImportSource[] {
  const paths = platform === 'win32' ? win32 : posix;
  const join = (...parts: string[]): string => paths.join(...parts);
  const claude: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library', 'Application Support', 'Claude'),
    win32: join(appData ?? join(home, 'AppData', 'Roaming'), 'Claude'),
  };
  const inFolders = folders.flatMap((folder) =>
    [
      ['VS Code', '.vscode', 'mcp.json'],
      ['Claude Code', '.mcp.json'],
      ['Cursor', '.cursor', 'mcp.json'],
    ].map(([program = '', ...path]) => ({ program, path: join(folder, ...path), ofWorkspace: true })),
  );
  const inHome = [
    ['Cursor', join(home, '.cursor', 'mcp.json')],
    [
      'Claude Desktop',
      join(claude[platform] ?? join(home, '.config', 'Claude'), 'claude_desktop_config.json'),
    ],
    ['Windsurf', join(home, '.codeium', 'windsurf', 'mcp_config.json')],
  ].map(([program = '', path = '']) => ({ program, path, ofWorkspace: false }));
  return [...inFolders, ...inHome];
}

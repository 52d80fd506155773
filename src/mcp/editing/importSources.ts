/** Where other programs keep their servers. Paths only: nothing here is read, and nothing is ever written there. */
import { posix, win32 } from 'node:path';

/** A file that may hold servers. */
export interface ImportSource {
  /** Whose it is, such as `Cursor`. */
  readonly program: string;
  readonly path: string;
  /** Whether it belongs to a workspace folder, so that its content is to be trusted no more than that. */
  readonly ofWorkspace: boolean;
}

/** The machine as far as it decides on paths. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** `%APPDATA%`; on Windows only. */
  readonly appData: string | undefined;
  /** Absolute paths of the workspace folders. */
  readonly folders: readonly string[];
}

/**
 * The files that VS Code, Claude Code, Cursor, Claude Desktop and Windsurf read, by their documentation of 2026-11;
 * those of the workspace first. They need not exist.
 */
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

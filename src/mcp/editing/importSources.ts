import { posix, win32 } from 'node:path';

export interface ImportSource {
  readonly program: string;
  /** One part of it may be a pattern with one `*`. */
  readonly path: string;
  /** The unit of the times in the file. */
  readonly unit: 'seconds' | 'milliseconds';
  /** True for a file in a workspace folder, whose content is trusted no more than the workspace. */
  readonly ofWorkspace: boolean;
}

interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly appData: string | undefined;
  readonly folders: readonly string[];
}

const ms = 'milliseconds';
const seconds = 'seconds';

/** Files in a workspace folder. `.mcp.json` is for any program; VS Code prefers it, too. */
const inFolder: readonly (readonly [string, ImportSource['unit'], ...string[]])[] = [
  ['VS Code', ms, '.vscode', 'mcp.json'],
  ['Claude Code', ms, '.mcp.json'],
  ['Cursor', ms, '.cursor', 'mcp.json'],
  ['Codex', seconds, '.codex', 'config.toml'],
  ['Gemini CLI', ms, '.gemini', 'settings.json'],
  ['opencode', ms, 'opencode.json'],
  ['opencode', ms, 'opencode.jsonc'],
  ['Zed', seconds, '.zed', 'settings.json'],
  ['Continue', ms, '.continue', 'mcpServers', '*'],
];

/**
 * Returns the paths of other programs' server settings, by their documentation (2026-11). Those of the workspace come
 * first.
 */
export function importSources({ platform, home, appData, folders }: Machine): ImportSource[] {
  const paths = platform === 'win32' ? win32 : posix;
  const join = (...parts: string[]): string => paths.join(...parts);
  const roaming = appData ?? join(home, 'AppData', 'Roaming');
  const config = join(home, '.config');
  const data =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? roaming
        : config;
  const storage = join(data, 'Code', 'User');
  const inHome: readonly (readonly [string, ImportSource['unit'], string])[] = [
    ['VS Code', ms, join(storage, 'mcp.json')],
    ['VS Code', ms, join(storage, 'profiles', '*', 'mcp.json')],
    ['Copilot CLI', ms, join(home, '.copilot', 'mcp-config.json')],
    ['Claude Code', ms, join(home, '.claude.json')],
    ['Cursor', ms, join(home, '.cursor', 'mcp.json')],
    ['Claude Desktop', ms, join(data, 'Claude', 'claude_desktop_config.json')],
    ['Windsurf', ms, join(home, '.codeium', 'windsurf', 'mcp_config.json')],
    ['Codex', seconds, join(home, '.codex', 'config.toml')],
    ['Gemini CLI', ms, join(home, '.gemini', 'settings.json')],
    ['opencode', ms, join(config, 'opencode', 'opencode.json')],
    ['opencode', ms, join(config, 'opencode', 'opencode.jsonc')],
    ['Cline', seconds, join(home, '.cline', 'data', 'settings', 'cline_mcp_settings.json')],
    [
      'Cline',
      seconds,
      join(storage, 'globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json'),
    ],
    [
      'Zed',
      seconds,
      platform === 'win32' ? join(roaming, 'Zed', 'settings.json') : join(config, 'zed', 'settings.json'),
    ],
    ['LM Studio', ms, join(home, '.lmstudio', 'mcp.json')],
    ['Continue', ms, join(home, '.continue', 'config.yaml')],
    ['Continue', ms, join(home, '.continue', 'mcpServers', '*')],
    [
      'Goose',
      seconds,
      platform === 'win32'
        ? join(roaming, 'Block', 'goose', 'config', 'config.yaml')
        : join(config, 'goose', 'config.yaml'),
    ],
  ];
  return [
    ...folders.flatMap((folder) =>
      inFolder.map(([program, unit, ...path]) => ({
        program,
        unit,
        path: join(folder, ...path),
        ofWorkspace: true,
      })),
    ),
    ...inHome.map(([program, unit, path]) => ({ program, unit, path, ofWorkspace: false })),
  ];
}

/** A `*` in a source stands for the entries of a folder that `list` names; of Continue for those that it reads. */
export async function filesOf(
  source: ImportSource,
  list: (folder: string) => Promise<readonly string[]>,
): Promise<ImportSource[]> {
  const [before, after] = source.path.split('*');
  if (before === undefined || after === undefined) return [source];
  const names = await list(before.slice(0, -1));
  return names
    .filter((name) => after !== '' || /\.(ya?ml|json)$/i.test(name))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => ({ ...source, path: `${before}${name}${after}` }));
}

// Chooses the variables that a child process inherits: those that the MCP SDK passes on (`getDefaultEnvironment`), and
// those that launchers such as npx, uvx and docker need. None of them holds credentials; users name others in
// `inheritEnv`.

/** Names of variables, in which `*` stands for any text. */
export type InheritEnv = 'all' | readonly string[];

const person = [
  'HOME',
  'LOGNAME',
  'USER',
  'SHELL',
  'TERM',
  'COLORTERM',
  'NO_COLOR',
  'LANG',
  'LANGUAGE',
  'LC_*',
  'TZ',
  'PATH',
  'TMPDIR',
  'XDG_*',
  // A browser that a server opens needs these to find the screen.
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'DBUS_SESSION_BUS_ADDRESS',
  'WSL_DISTRO_NAME',
  'WSL_INTEROP',
  '__CF_USER_TEXT_ENCODING',
];

/** A proxy's URL may contain a password, without which the server reaches nothing. */
const network = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'FTP_PROXY', 'NO_PROXY'].flatMap((name) => [
    name,
    name.toLowerCase(),
  ]),
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'NIX_SSL_CERT_FILE',
];

const places = [
  // Node finds compiled code here, so servers start sooner.
  'NODE_COMPILE_CACHE',
  'NVM_DIR',
  'NVM_BIN',
  'NVM_HOME',
  'NVM_SYMLINK',
  'FNM_DIR',
  'FNM_MULTISHELL_PATH',
  'N_PREFIX',
  'VOLTA_HOME',
  'ASDF_DIR',
  'ASDF_DATA_DIR',
  'MISE_DATA_DIR',
  'MISE_CONFIG_DIR',
  'MISE_CACHE_DIR',
  'PNPM_HOME',
  'BUN_INSTALL',
  'DENO_DIR',
  'DENO_INSTALL',
  'PYENV_ROOT',
  'RBENV_ROOT',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'UV_CACHE_DIR',
  'UV_TOOL_DIR',
  'UV_PYTHON_INSTALL_DIR',
  'PIPX_HOME',
  'GOPATH',
  'GOROOT',
  'GOBIN',
  'GOCACHE',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'JAVA_HOME',
  'ANDROID_HOME',
  'ANDROID_SDK_ROOT',
  'DOTNET_ROOT',
  'HOMEBREW_PREFIX',
  'HOMEBREW_CELLAR',
  'HOMEBREW_REPOSITORY',
  'NIX_PROFILES',
  // These tell where docker is; its credentials are in files.
  'DOCKER_HOST',
  'DOCKER_CONTEXT',
  'DOCKER_CONFIG',
  'DOCKER_CERT_PATH',
  'DOCKER_TLS_VERIFY',
];

const windows = [
  'ALLUSERSPROFILE',
  'APPDATA',
  'COMMONPROGRAMFILES*',
  'COMPUTERNAME',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'OS',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROCESSOR_ARCHITEW6432',
  'PROGRAMDATA',
  'PROGRAMFILES*',
  'PROGRAMW6432',
  'PUBLIC',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERDOMAIN',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

const usual = [...person, ...network, ...places, ...(process.platform === 'win32' ? windows : [])];

/**
 * Variables that are inherited only by exact name: the editor's own, which disturb Node children, and the model
 * endpoint's key.
 */
const withheld = /^(?:ELECTRON_.*|VSCODE_.*|OPENAI_API_KEY|NODE_OPTIONS)$/;

/** Stops cmd and others from searching the working folder before PATH: they would run a `node.exe` of the workspace. */
const safeSearch = { NoDefaultCurrentDirectoryInExePath: '1' } as const;

export function inheritedEnvironment(
  environment: NodeJS.ProcessEnv,
  more: InheritEnv = [],
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const fold = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const named = more === 'all' ? [] : more;
  const isWanted = (name: string): boolean => {
    if (named.some((each) => fold(each) === fold(name))) return true;
    if (withheld.test(fold(name))) return false;
    return more === 'all' || isUsual(name) || named.some((pattern) => matches(pattern, name));
  };
  const inherited = Object.fromEntries(
    Object.entries(environment).filter(
      // Functions that a shell exports are code; the SDK leaves them out, too.
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !entry[1].startsWith('()') && isWanted(entry[0]),
    ),
  );
  return platform === 'win32' ? { ...inherited, ...safeSearch } : inherited;
}

export function isUsual(name: string): boolean {
  return usual.some((pattern) => matches(pattern, name));
}

/** Windows ignores the case of variable names. */
function matches(pattern: string, name: string): boolean {
  const [text, wanted] =
    process.platform === 'win32' ? [name.toUpperCase(), pattern.toUpperCase()] : [name, pattern];
  const parts = wanted.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

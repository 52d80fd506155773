/** Folders of the user's home in which programs look for their settings, and shells for programs. */

/** Folders whose entries are looked at, in addition to those that begin with a dot. */
const programFolders: readonly (readonly string[])[] = [
  ['bin'],
  ['Library', 'LaunchAgents'],
  ['Library', 'Application Support', 'Code', 'User'],
  ['AppData', 'Roaming', 'Code', 'User'],
  ['AppData', 'Roaming', 'Microsoft', 'Windows', 'Start Menu', 'Programs', 'Startup'],
  ['Documents', 'PowerShell'],
  ['Documents', 'WindowsPowerShell'],
];

/** Folders of downloads, installations and caches. */
const large =
  /^(?:.*caches?|cached.*|node_modules|site-packages|extensions|workspacestorage|globalstorage|history|objects|registry|toolchains|versions|state|repository|google-chrome.*|chromium|bravesoftware|mozilla|\.git|\.npm|\.nvm|\.rustup|\.gradle|\.conda|\.pyenv|\.rbenv|\.trash|\.vscode-server.*|\.steam|\.wine|\.thunderbird|\.android|\.dotnet|\.nuget|\.bun|\.pnpm-store)$/i;

const DEEPEST = 4;

/** The folder with these names, from home on, is walked. */
export function isLookedAtInHome(names: readonly string[]): boolean {
  const [first = '', second] = names;
  if (!first.startsWith('.')) return programFolders.some((folder) => isBegunBy(folder, names));
  const deepest = first === '.local' && second === 'share' ? 3 : first === '.config' ? 5 : DEEPEST;
  return names.length <= deepest && !names.some((name) => large.test(name));
}

/** Programs look for a file with these names, from home on. */
export function isUsedInHome(names: readonly string[]): boolean {
  return names[0]?.startsWith('.') === true || programFolders.some((folder) => isBegunBy(names, folder));
}

function isBegunBy(names: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((name, index) => name === names[index]);
}

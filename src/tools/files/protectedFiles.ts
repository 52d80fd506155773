/** Files that some program loads or runs by itself, so that writing one runs what it says (decision 014). */
import { headText } from '../../base/common/cut.ts';
import type { ProtectedKind } from '../../protocol/index.ts';
import { comparableNames, compileGlob } from './pathPatterns.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isInside, realTarget } from './realPaths.ts';

/** `forbidden`: no built-in tool writes there. `protected`: each write is asked about. */
export type Protection =
  | { readonly kind: 'forbidden'; readonly why: 'git' | 'agent' }
  | { readonly kind: 'protected'; readonly why: ProtectedKind };

/** Dot files that only leave files out. `.gitignore` is not one: it says what is private. */
const inert = new Set([
  '.dockerignore',
  '.editorconfig',
  '.env.example',
  '.env.sample',
  '.env.template',
  '.eslintignore',
  '.gitkeep',
  '.helmignore',
  '.keep',
  '.mailmap',
  '.nojekyll',
  '.npmignore',
  '.prettierignore',
  '.stylelintignore',
  '.vscodeignore',
]);

type Table = Readonly<Partial<Record<ProtectedKind, readonly (string | RegExp)[]>>>;

const folders = new Set([
  'node_modules',
  'bower_components',
  'site-packages',
  '__pypackages__',
  'launchagents',
  'launchdaemons',
]);

/** By folded names: of the file, and of its folders that begin with a dot or are one of `folders`. */
const table: Table = {
  editor: [
    /^\.(vscode|vs|idea|zed|fleet|nova|helix|emacs|vim|nvim|kak)/,
    /^\.(exrc|gvimrc|luarc\.jsonc?|clangd|dir-locals.*)$/,
    /\.(code-workspace|code-profile|code-snippets|sublime-project|ipynb)$/,
    /^(ts|js)config(\..+)?\.json$/,
    'pyrightconfig.json',
    'omnisharp.json',
    'compile_commands.json',
  ],
  agent: [
    /^\.(cursor|claude|gemini|codex|continue|roo|cline|windsurf|aider|kiro|junie|trae|qwen|opencode|goose|copilot)/,
    /^\.(amazonq|augment|agents?|crush|mcp)/,
    /^(agents|claude|gemini|qwen|crush)(\..+)?\.md$/,
    /^(skill|copilot-instructions)\.md$/,
    /\.(instructions|prompt|chatmode|agent)\.md$/,
    /(^|\.)mcp\.json$/,
    /^(opencode|crush)\.jsonc?$/,
    'claude_desktop_config.json',
  ],
  automation: [
    /^\.(github|gitlab|circleci|travis|drone|woodpecker|buildkite|azure|forgejo|gitea|appveyor|semaphore)/,
    /^(azure-pipelines|bitbucket-pipelines|appveyor|cloudbuild|buildspec|render|action)(\..+)?\.ya?ml$/,
    /^jenkinsfile/,
    'netlify.toml',
    'vercel.json',
  ],
  git: [
    /^\.git/,
    /^\.(husky|lefthook|pre-commit|overcommit|lintstaged|hg|svn|jj)/,
    /^lefthook(-local)?\.(ya?ml|toml|json)$/,
    // Of these any folder becomes a repository, with a configuration from which git takes programs.
    'head',
    'commondir',
    'gitdir',
  ],
  build: [
    /^\.(bash|zsh|ksh|csh|tcsh|fish|profile|login|logout|inputrc|env|direnv|mise|rtx|asdf|sdkman|ssh)/,
    /^\.(tool-versions|(node|python|ruby|java|go|terraform)-version|nvmrc|config)$/,
    /^mise(\..+)?\.toml$/,
    /^(flake|shell|default|devenv)\.nix$/,
    /\.(lnk|url|desktop|scf)$/,
    /^(desktop\.ini|autorun\.inf|devbox\.json)$/,
    /profile\.ps1$/,
    /^launch(agents|daemons)$/,
    // Packages.
    /^(package|bower|deno|vcpkg|composer)\.jsonc?$/,
    /^(package-lock|npm-shrinkwrap)\.json$/,
    /^\.(npm|yarn|pnp|pnpm|bun|cargo|gem|bundle|m2|mvn|nuget|conda)/,
    /^pnpm-(workspace|lock)\.yaml$/,
    /\.lock(b|\.json|\.hcl)?$/,
    'bunfig.toml',
    /^(pyproject|uv|pixi|cargo)\.toml$/,
    /^requirements.*\.(txt|in)$/,
    /^(pipfile|gemfile|gems\.rb|podfile|cartfile|brewfile)/,
    /^environment\.ya?ml$/,
    /\.(gemspec|podspec|cabal|nuspec)$/,
    /^go\.(mod|work|sum|work\.sum)$/,
    /^(nuget\.config|packages\.config|paket\..+)$/,
    /^(mix\.exs|rebar\.config|pubspec\.ya?ml|package\.swift|stack\.yaml|cabal\.project|deps\.edn|project\.clj)$/,
    /^conanfile\./,
    /^(node_modules|bower_components|site-packages|__pypackages__)$/,
    // Builds, tests and checks.
    /^(gnu)?makefile/,
    /\.(mk|cmake|bzl|gradle|gradle\.kts|sbt|rake|gypi?|pth|pri)$/,
    /^cmake(lists\.txt|(user)?presets\.json)$/,
    /^(meson\.build|meson_options\.txt|meson\.options|sconstruct|sconscript|wscript)$/,
    /^(build|workspace|module)(\.bazel)?$/,
    /^(gradlew|mvnw)/,
    /^gradle(-wrapper)?\.(properties|jar)$/,
    /^(pom\.xml|extensions\.xml|build\.xml)$/,
    /^(build\.rs|rust-toolchain(\.toml)?)$/,
    /^(setup\.(py|cfg)|conftest\.py|tox\.ini|noxfile\.py|pytest\.ini|mypy\.ini|pylintrc)$/,
    /^(site|user)customize\.py$/,
    /\.(cs|fs|vb|vcx|sql|es|wap|shared|shproj|py)?proj(\.user|\.filters)?$/,
    /\.(sln|slnx|slnf|props|targets|ruleset|rsp)$/,
    /^(directory\..+|global\.json)$/,
    /^(rake|grunt|gulp|just|task|dagger|earth|vagrant|danger|fast|guard|cap|proc|tilt)file/,
    /\.(config|conf)\.([cm]?[jt]sx?|jsonc?|ya?ml|toml)$/,
    /^(nx|angular|project|turbo|biome)\.jsonc?$/,
    /^(phpunit\.xml|phpstan\.neon|psalm\.xml)/,
    'ember-cli-build.js',
    // Containers.
    /^\.?devcontainer/,
    /(^|\.)(docker|container)file/,
    /^(docker-)?compose(\..+)?\.ya?ml$/,
    /^docker-bake\./,
    /^\.docker$/,
    /^skaffold\.ya?ml$/,
  ],
};

/** Also above the workspace folder, where others are common: `~/.local`, worktrees in `.claude`. */
const above: Table = {
  editor: ['.vscode', '.idea', '.zed'],
  automation: ['.github', '.circleci'],
  git: ['.husky', '.githooks'],
  build: ['.ssh', 'node_modules', 'site-packages', '.devcontainer'],
};

/** Files of editors in the user's folder, which has another name on each system. */
const userFiles = /^(settings|keybindings|tasks|launch|extensions)\.json$/;

/** Windows' second, short names: `PACKAG~1.JSO`. */
const SHORT_NAME = /^[^.~]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/;

export interface ProtectionScope {
  readonly folder?: string;
  /** The user's, which only add. */
  readonly globs?: readonly string[];
}

/** By its path in the workspace folder. Links and second names are the caller's to look up. */
export function classifyProtected(path: string, scope: ProtectionScope = {}): Protection | undefined {
  const inside = comparableNames(path);
  const outside = comparableNames(scope.folder ?? '');
  for (const name of [...outside, ...inside]) {
    if (name === '.git' || /^git~\d+$/.test(name)) return { kind: 'forbidden', why: 'git' };
    if (name === '.patchbay' || /^patchb~\d+$/.test(name)) return { kind: 'forbidden', why: 'agent' };
  }
  if (scope.globs?.some((glob) => compileGlob(glob)(inside))) return { kind: 'protected', why: 'setting' };
  const file = inside.slice(-1);
  const parts = [...inside.slice(0, -1).filter((name) => name.startsWith('.') || folders.has(name)), ...file];
  const why =
    kindIn(table, parts) ??
    kindIn(above, outside) ??
    (file.some((name) => userFiles.test(name)) ? 'editor' : undefined) ??
    (inside.some(isUnknown) ? 'unknown' : undefined);
  return why && { kind: 'protected', why };
}

function kindIn(rules: Table, names: readonly string[]): ProtectedKind | undefined {
  const active = names.filter((name) => !inert.has(name));
  const found = Object.entries(rules).find(([, some]) =>
    some.some((rule) => active.some((name) => (typeof rule === 'string' ? rule === name : rule.test(name)))),
  );
  return found?.[0] as ProtectedKind | undefined;
}

/** Maybe settings of a tool, or a short name, which can stand for any. */
function isUnknown(name: string): boolean {
  return (/^\.[^.]/.test(name) && !inert.has(name)) || SHORT_NAME.test(name);
}

const MAX_ENTRIES = 2_000;
const MAX_DEPTH = 4;

/** By links and `core.hooksPath`: with `.vscode -> editor`, `editor/settings.json` is a setting. Takes real paths. */
export async function protectedByLink(real: string, folder: string): Promise<Protection | undefined> {
  const found: Protection[] = [];
  const add = async (link: string): Promise<void> => {
    const protection = classifyProtected(relative(folder, link));
    const target = protection && (await realTarget(link).catch(() => undefined));
    if (protection && target !== undefined && isInside(real, target)) found.push(protection);
  };
  let left = MAX_ENTRIES;
  const look = async (parent: string, depth: number): Promise<void> => {
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      left -= 1;
      if (left < 0) return;
      const path = join(parent, entry.name);
      if (entry.isSymbolicLink()) await add(path);
      else if (entry.isDirectory() && depth < MAX_DEPTH && isLookedInto(relative(folder, path)))
        await look(path, depth + 1);
    }
  };
  await look(folder, 0);
  for (const path of await gitPaths(folder)) if (isInside(real, await realTarget(path))) found.push(hooks);
  return found.find(({ kind }) => kind === 'forbidden') ?? found[0];
}

const hooks: Protection = { kind: 'protected', why: 'git' };

/** Without what is too large: objects of a repository, installed packages. */
function isLookedInto(path: string): boolean {
  const names = comparableNames(path);
  if (!names[0]?.startsWith('.')) return false;
  return !names.some((name) => ['objects', 'refs', 'logs', 'node_modules', '.venv', '.cache'].includes(name));
}

/** Hooks and further files that the repository's configuration names. */
async function gitPaths(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, '.git/config'), 'utf8').catch(() => '');
  const setting =
    /^[ \t]*(?:hookspath|path|attributesfile|excludesfile|fsmonitor)[ \t]*=[ \t]*"?([^"\r\n#;]+)/gim;
  return [...headText(text, 1_000_000).matchAll(setting)].flatMap(([, value = '']) => {
    const path = value.trim();
    return path === '' || path.startsWith('~') ? [] : [join(folder, path), join(folder, '.git', path)];
  });
}

/**
 * Names of files that some program loads or runs by itself, and of the folders from which it takes them (decision 014).
 */
import type { ProtectedKind } from '../../protocol/index.ts';

/** Dot files that only exclude files. `.gitignore` is not one of them, because it shows what is private. */
export const inert = new Set([
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

export type Table = Readonly<Partial<Record<ProtectedKind, readonly (string | RegExp)[]>>>;

export const folders = new Set([
  'node_modules',
  'bower_components',
  'site-packages',
  '__pypackages__',
  'launchagents',
  'launchdaemons',
]);

/** Folded names of the file, and of those of its folders that begin with a dot or are in `folders`. */
export const table: Table = {
  editor: [
    /^\.(vscode|vs|idea|zed|fleet|nova|helix|emacs|vim|nvim|kak)/,
    /^\.(exrc|gvimrc|luarc\.jsonc?|clangd|dir-locals.*)$/,
    /\.(code-workspace|code-profile|code-snippets|sublime-project|ipynb)$/,
    /^(ts|js)config(\..+)?\.json$/,
    'pyrightconfig.json',
    'omnisharp.json',
    'compile_commands.json',
    'compile_flags.txt',
    /^(early-)?init\.el$|^g?(init\.vim|vimrc\.vim)$/,
  ],
  agent: [
    /^\.(cursor|claude|gemini|codex|continue|roo|cline|windsurf|aider|kiro|junie|trae|qwen|opencode|goose|copilot)/,
    /^\.(amazonq|augment|agents?|crush|mcp)/,
    /^(agents|claude|gemini|qwen|crush)(\..+)?\.md$/,
    /^(skill|copilot-instructions)\.md$/,
    /^(agent|warp|bugbot|constitution|replit|conventions|jules|codex|iflow|opencode|codebuddy|grok|kimi|memory|soul|heartbeat)\.md$/,
    /\.(instructions?|prompt|chatmode|mode|agent|rules|skill|command)\.md$/,
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
    // These turn any folder into a repository, with a configuration from which git takes programs.
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
    // These belong to packages.
    /^(package|bower|deno|vcpkg|composer)\.jsonc?$/,
    /^(package-lock|npm-shrinkwrap)\.json$/,
    /^\.(npm|yarn|pnp|pnpm|bun|cargo|gem|bundle|m2|mvn|nuget|conda)/,
    /^pnpm-(workspace|lock)\.yaml$/,
    /\.lock(b|\.json|\.hcl)?$/,
    'bunfig.toml',
    /^(pyproject|uv|pixi|cargo)\.toml$/,
    /(requirements|constraints).*\.(txt|in)$/,
    /^(packages|runtime|apt)\.txt$/,
    /^(pipfile|gemfile|gems\.rb|podfile|cartfile|brewfile|berksfile)/,
    /^environment\.ya?ml$/,
    /\.(gemspec|podspec|cabal|nuspec)$/,
    /^go\.(mod|work|sum|work\.sum)$/,
    /^(nuget\.config|packages\.config|paket\..+)$/,
    /^(mix\.exs|rebar\.config|pubspec\.ya?ml|(package(@.*)?|tuist)\.swift|stack\.yaml|cabal\.project|deps\.edn|project\.clj)$/,
    /^conanfile\./,
    /^(node_modules|bower_components|site-packages|__pypackages__)$/,
    // These belong to builds, tests and checks.
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
    // Other build tools and discoveries load these programs.
    /^(fabfile|dodo|pavement|duties|manage|(local_)?settings|conf|hatch_build|versioneer|ez_setup|locustfile)\.py$/,
    /^(celeryconfig|gunicorn_conf|(ipython|jupyter)_.*config)\.py$|-gdb\.py$/,
    /^(activate_this|init_unreal|usersetup)\.py$|^(startup|finish|pathdef)\.m$|^eslint-local-rules\./,
    /^(setuptests|setupproxy|wallaby|gatsby-(node|config|browser|ssr)|truffle-(config|box))\.[cm]?[jt]sx?$/,
    /^(pnpmfile\.|guix\.scm$|(metadata|knife)\.rb$|profiles\.clj$)/,
    /^(broc|cake|jake|knex|plop|mage|shake|steep|bake|fab|snap)file\./,
    /^(xmake|premake\d*|genie|bam|wezterm)\.lua$/,
    /^(setup|build)\.l?hs$|^(build|startup)\.jl$|^(build|user|data_readers)\.clj$/,
    /^(rector|ecs|castor|robofile|deploy|scoper\.inc|monorepo-builder|wp-config|phpstan-bootstrap)\.php$/,
    /^(build\.zig|extconf\.rb|build\.pl|_targets\.r|myocamlbuild\.ml)$/,
    // Lean's server, tox, Pest, scala-cli, Racket, Tcl and Unreal load these from any folder.
    /^(lakefile\.lean|toxfile\.py|pdm_build\.py|pest\.php|project\.scala|info\.rkt|pkgindex\.tcl)$/,
    /^(logback(-test)?|spockconfig|codenarc)\.groovy$|\.(build|target)\.cs$|^xmonad\.hs$/,
    /^simple-git-hooks\.[cm]?[jt]s$/,
    /^(mkdocs|_config|_quarto|book|antora-playbook|analysis_options|dvc)\.(ya?ml|toml|json)$/,
    // These belong to containers.
    /^\.?devcontainer/,
    /(^|\.)(docker|container)file/,
    /^(docker-)?compose(\..+)?\.ya?ml$/,
    /^docker-bake\./,
    /^\.docker$/,
    /^skaffold\.ya?ml$/,
  ],
};

/** Names that also count above the workspace folder, where others are common: `~/.local`, worktrees in `.claude`. */
export const above: Table = {
  editor: ['.vscode', '.idea', '.zed'],
  automation: ['.github', '.circleci'],
  git: ['.husky', '.githooks'],
  build: ['.ssh', 'node_modules', 'site-packages', '.devcontainer'],
};

/** Files of editors in the user's folder, whose name differs between systems. */
export const userFiles = /^(settings|keybindings|tasks|launch|extensions)\.json$/;

/** Short names of Windows: `PACKAG~1.JSO`. */
export const SHORT_NAME = /^[^.~]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/;

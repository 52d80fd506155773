/** Words in names of files and folders that decide whether a tool may load them by itself (decision 014). */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Parts of a name that suggest configuration: `appConfig`, `vitest.workspace`. */
export const configuring = /config|workspace|settings/;
/** Whole words of a name that suggest configuration. */
export const configuringWords = words(`
  conf confs cfg rc rcfile setting setup conftest plugin plugins manifest manifests preset presets bootstrap preload
  autoload autorun startup
`);
/** Words that do so at the root of a project: scripts that package managers and tools look for. */
export const startingWords = words(`
  build make install preinstall postinstall prebuild postbuild prepare dev deploy release generate init env environment
  hooks
`);
/** Words in names of texts that suggest instructions for agents. */
export const agentWords = words(`
  rule rules instruction instructions prompt prompts agent agents skill skills persona memory cursor copilot claude
  gemini codex windsurf cline
`);
/** English words that end like `foorc`. */
export const notRc = words('src arc crc irc marc orc parc circ narc torc');

/** Parts before the extension that only name a kind of source: `a.test.ts`, `a.module.css`. */
export const usualParts = words(`
  test tests test-d spec specs d stories story e2e e2e-spec unit int integration it bench mock mocks stub fixture fixtures
  module component service controller directive pipe guard resolver interceptor repository entity dto model models
  schema types type interface enum constants const util utils helper helpers hook hooks store slice reducer action
  actions selector selectors query queries mutation mutations provider factory strategy gateway page layout route
  routes router view container styled styles style css html theme server client web native ios android browser node
  worker api data lazy min generated gen pb g freezed designer xaml blade inc tpl en
`);
/** Parts with which the name of a tool is only a subject: `webpack.test.js`. */
export const testParts = words('test tests test-d spec specs d stories story e2e bench mock mocks fixture');

/** Tools that load `NAME.anything.js` and `NAME.json` by themselves. */
export const toolNames = words(`
  webpack rollup vite vitest jest karma mocha ava nyc c8 jasmine babel swc esbuild tsup tsdown unbuild rspack rsbuild
  rslib parcel postcss tailwind unocss windi eslint tslint jshint jscs stylelint prettier biome oxlint xo commitlint
  lint-staged husky renovate dependabot semantic-release playwright playwright-ct cypress wdio nightwatch protractor
  testcafe codecept cucumber detox storybook metro capacitor ionic nuxt astro svelte remix gatsby docusaurus vuepress
  vitepress eleventy hexo quasar craco lerna rush turbo nodemon pm2 ecosystem knexfile ormconfig drizzle hardhat
  truffle foundry serverless sst cdk pulumi wrangler netlify vercel firebase amplify electron-builder electron-vite
  electron-webpack plasmo wxt stencil snowpack brunch gulp grunt jake broccoli testem orval codegen graphql apollo
  lingui size-limit knip syncpack plopfile wallaby quokka stryker cosmiconfig typedoc jsdoc esdoc api-extractor dprint
  deno bun rome lefthook tauri neutralino rust-analyzer rust-project rustfmt clippy cbindgen uniffi dioxus leptos gleam elm
  elm-tooling sonar-project golangci goreleaser gorelease buf mkdocs antora zensical ruff pyrefly pylint flake8 mypy
  bandit tox yapf pdm pytest nox bandersnatch rubocop sorbet solargraph phpunit phpstan psalm rector infection grumphp
  deptrac phpbench codeception behat captainhook terragrunt atlantis helmfile skaffold devspace okteto werf
  kustomization taskfile mise dangerfile dvc mlproject cookiecutter copier conda-lock snapcraft flatpak-builder
  haxelib hxformat stylua selene luarc pesto pubspec analysis_options melos l10n_options devtools_options swiftlint
  tuist xcodegen cartfile fastlane detekt ktlint checkstyle pmd spotbugs jitpack jbang jest-e2e nextra
`);

/** Folders of environments, packages and caches, which contain no sources. */
export const environments = words(`
  venv virtualenv conda conda-meta miniconda miniconda3 anaconda anaconda3 miniforge3 mambaforge renv packrat dist-packages
  jspm_packages web_modules elm-stuff pods carthage buildsrc build-logic __pycache__ magefiles
`);
/** Folders of tools and outputs. Among sources, such names are mostly a subject: `src/build`. */
export const toolFolders = words(`
  env envs bin sbin vendor vendors vendored third_party third-party thirdparty external externals extern deps target
  build dist out output obj coverage _build _site meta-inf autoload ftplugin ftdetect fastlane tuist cron
`);
/** Folders of sources, tests and documents. */
export const sourceFolders = words(`
  src source sources test tests __tests__ spec specs doc docs documentation internal cmd pages components
`);
/** Folders of a program's data and texts. */
export const dataFolders = words(`
  lib app pkg data fixtures __fixtures__ testdata test-data mocks __mocks__ snapshots __snapshots__ i18n l10n locale
  locales lang langs language languages translation translations messages res resources static assets public views
  templates migrations k8s kubernetes content posts models schema schemas e2e bench benches
`);
/** Folders that contain projects: `packages/a`. */
export const groups = words(`
  packages apps libs crates services projects workspaces examples samples demos playground playgrounds extensions clients
  servers sites
`);
/** Folders of projects with one purpose, beside the sources. */
export const sideProjects = words('docs doc website www site e2e frontend');

/** Folders in which tools may find and load a new file. */
export const discovered = words('config configs configuration conf confs settings preset presets');
/** Folders in which tools may do so, except among sources. */
export const discoveredOutside = words(
  'plugin plugins hook hooks git-hooks githooks loader loaders initializers',
);
/** Folders in which agents find texts. */
export const agentFolders = words('agents commands skills rules prompts instructions memory-bank steering');

/** Modules of Python that its tools import. A file of such a name is imported in their place. */
export const pythonModules = words(`
  abc argparse ast asyncio base64 bisect builtins calendar codecs collections configparser contextlib copy csv ctypes
  dataclasses datetime decimal difflib dis email encodings enum errno fnmatch fractions functools getopt getpass gettext
  glob gzip hashlib heapq hmac html http importlib inspect io ipaddress itertools json keyword linecache locale logging
  math mimetypes multiprocessing numbers operator optparse os pathlib pdb pickle pkgutil platform pprint queue random
  re reprlib sched select selectors shlex shutil signal site socket sqlite3 ssl stat statistics string struct
  subprocess symtable sys sysconfig tarfile tempfile textwrap threading time timeit token tokenize tomllib traceback
  types typing unittest urllib uuid warnings weakref xml xmlrpc zipfile zipimport zlib zoneinfo pip setuptools wheel
  pkg_resources distutils pytest _pytest pluggy coverage yaml toml tomli six attr attrs packaging typing_extensions
  importlib_metadata nose pylint astroid flake8 pycodestyle pyflakes mccabe black isort yapf autopep8 ruff mypy bandit
  pydocstyle rope jedi parso debugpy ipykernel jupyter_client nbformat numpy sphinx docutils
`);

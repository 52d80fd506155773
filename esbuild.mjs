/**
 * Builds what the extension ships into dist/: its bundles and the pages' styles.
 *
 * - extension.cjs: what runs at activation. Small on purpose.
 * - late.cjs: everything else, with the MCP SDK, openai and zod. Loaded right after activation.
 * - structuredText.cjs: the parsers of YAML and TOML, which late.cjs loads when a change of a file or the configuration
 *   of another program needs them.
 * - prices.cjs: the price list of models, which late.cjs loads when it first needs it.
 * - customRunner.cjs: the process of a custom tool.
 * - pageWorker.cjs: what turns web pages into markdown, in a worker of each call.
 * - sampleServer.cjs: the MCP server to try things with.
 * - headless.cjs: the same core with a command line, for benchmarks, tests and CI jobs.
 * - webview.js, webview.css: the chat. history.js, history.css: the call history. server.js, server.css: the page
 *   of a server. request.js, request.css: what the model gets.
 * - highlighter.js: what colours code, in a worker of the page, which loads it with the first code.
 * - math.js: what draws formulas; the chat loads it when the first one comes.
 * - mermaid.js: what draws diagrams; the chat loads it when the first one comes into view.
 *
 * THIRD-PARTY-NOTICES.txt has the licences of what went in; metafile.json says which file is in which bundle, for the
 * bill of materials (scripts/release/sbom.ts). `node esbuild.mjs --watch` rebuilds on change.
 */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, posix } from 'node:path';
import esbuild from 'esbuild';
import { activationBundle, hostBundle } from './scripts/hostBundle.ts';
import { highlighterBundle } from './scripts/highlighterBundle.ts';
import { markdownBundle } from './scripts/markdownBundle.ts';
import { mermaidBundle } from './scripts/mermaidBundle.ts';
import { thirdPartyNotices } from './scripts/notices.ts';
import { watchReport } from './scripts/watchReport.ts';

const watch = process.argv.includes('--watch');

/** @type {esbuild.BuildOptions} */
const shared = {
  legalComments: 'none',
  bundle: true,
  minify: true,
  sourcemap: watch,
  metafile: true,
  logLevel: 'warning',
};

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

/** @type {esbuild.BuildOptions} */
const host = {
  ...shared,
  ...hostBundle(version),
  // Names stay as they are, for stack traces and error reports. `keepNames` would set them again whenever a function is
  // created: a turn of 50 steps × 8 calls took a tenth longer.
  minify: false,
  minifyWhitespace: true,
  minifySyntax: true,
};

/**
 * Leaves out what is required when it is first called, from bundles of its own.
 *
 * @type {esbuild.Plugin}
 */
const requiredLater = {
  name: 'required later',
  setup: (build) => {
    const external = (path) => ({ path, external: true });
    build.onResolve({ filter: /\/listedPrices\.ts$/ }, () => external('./prices.cjs'));
    build.onResolve({ filter: /\/structuredText\.(?:ts|cjs)$/ }, () => external('./structuredText.cjs'));
    // A `require` at the top would load the parsers with the core.
    build.onLoad({ filter: /[\\/]lateParsers\.ts$/ }, () => ({
      contents: "export const parsers = () => require('./structuredText.cjs');",
      loader: 'js',
    }));
  },
};

/** @type {esbuild.BuildOptions} */
const core = {
  ...host,
  plugins: [...(host.plugins ?? []), requiredLater],
  // As `require`, which the host of extensions has everywhere.
  supported: { 'dynamic-import': false },
};

/** @type {esbuild.BuildOptions[]} */
const builds = [
  { ...shared, ...activationBundle(version) },
  { ...core, entryPoints: ['src/late.ts'], outfile: 'dist/late.cjs' },
  {
    ...host,
    stdin: {
      contents: `export * from './src/tools/files/structuredText.ts'; export * from './src/base/node/structuredValue.ts';`,
      resolveDir: import.meta.dirname,
    },
    outfile: 'dist/structuredText.cjs',
  },
  { ...host, entryPoints: ['src/models/prices/listedPrices.ts'], outfile: 'dist/prices.cjs' },
  { ...host, entryPoints: ['src/tools/customRunner.ts'], outfile: 'dist/customRunner.cjs' },
  {
    ...host,
    entryPoints: ['src/tools/web/pageWorker.ts'],
    outfile: 'dist/pageWorker.cjs',
    alias: {
      // Without the parser that it has for texts: the page is given as a document.
      turndown: 'turndown/lib/turndown.browser.es.js',
      // What is never reached: pictures that are drawn, and style sheets (200 kB).
      canvas: './node_modules/linkedom/commonjs/canvas-shim.cjs',
      'cssomnom/parse': './node_modules/linkedom/commonjs/canvas-shim.cjs',
    },
  },
  { ...host, entryPoints: ['src/sample/server.ts'], outfile: 'dist/sampleServer.cjs' },
  { ...core, entryPoints: ['src/headless.ts'], outfile: 'dist/headless.cjs' },
  {
    ...shared,
    entryPoints: {
      webview: 'src/webview/chat/main.tsx',
      history: 'src/webview/history/main.tsx',
      server: 'src/webview/server/main.tsx',
      request: 'src/webview/request/main.tsx',
      math: 'src/webview/markdown/mathEntry.ts',
    },
    outdir: 'dist',
    platform: 'browser',
    format: 'iife',
    target: 'chrome138',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    plugins: [markdownBundle],
  },
  { ...shared, ...highlighterBundle },
  {
    ...shared,
    entryPoints: { mermaid: 'src/webview/markdown/mermaidEntry.ts' },
    outdir: 'dist',
    platform: 'browser',
    format: 'iife',
    target: 'chrome138',
    plugins: [mermaidBundle],
  },
];

await mkdir('dist', { recursive: true });
await cp('node_modules/@vscode/codicons/dist/codicon.ttf', 'dist/codicon.ttf');

if (watch) {
  const plugins = [watchReport(builds.length, (line) => process.stdout.write(`${line}\n`))];
  const contexts = await Promise.all(
    builds.map((options) =>
      esbuild.context({ ...options, plugins: [...(options.plugins ?? []), ...plugins], logLevel: 'silent' }),
    ),
  );
  await Promise.all(contexts.map((context) => context.watch()));
} else {
  const results = await Promise.all(builds.map((options) => esbuild.build(options)));
  const metafile = {
    inputs: Object.assign({}, ...results.map((result) => result.metafile?.inputs)),
    outputs: Object.assign({}, ...results.map((result) => result.metafile?.outputs)),
  };
  refuseMissing(metafile.outputs);
  const inputs = Object.keys(metafile.inputs);
  await writeFile('dist/metafile.json', JSON.stringify(metafile));
  await writeFile('dist/THIRD-PARTY-NOTICES.txt', await thirdPartyNotices(inputs));
}

/**
 * A bundle that requires a file that is not built beside it would fail only when it gets there.
 *
 * @param {esbuild.Metafile['outputs']} outputs
 */
function refuseMissing(outputs) {
  for (const [bundle, { imports }] of Object.entries(outputs))
    for (const { path, external } of imports)
      if (external && path.startsWith('.') && !(posix.join(dirname(bundle), path) in outputs))
        throw new Error(`${bundle} requires ${path}, which is not built.`);
}

/**
 * `npm run test:integration`, in `npm test`: runs the integration tests in VS Code's extension host: four server hosts
 * in parallel, each with a group of test/integration/groups.ts, or with `--desktop` all in one desktop VS Code
 * (`oldest`, `newest`, or a number behind it). Expects a built dist/. `-- --grep "Undo of a turn"` runs matching tests
 * in one host, `--files tree,turn` those of these files; `--reverse` begins with the last test, which finds tests that
 * need what an earlier one has left behind.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import esbuild from 'esbuild';
import { groups } from '../test/integration/groups.ts';
import { repoRoot } from './host/cache.ts';
import { desktopVersion, runUnderDisplay } from './host/desktop.ts';
import { ensureHost, ensureTypeScript } from './host/install.ts';
import { runInHost } from './host/runInHost.ts';
import type { Settings } from './host/settings.ts';
import { FAILED_ELSEWHERE, failedFiles } from './testing/failures.ts';

/** Seconds, for a host that hangs; each test has its own limit. */
const HOST_LIMIT_S = 3_600;

const option = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  options: {
    desktop: { type: 'boolean', default: false },
    grep: { ...option, short: 'g' },
    group: option,
    files: option,
    reverse: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
if (values.desktop) {
  process.env['PATCHBAY_DESKTOP'] = '1';
  process.env['PATCHBAY_DESKTOP_VERSION'] = await desktopVersion(positionals[0]);
  const code = runUnderDisplay();
  if (code !== undefined) process.exit(code);
}
// Below the repository, so that the bundle finds Mocha in node_modules.
const extensionTestsPath = join(repoRoot, '.vscode-test', 'integration', 'index.cjs');
if (values.group !== undefined) await runTests({ PATCHBAY_TEST_GROUP: values.group });
else {
  checkGroups();
  await bundleTests();
  const grep = values.grep ?? process.env['PATCHBAY_TEST_GREP'];
  const chosen = {
    ...(grep !== undefined && { PATCHBAY_TEST_GREP: grep }),
    ...(values.files !== undefined && { PATCHBAY_TEST_FILES: values.files }),
    ...(values.reverse && { PATCHBAY_TEST_REVERSE: '1' }),
  };
  if (Object.keys(chosen).length > 0) await runTests(chosen);
  else if (values.desktop) await runTests({});
  else {
    // Once, before the hosts start.
    await ensureHost();
    await Promise.all(groups.map((_, index) => runGroup(String(index))));
  }
}

/** A file in no group would never run. */
function checkGroups(): void {
  const files = globSync('test/integration/*.test.ts', { cwd: repoRoot }).map((file) =>
    basename(file, '.test.ts'),
  );
  const named = groups.flat();
  const wrong = [
    ...files.filter((name) => !named.includes(name)),
    ...named.filter((name, index) => !files.includes(name) || named.indexOf(name) < index),
  ];
  if (wrong.length > 0)
    throw new Error(`test/integration/groups.ts must name each file once: ${wrong.join(', ')}`);
}

async function bundleTests(): Promise<void> {
  await esbuild.build({
    entryPoints: [join(repoRoot, 'test/integration/index.ts')],
    outfile: extensionTestsPath,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode', 'mocha'],
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

/** Runs a group in a process of its own, whose output is printed when it ends. */
async function runGroup(group: string): Promise<void> {
  const child = spawn(process.execPath, [import.meta.filename, '--group', group], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  process.stdout.write(output);
  if (code === 0) return;
  process.exitCode = 1;
  if (failedFiles(output).length === 0) console.log(FAILED_ELSEWHERE);
}

/** Desktop VS Code has a TypeScript of its own. */
async function typeScriptFor({
  PATCHBAY_TEST_GROUP: group,
  PATCHBAY_TEST_FILES: files,
}: Readonly<Record<string, string>>): Promise<Settings> {
  const names = group === undefined ? (files?.split(',') ?? groups.flat()) : groups[Number(group)];
  if (values.desktop || !names?.includes('diagnostics')) return {};
  return { 'js/ts.tsdk.path': await ensureTypeScript() };
}

async function runTests(env: Readonly<Record<string, string>>): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'patchbay-integration-'));
  try {
    // A workspace file, because adding a second folder to a single one restarts the extension host.
    await Promise.all(['one', 'two'].map((name) => mkdir(join(scratch, name))));
    await writeFile(join(scratch, 'one', 'first.txt'), 'first\n');
    await writeFile(join(scratch, 'two', 'second.txt'), 'second\n');
    const workspace = join(scratch, 'test.code-workspace');
    await writeFile(workspace, JSON.stringify({ folders: [{ path: 'one' }], settings: {} }));
    await runInHost({
      extensionTestsPath,
      folder: workspace,
      // The server host saves by itself after a second, desktop VS Code never.
      settings: { 'files.autoSave': 'off', ...(await typeScriptFor(env)) },
      extensions: ['models', 'tools'].map((name) => ({
        folder: join(repoRoot, 'test/fixtures/extensions', name),
      })),
      timeoutSeconds: HOST_LIMIT_S,
      env: {
        PATCHBAY_TEST_NODE: process.execPath,
        PATCHBAY_TEST_REPO: repoRoot,
        PATCHBAY_TEST_SCRATCH: scratch,
        ...env,
      },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * `npm start`, by hand to try a change: a real VS Code with Patchbay, a demo workspace and real servers; prints its
 * address. The model is the environment's (OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL), else the one chosen in an
 * earlier start, else the scripted demo model. `-- --check` runs a whole turn headless instead, saves screenshots, and
 * exits with 0 or 1; `--light` uses the light theme.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkDemo } from './demo/check.ts';
import { demoModelSettings, startDemoModel } from './demo/model.ts';
import { startDemoServers } from './demo/servers.ts';
import { writeDemoWorkspace } from './demo/workspace.ts';
import { cacheRoot, repoRoot } from './host/cache.ts';
import { startHost } from './host/server.ts';
import { quietSettings, readSettings, writeSettings } from './host/settings.ts';
import { npmRun } from './npm.ts';

const checking = process.argv.includes('--check');
const configured = ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'OPENAI_MODEL'].filter((name) => process.env[name]);

const [npm, ...build] = npmRun('build');
execFileSync(npm, build, { cwd: repoRoot, stdio: 'inherit' });
const base = checking ? await mkdtemp(join(tmpdir(), 'patchbay-demo-')) : join(cacheRoot(), 'demo');
const folder = join(base, 'workspace');
await mkdir(folder, { recursive: true });
await writeDemoWorkspace(folder);
const servers = await startDemoServers();
// The check compares texts, so it always uses the scripted model.
const model = configured.length > 0 && !checking ? undefined : await startDemoModel(folder);
const env = model
  ? { OPENAI_BASE_URL: model.baseURL, OPENAI_MODEL: model.name, OPENAI_API_KEY: undefined }
  : {};

try {
  if (checking)
    await checkDemo({ folder, env, servers: servers.definitions, light: process.argv.includes('--light') });
  else await serve();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await model?.close();
  await servers.close();
  if (checking) await rm(base, { recursive: true, force: true });
}

/** Until Ctrl+C. */
async function serve(): Promise<void> {
  const dataDir = join(base, 'data');
  const { 'patchbay.servers': known, ...kept } = await readSettings(dataDir);
  const all = { ...(known as Record<string, unknown> | undefined), ...servers.definitions };
  // Opens the chat, with a file of things to ask.
  const welcome = {
    'workbench.secondarySideBar.defaultVisibility': 'visible',
    'workbench.startupEditor': 'readme',
  };
  await writeSettings(dataDir, {
    ...quietSettings(true),
    'patchbay.tools.approval': 'ask',
    ...(model && demoModelSettings),
    ...kept,
    ...welcome,
    'patchbay.servers': all,
  });
  const host = await startHost({ dataDir, extensionsDir: join(base, 'extensions'), env });
  console.log(
    [
      '',
      `Patchbay is open in VS Code: ${host.windowUrl({ folder, extensionDevelopmentPath: repoRoot })}`,
      '',
      model
        ? 'Model: the scripted demo model. Its words are fixed, the tool calls are real. For a model of your own set OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL and start again, or choose one in the window.'
        : `Model: as the environment says (${configured.join(', ')}).`,
      `Servers: ${Object.keys(all).join(', ')}.`,
      'Open the address in a browser. API keys and secrets that you enter there last until the page is reloaded. Ctrl+C here ends everything.',
    ].join('\n'),
  );
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), host.ended]);
  await host.stop();
}

/**
 * Replaces desktop VS Code in a test run: opens the server host in a headless browser, runs the extension's tests in it
 * and exits with their result. Started by launcher.sh with desktop VS Code's arguments. PATCHBAY_HOST_TIMEOUT: time
 * limit in seconds; PATCHBAY_HOST_RESTRICTED=1 keeps workspace trust on, which @vscode/test-electron always turns off.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { isHarmless } from './noise.ts';
import { startHost, type Host, type WindowTarget } from './server.ts';
import { quietSettings, readSettings, writeSettings } from './settings.ts';
import { takeMessagesAsBytes } from './socketMessages.ts';

const DEFAULT_TIMEOUT_S = 300;
const INTERRUPTED = 'The run was interrupted.';

/** Aborted by the first signal, so that server, browser and scratch folder are cleaned up. */
const interruption = signalled();

function signalled(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => controller.abort(new Error(INTERRUPTED)));
  }
  return controller.signal;
}

interface Arguments {
  userDataDir: string | undefined;
  extensionsDir: string | undefined;
  target: WindowTarget;
  tests: string;
}

/** Other arguments are ignored. */
function readArguments(args: string[]): Arguments {
  const option = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    options: {
      extensionDevelopmentPath: option,
      extensionTestsPath: option,
      'user-data-dir': option,
      'extensions-dir': option,
    },
  });
  const path = (name: string) => (typeof values[name] === 'string' ? resolve(values[name]) : undefined);
  const opened = positionals[0] === undefined ? undefined : resolve(positionals[0]);
  const development = path('extensionDevelopmentPath');
  const tests = path('extensionTestsPath');
  if (!development || !tests) {
    throw new Error('The launcher needs --extensionDevelopmentPath and --extensionTestsPath.');
  }
  return {
    userDataDir: path('user-data-dir'),
    extensionsDir: path('extensions-dir'),
    target: {
      ...(opened && { [opened.endsWith('.code-workspace') ? 'workspace' : 'folder']: opened }),
      extensionDevelopmentPath: development,
    },
    tests,
  };
}

/** Returns the exit code. @throws Error without a result. */
async function run({ target, tests, ...folders }: Arguments): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), 'patchbay-host-'));
  try {
    const dataDir = folders.userDataDir ?? join(scratch, 'data');
    const quiet = quietSettings(process.env['PATCHBAY_HOST_RESTRICTED'] !== '1');
    await writeSettings(dataDir, { ...quiet, ...(await readSettings(dataDir)) });
    const extensionsDir = folders.extensionsDir ?? join(scratch, 'extensions');
    const host = await startHost({ dataDir, extensionsDir });
    try {
      const context = await openBrowser(join(scratch, 'browser'), { width: 1280, height: 800 });
      try {
        await takeMessagesAsBytes(context);
        const word = randomUUID();
        const extensionTestsPath = await wrapTests(tests, word, scratch);
        return await verdict(context, host, host.windowUrl({ ...target, extensionTestsPath }), word);
      } finally {
        await context.close();
      }
    } finally {
      for (const { pid, command } of await host.stop()) {
        console.error(`Outlived its extension host, so it was ended: process ${pid}, ${command}`);
      }
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Writes a tests file that runs the given one and prints `word` with the outcome. If an extension host dies in the
 * tests, this VS Code reports success; without the word it is not believed.
 */
async function wrapTests(tests: string, word: string, folder: string): Promise<string> {
  const file = join(folder, 'tests.cjs');
  const lines = [
    'exports.run = async () => {',
    "  let outcome = 'failed';",
    '  try {',
    `    await require(${JSON.stringify(tests)}).run();`,
    "    outcome = 'passed';",
    '  } finally {',
    `    console.log(${JSON.stringify(word)}, outcome);`,
    '  }',
    '};',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

/** Opens the window and waits for the result, the server's end or the time limit. */
async function verdict(context: BrowserContext, host: Host, url: string, word: string): Promise<number> {
  const outcome = Promise.withResolvers<number>();
  const fail = (message: string) => outcome.reject(new Error(message));
  let passed = false;
  await context.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
    if (args[0] !== word) return forward(args);
    passed = args[1] === 'passed';
    // The extension host ends now; its children must be recorded before.
    void host.processes();
  });
  await context.exposeFunction('codeAutomationExit', (code: number) => {
    if (code === 0 && !passed) fail('The extension host ended before the tests did.');
    else outcome.resolve(code);
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.on('crash', () => fail('The browser page crashed.'));
  page.on('close', () => fail('The browser closed before the tests ended.'));
  void host.ended.then((code) => fail(`The VS Code server ended (${code}) before the tests. ${host.logs()}`));
  const seconds = Number(process.env['PATCHBAY_HOST_TIMEOUT']) || DEFAULT_TIMEOUT_S;
  interruption.throwIfAborted();
  interruption.addEventListener('abort', () => fail(INTERRUPTED));
  const overdue = `The tests did not end within ${seconds} s (PATCHBAY_HOST_TIMEOUT sets the limit).`;
  const limit = setTimeout(() => fail(overdue), seconds * 1000);
  try {
    // Errors while the page loads count at once.
    return await Promise.race([outcome.promise, page.goto(url).then(() => outcome.promise)]);
  } finally {
    clearTimeout(limit);
  }
}

/** Prints a message of the window's log, which includes the extension host's console. */
function forward(args: unknown[]): void {
  const text = args.map((arg) => (typeof arg === 'string' ? arg : inspect(arg))).join(' ');
  if (!isHarmless(text)) console.log(text);
}

let code = 1;
try {
  code = await run(readArguments(process.argv.slice(2)));
} catch (error) {
  console.error(`The tests gave no verdict. ${error instanceof Error ? error.message : String(error)}`);
}
// Anything but a valid exit code is a failure.
process.exit(code >= 0 && code < 256 ? code : 1);

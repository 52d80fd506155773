/** The browser that all processes of the suite share. */
import { chromium, type Browser, type BrowserServer } from 'playwright-core';
import { ensureBrowser, started } from '../../scripts/host/browser.ts';

const ADDRESS = 'PATCHBAY_ADVERSARIAL_BROWSER';

/** Starts it. Child processes find it through the environment. */
export async function startBrowser(): Promise<BrowserServer> {
  const { executable } = await ensureBrowser();
  const server = await started(() =>
    chromium.launchServer({
      executablePath: executable,
      headless: true,
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    }),
  );
  process.env[ADDRESS] = server.wsEndpoint();
  return server;
}

let connected: Promise<Browser> | undefined;

/** The one that main.ts started. */
export function browser(): Promise<Browser> {
  connected ??= chromium.connect(process.env[ADDRESS] ?? '');
  return connected;
}

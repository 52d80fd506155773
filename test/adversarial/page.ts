/** The code of the pages in a browser, without the defences that are removed in this process. */
import { basename, join, relative, sep } from 'node:path';
import esbuild from 'esbuild';
import type { Page } from 'playwright-core';
import { drawn, feed, openPage } from '../../stories/pages/openPage.ts';
import { requestPage } from '../../stories/pages/page.ts';
import type { Files } from '../../stories/pages/pageServer.ts';
import type { ChatMessage, Item, RequestHostMessage } from '../../src/protocol/index.ts';
import { highlighterBundle } from '../../scripts/highlighterBundle.ts';
import { mermaidBundle } from '../../scripts/mermaidBundle.ts';
import { browser } from './browser.ts';
import { replacedTexts, root } from './moduleHooks.ts';

/** Changes what esbuild reads as the module hook changes what Node reads. */
const removal: esbuild.Plugin = {
  name: 'remove defences',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => {
      const file = relative(root, path).split(sep).join('/');
      const contents = replacedTexts().get(file);
      return contents === undefined ? undefined : { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** What came of hostile content. */
export interface Harm {
  /** Scripts of the content that ran: they call `harm()`. */
  readonly scripts: number;
  /** Addresses outside that the page asked for. */
  readonly requests: readonly string[];
  /** What the page told the host. */
  readonly posted: readonly ChatMessage[];
  /** The HTML that it made of the content. */
  readonly html: string;
  /** What the expression `see` of the look gives in the page; it may be a promise. */
  readonly seen: unknown;
}

interface Look {
  /** An element that is clicked, if it is there. */
  readonly click?: string;
  /** An expression that is evaluated in the page before the rest is looked at. */
  readonly see?: string;
}

/** Bundles without the defences that are removed now; again only after others were removed. */
function bundler(options: esbuild.BuildOptions): () => Promise<readonly esbuild.OutputFile[]> {
  let context: Promise<esbuild.BuildContext> | undefined;
  let built:
    | { readonly without: unknown; readonly files: Promise<readonly esbuild.OutputFile[]> }
    | undefined;
  return () => {
    context ??= esbuild.context({
      ...options,
      bundle: true,
      write: false,
      format: 'iife',
      plugins: [removal, ...(options.plugins ?? [])],
    });
    if (built?.without !== replacedTexts())
      built = {
        without: replacedTexts(),
        files: context.then(async (each) => (await each.rebuild()).outputFiles ?? []),
      };
    return built.files;
  };
}

const gateFiles = bundler({
  entryPoints: [join(root, 'src/webview/markdown/sanitise.ts')],
  globalName: 'gate',
});

const sheetFiles = bundler({
  entryPoints: [join(root, 'src/webview/markdown/diagramSheet.ts')],
  globalName: 'sheets',
});

/** A drawing and its style sheet as Mermaid makes them, through the gates for diagrams, on a page without a policy. */
export async function throughDiagramGates(svg: string, rules: string, look: Look = {}): Promise<Harm> {
  const code = [await gateFiles(), await sheetFiles()].map(([file]) => file?.text ?? '').join(';');
  const context = await (await browser()).newContext();
  try {
    const page = await context.newPage();
    const requests = watch(page);
    await page.evaluate(`{
      ${code};
      window.harmed = 0;
      window.harm = () => (window.harmed += 1);
      const box = document.createElement('main');
      box.textContent = 'The rest of the page';
      document.body.append(box);
      const inert = document.implementation.createHTMLDocument('');
      inert.body.innerHTML = ${JSON.stringify(svg)};
      document.adoptedStyleSheets.push(sheets.scopedSheet(${JSON.stringify(rules)}, 'd'));
      box.append(gate.sanitiseDiagram(inert.body.firstElementChild));
    }`);
    return await harmOf(page, requests, 'main', look);
  } finally {
    await context.close();
  }
}

/** Pages as esbuild.mjs makes them. */
const pageFiles = (entryPoints: Record<string, string>): (() => Promise<readonly esbuild.OutputFile[]>) =>
  bundler({
    absWorkingDir: root,
    entryPoints,
    outdir: 'dist',
    target: 'chrome138',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
  });
const chatFiles = pageFiles({
  webview: 'src/webview/chat/main.tsx',
  math: 'src/webview/markdown/mathEntry.ts',
});
const highlighterFiles = bundler({ ...highlighterBundle, absWorkingDir: root });
const requestFiles = pageFiles({ request: 'src/webview/request/main.tsx' });

/** Large, and needed for diagrams only. */
const mermaidFiles = bundler({
  absWorkingDir: root,
  entryPoints: { mermaid: 'src/webview/markdown/mermaidEntry.ts' },
  outdir: 'dist',
  target: 'chrome138',
  plugins: [mermaidBundle],
});

/** HTML through the gate of src/webview/markdown/sanitise.ts, on a page that has no policy. */
export async function throughGate(
  html: string,
  look: Look = {},
  name: 'sanitise' | 'sanitiseMath' = 'sanitise',
): Promise<Harm> {
  const code = (await gateFiles())[0]?.text ?? '';
  const context = await (await browser()).newContext();
  try {
    const page = await context.newPage();
    const requests = watch(page);
    await page.evaluate(`{
      ${code};
      window.harmed = 0;
      window.harm = () => (window.harmed += 1);
      const box = document.createElement('main');
      document.body.append(box);
      box.append(gate.${name}(${JSON.stringify(html)}));
    }`);
    return await harmOf(page, requests, 'main', look);
  } finally {
    await context.close();
  }
}

/** A conversation in the chat's page, under its policy. */
export async function inChat(
  items: readonly Item[],
  look: Look & { readonly diagrams?: true } = {},
): Promise<Harm> {
  const bundles = [
    ...(await chatFiles()),
    ...(await highlighterFiles()),
    ...(look.diagrams ? await mermaidFiles() : []),
  ];
  const files = filesOf(bundles);
  const context = await (await browser()).newContext({ viewport: { width: 420, height: 600 } });
  try {
    const page = await openPage(context, files, { theme: 'dark' }, () => undefined);
    const requests = watch(page);
    await page.evaluate('{ window.harmed = 0; window.harm = () => (window.harmed += 1); }');
    const status = { turn: 'idle', model: 'm', servers: { connected: 0, total: 0, tools: 0 } } as const;
    await feed(page, [{ type: 'snapshot', conversation: 'c', seq: 0, items, earlier: 0, status }]);
    await drawn(page);
    await page.evaluate('void window.posted.splice(0)');
    return await harmOf(page, requests, '#patchbay-chat', look);
  } finally {
    await context.close();
  }
}

/** What the model gets, under its policy: `messages`, a click on `click`, then `answers`. */
export async function inRequestPage(
  messages: readonly RequestHostMessage[],
  answers: readonly RequestHostMessage[],
  click: string,
): Promise<Harm> {
  const files = filesOf(await requestFiles());
  const context = await (await browser()).newContext({ viewport: { width: 420, height: 600 } });
  try {
    const page = await openPage(context, files, { theme: 'dark' }, () => undefined, requestPage);
    const requests = watch(page);
    await page.evaluate('{ window.harmed = 0; window.harm = () => (window.harmed += 1); }');
    await feed(page, messages);
    await drawn(page);
    await page.locator(click).first().click();
    await feed(page, answers);
    await drawn(page);
    return await harmOf(page, requests, `#${requestPage.root}`, {});
  } finally {
    await context.close();
  }
}

function filesOf(bundles: readonly esbuild.OutputFile[]): Files {
  return new Map(bundles.map(({ path, contents }) => [`/${basename(path)}`, contents]));
}

/** Notes what the page asks for outside of itself; nothing of it is answered. */
function watch(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (/^[a-z]+:\/\/(evil|sentinel)\.example/.test(url) && !url.includes('sentinel')) requests.push(url);
  });
  void page.context().route(/\.example\b/, (route) => route.abort());
  return requests;
}

async function harmOf(page: Page, requests: string[], box: string, { click, see }: Look): Promise<Harm> {
  if (click !== undefined) {
    const found = page.locator(click).first();
    if ((await found.count()) > 0) await found.click({ timeout: 2_000, force: true }).catch(() => undefined);
  }
  await settled(page);
  const ask = async <T>(expression: string, otherwise: T): Promise<T> => {
    try {
      return await page.evaluate<T>(expression);
    } catch {
      // The page has gone elsewhere.
      return otherwise;
    }
  };
  const seen = see === undefined ? undefined : await ask(see, undefined);
  return {
    scripts: await ask('window.harmed ?? 0', 0),
    requests,
    posted: await ask('window.posted ?? []', []),
    html: await ask(`document.querySelector('${box}')?.innerHTML ?? ''`, ''),
    seen,
  };
}

/** What was asked for before is on its way once something asked for afterwards has failed. */
async function settled(page: Page): Promise<void> {
  await page
    .evaluate(
      `new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => {
          fetch('https://sentinel.example/').catch(() => setTimeout(resolve, 50));
        }));
      })`,
    )
    .catch(() => undefined);
}

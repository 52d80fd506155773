/**
 * Draws the pictures of docs/looks.md: `node scripts/looks.ts [sheet…]` writes docs/images/<sheet>.png, one sheet for
 * each theme and one for each thing that differs. Fails when a page complains, such as of a breach of its policy.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from './host/browser.ts';
import { bundleChat, openChatPage } from './preview/chatPage.ts';
import { fitChat } from './preview/fit.ts';
import { bundleHistoryPage, openHistoryPage } from './preview/historyPage.ts';
import { historyScenes } from './preview/historyScenes.ts';
import { themeNames, type ThemeName } from './preview/page.ts';
import { withPalette } from './preview/palette.ts';
import { playScene } from './preview/play.ts';
import { scenes } from './preview/scenes.ts';
import { bundleServerPage, openServerPage } from './preview/serverPage.ts';
import { serverScenes } from './preview/serverScenes.ts';
import { drawSheet, type Shot } from './preview/sheet.ts';

const images = join(import.meta.dirname, '../docs/images');
/** The width of a side bar, in CSS pixels. */
const SIDE = 420;
/** What is taller is cut off, in CSS pixels. */
const CUT = 860;

/** What stands in each row of a sheet, of which kind, and how much smaller than in the editor. */
interface Sheet {
  readonly name: string;
  readonly scale: number;
  readonly rows: readonly (readonly Picture[])[];
}

interface Picture {
  readonly scene: string;
  readonly theme: ThemeName;
  readonly width: number;
}

const inTheme = (theme: ThemeName, names: readonly string[], width = SIDE): Picture[] =>
  names.map((scene) => ({ scene, theme, width }));
const inWidths = (scene: string): Picture[] =>
  [250, SIDE, 1000].map((width) => ({ scene, theme: 'dark', width }));

const sheets: readonly Sheet[] = [
  ...themeNames.map((theme) => ({
    name: `looks-${theme}`,
    scale: 0.75,
    rows: [
      inTheme(theme, ['empty-new', 'states', 'approval', 'answer']),
      inTheme(theme, ['parts', 'form', 'notices', 'composer']),
    ],
  })),
  { name: 'looks-widths', scale: 0.75, rows: ['states', 'approval', 'composer'].map(inWidths) },
  {
    name: 'looks-more',
    scale: 0.75,
    rows: [
      inTheme('dark', ['questions', 'sampling', 'summaries', 'prompts']),
      inTheme('light', ['streaming', 'find', 'shortcuts', 'code']),
    ],
  },
  {
    name: 'looks-pages',
    scale: 0.6,
    rows: [
      inTheme('dark', ['server-up', 'server-tool'], 1000),
      inTheme('light', ['server-message', 'history-call'], 1000),
    ],
  },
];

const wanted = process.argv.slice(2);
const errors: string[] = [];
const bundles = {
  chat: await bundleChat(),
  server: await bundleServerPage(),
  history: await bundleHistoryPage(),
};
const profile = await mkdtemp(join(tmpdir(), 'patchbay-looks-'));
const browser = await openBrowser(profile, { width: SIDE, height: CUT });
try {
  await mkdir(images, { recursive: true });
  for (const sheet of sheets.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const rows: Shot[][] = [];
    for (const pictures of sheet.rows) {
      const row: Shot[] = [];
      for (const picture of pictures) row.push(await take(picture));
      rows.push(row);
    }
    const png = withPalette(await drawSheet(browser, rows, sheet.scale));
    await writeFile(join(images, `${sheet.name}.png`), png);
    console.log(`${sheet.name}.png: ${Math.round(png.length / 1000)} kB`);
  }
} finally {
  await browser.close();
  await rm(profile, { recursive: true, force: true });
}
for (const error of errors) console.error(error);
process.exitCode = errors.length > 0 ? 1 : 0;

async function take({ scene, theme, width }: Picture): Promise<Shot> {
  const page = await open(scene, theme, width);
  const { height = CUT } = page.viewportSize() ?? {};
  const clip = { x: 0, y: 0, width, height: Math.min(CUT, height) };
  const png = await page.screenshot({ animations: 'disabled', clip });
  await page.close();
  return { label: `${scene}, ${theme}, ${width} px`, width, png };
}

async function open(name: string, theme: ThemeName, width: number): Promise<Page> {
  const complain = (text: string): void => void errors.push(`${name}, ${theme}: ${text}`);
  const chat = scenes.find((scene) => scene.name === name);
  if (chat) {
    const page = await openChatPage(browser, bundles.chat, { theme }, complain);
    await playScene(page, chat);
    await fitChat(page, width);
    return page;
  }
  const page = await openOther(name, theme, complain);
  await page.setViewportSize({ width, height: 700 });
  return page;
}

async function openOther(name: string, theme: ThemeName, complain: (text: string) => void): Promise<Page> {
  const server = serverScenes.find((scene) => scene.name === name);
  if (server) return openServerPage(browser, bundles.server, { theme }, server, complain);
  const history = historyScenes.find((scene) => scene.name === name);
  if (history) return openHistoryPage(browser, bundles.history, { theme }, history, complain);
  throw new Error(`There is no scene "${name}".`);
}

/**
 * Pictures of a server's page and of the call history without an editor: `node scripts/server-preview.ts [theme…] [scene…] [language]`
 * writes artifacts/preview/<scene>-<width>-<theme>[-<language>].png. Fails when the page complains, such as of a breach of its policy.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from './host/browser.ts';
import { bundleHistoryPage, openHistoryPage } from './preview/historyPage.ts';
import { historyScenes } from './preview/historyScenes.ts';
import { languageOf, languageTags } from './preview/language.ts';
import { themeNames, type ThemeName } from './preview/page.ts';
import { bundleServerPage, openServerPage } from './preview/serverPage.ts';
import { serverScenes } from './preview/serverScenes.ts';

const artifacts = join(import.meta.dirname, '../artifacts/preview');
const widths = [250, 420, 1000];
const wanted = process.argv.slice(2);
const sceneNames = [...serverScenes, ...historyScenes].map(({ name }) => name);
/** Without a word about themes (or scenes) all of them are wanted. */
const isWanted = (name: string, all: readonly string[]): boolean =>
  wanted.includes(name) || !wanted.some((word) => all.includes(word));

/** Without a word about it the page is in English. */
const tag = wanted.find((word) => languageTags.includes(word));
const language = tag === undefined ? undefined : languageOf(tag);

await mkdir(artifacts, { recursive: true });
const serverFiles = await bundleServerPage();
const historyFiles = await bundleHistoryPage();
const errors: string[] = [];
const profile = join(artifacts, `profile-${process.pid}`);
const browser = await openBrowser(profile, { width: 1000, height: 700 });
try {
  for (const theme of themeNames.filter((name) => isWanted(name, themeNames))) {
    const complain = (scene: string) => (text: string) => void errors.push(`${scene}: ${text}`);
    for (const scene of serverScenes.filter(({ name }) => isWanted(name, sceneNames)))
      await takePictures(
        theme,
        scene.name,
        await openServerPage(browser, serverFiles, { theme, language }, scene, complain(scene.name)),
      );
    for (const scene of historyScenes.filter(({ name }) => isWanted(name, sceneNames)))
      await takePictures(
        theme,
        scene.name,
        await openHistoryPage(browser, historyFiles, { theme, language }, scene, complain(scene.name)),
      );
  }
} finally {
  await browser.close();
  await rm(profile, { recursive: true, force: true });
}
for (const error of errors) console.error(error);
process.exitCode = errors.length > 0 ? 1 : 0;

/** One scene in one theme, at every width. */
async function takePictures(theme: ThemeName, scene: string, page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 760 });
    const parts = [scene, width, theme, tag].filter((part) => part !== undefined);
    await page.screenshot({ path: join(artifacts, `${parts.join('-')}.png`) });
  }
  await page.close();
}

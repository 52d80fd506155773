/**
 * Pictures of the chat without an editor: `node scripts/webview-preview.ts [theme…] [scene…] [language]` bundles the
 * webview, feeds it scripted messages under the real policy, and writes
 * artifacts/preview/<scene>-<width>-<theme>[-<language>].png. Fails when the page complains, such as of a breach of its policy.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { openBrowser } from './host/browser.ts';
import { bundleChat, openChatPage } from './preview/chatPage.ts';
import { fitChat } from './preview/fit.ts';
import { playScene } from './preview/play.ts';
import { languageOf, languageTags } from './preview/language.ts';
import { themeNames, type ThemeName } from './preview/page.ts';
import type { Scene } from './preview/scene.ts';
import { scenes } from './preview/scenes.ts';

const artifacts = join(import.meta.dirname, '../artifacts/preview');
const widths = [250, 420, 1000];

const wanted = process.argv.slice(2);
const sceneNames = scenes.map(({ name }) => name);
/** Without a word about themes (or scenes) all of them are wanted. */
const isWanted = (name: string, all: readonly string[]): boolean =>
  wanted.includes(name) || !wanted.some((word) => all.includes(word));

/** Without a word about it the page is in English. */
const tag = wanted.find((word) => languageTags.includes(word));
const language = tag === undefined ? undefined : languageOf(tag);

await mkdir(artifacts, { recursive: true });
const files = await bundleChat();
const errors: string[] = [];
const profile = join(artifacts, `profile-${process.pid}`);
const browser = await openBrowser(profile, { width: 420, height: 800 });
try {
  for (const theme of themeNames.filter((name) => isWanted(name, themeNames)))
    for (const scene of scenes.filter(({ name }) => isWanted(name, sceneNames)))
      await takePictures(browser, theme, scene);
} finally {
  await browser.close();
  await rm(profile, { recursive: true, force: true });
}
for (const error of errors) console.error(error);
process.exitCode = errors.length > 0 ? 1 : 0;

/** One scene in one theme, at every width. */
async function takePictures(context: BrowserContext, theme: ThemeName, scene: Scene): Promise<void> {
  const page = await openChatPage(context, files, { theme, language }, (text) => {
    errors.push(`${scene.name}, ${theme}: ${text}`);
  });
  await playScene(page, scene);
  for (const width of widths) {
    await fitChat(page, width);
    await page.screenshot({
      path: join(
        artifacts,
        `${[scene.name, width, theme, tag].filter((part) => part !== undefined).join('-')}.png`,
      ),
      animations: 'disabled',
    });
  }
  await page.close();
}

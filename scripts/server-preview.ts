/**
 * Pictures of a server's page without an editor: `node scripts/server-preview.ts [theme…] [scene…] [language]`
 * writes artifacts/preview/<scene>-<width>-<theme>[-<language>].png. Fails when the page complains, such as of a breach of its policy.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openBrowser } from './host/browser.ts';
import { languageOf, languageTags } from './preview/language.ts';
import { themeNames } from './preview/page.ts';
import { bundleServerPage, openServerPage } from './preview/serverPage.ts';
import { serverScenes } from './preview/serverScenes.ts';

const artifacts = join(import.meta.dirname, '../artifacts/preview');
const widths = [250, 420, 1000];
const wanted = process.argv.slice(2);
const sceneNames = serverScenes.map(({ name }) => name);
/** Without a word about themes (or scenes) all of them are wanted. */
const isWanted = (name: string, all: readonly string[]): boolean =>
  wanted.includes(name) || !wanted.some((word) => all.includes(word));

/** Without a word about it the page is in English. */
const tag = wanted.find((word) => languageTags.includes(word));
const language = tag === undefined ? undefined : languageOf(tag);

await mkdir(artifacts, { recursive: true });
const files = await bundleServerPage();
const errors: string[] = [];
const profile = join(artifacts, `profile-${process.pid}`);
const browser = await openBrowser(profile, { width: 1000, height: 700 });
try {
  for (const theme of themeNames.filter((name) => isWanted(name, themeNames)))
    for (const scene of serverScenes.filter(({ name }) => isWanted(name, sceneNames))) {
      const page = await openServerPage(browser, files, { theme, language }, scene, (text) => {
        errors.push(`${scene.name}: ${text}`);
      });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 760 });
        await page.screenshot({
          path: join(
            artifacts,
            `${[scene.name, width, theme, tag].filter((part) => part !== undefined).join('-')}.png`,
          ),
        });
      }
      await page.close();
    }
} finally {
  await browser.close();
  await rm(profile, { recursive: true, force: true });
}
for (const error of errors) console.error(error);
process.exitCode = errors.length > 0 ? 1 : 0;

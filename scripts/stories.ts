/**
 * `npm run stories -- [story…] [theme…] [language]`, by hand to look at the pages: draws stories, all in all themes unless
 * named, to artifacts/stories/<story>-<width>-<theme>[-<language>].png. `--list` lists them. Fails if a page reports an
 * error, such as a CSP violation.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPages } from '../stories/pages/openPage.ts';
import { languageOf, languageTags } from '../stories/pages/language.ts';
import { openStory, storyNames } from '../stories/pages/openStory.ts';
import { themeNames } from '../stories/pages/page.ts';
import { openBrowser } from './host/browser.ts';

const artifacts = join(import.meta.dirname, '../artifacts/stories');
/** CSS pixels: a narrow side bar, a usual one, a tab. */
const WIDTHS = [250, 420, 1000];

const wanted = process.argv.slice(2);
const unknown = wanted.filter(
  (word) => ![...storyNames, ...themeNames, ...languageTags, '--list'].includes(word),
);
if (unknown.length > 0) {
  console.error(`There is no story, theme or language "${unknown.join('", "')}": see --list.`);
  process.exitCode = 1;
} else if (wanted.includes('--list')) {
  console.log(`stories: ${storyNames.join(', ')}`);
  console.log(`themes: ${themeNames.join(', ')}`);
  console.log(`languages besides English: ${languageTags.join(', ')}`);
} else await draw();

/** All, if the command names none. */
function wantedOf<Name extends string>(all: readonly Name[]): readonly Name[] {
  const named = all.filter((name) => wanted.includes(name));
  return named.length > 0 ? named : all;
}

async function draw(): Promise<void> {
  const tag = wanted.find((word) => languageTags.includes(word));
  const language = tag === undefined ? undefined : languageOf(tag);
  const errors: string[] = [];
  await mkdir(artifacts, { recursive: true });
  const files = await readPages();
  const profile = await mkdtemp(join(tmpdir(), 'patchbay-stories-'));
  const browser = await openBrowser(profile, { width: 420, height: 800 });
  try {
    for (const theme of wantedOf(themeNames))
      for (const story of wantedOf(storyNames))
        for (const width of WIDTHS) {
          const page = await openStory(browser, files, { theme, language }, story, width, (text) => {
            errors.push(`${story}, ${theme}: ${text}`);
          });
          const name = [story, width, theme, tag].filter((part) => part !== undefined).join('-');
          await page.screenshot({ path: join(artifacts, `${name}.png`), animations: 'disabled' });
          await page.close();
        }
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
  for (const error of errors) console.error(error);
  process.exitCode = errors.length > 0 ? 1 : 0;
}

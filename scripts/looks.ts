/**
 * `npm run looks -- [sheet…]`, by hand after the pages look different: draws the pictures of docs/looks.md,
 * docs/images/<sheet>.webp. Fails if a page reports an error, such as a CSP violation.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPages } from '../stories/pages/openPage.ts';
import { languageOf } from '../stories/pages/language.ts';
import { openStory } from '../stories/pages/openStory.ts';
import { themeNames, type ThemeName } from '../stories/pages/page.ts';
import { openBrowser } from './host/browser.ts';
import { drawSheet, type Shot } from './looks/sheet.ts';

const images = join(import.meta.dirname, '../docs/images');
/** CSS pixels of a side bar. */
const SIDE = 420;
/** CSS pixels; taller pictures are cut. */
const CUT = 860;

/** Rows of pictures, their kind, and their scale. */
interface Sheet {
  readonly name: string;
  readonly scale: number;
  readonly rows: readonly (readonly Picture[])[];
}

interface Picture {
  readonly story: string;
  readonly theme: ThemeName;
  readonly width: number;
  readonly language?: 'de';
}

const inTheme = (theme: ThemeName, names: readonly string[], width = SIDE): Picture[] =>
  names.map((story) => ({ story, theme, width }));
const inWidths = (story: string): Picture[] =>
  [250, SIDE, 1000].map((width) => ({ story, theme: 'dark', width }));

const inGerman = (pictures: readonly Picture[]): Picture[] =>
  pictures.map((picture) => ({ ...picture, language: 'de' }));

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
      inTheme('dark', ['paused', 'commands-background', 'commands-asking', 'low-window']),
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
  {
    name: 'looks-german',
    scale: 0.6,
    rows: [
      inGerman(inTheme('light', ['approval-edits', 'edits-made', 'plan', 'changes'], 300)),
      inGerman(inTheme('dark', ['approval', 'steps', 'sums'], SIDE)),
      inGerman(inTheme('hc-light', ['outcomes', 'request'], 1000)),
    ],
  },
];

const wanted = process.argv.slice(2);
const errors: string[] = [];
const files = await readPages();
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
    const picture = await drawSheet(browser, rows, sheet.scale);
    await writeFile(join(images, `${sheet.name}.webp`), picture);
    console.log(`${sheet.name}.webp: ${Math.round(picture.length / 1000)} kB`);
  }
} finally {
  await browser.close();
  await rm(profile, { recursive: true, force: true });
}
for (const error of errors) console.error(error);
process.exitCode = errors.length > 0 ? 1 : 0;

async function take({ story, theme, width, language }: Picture): Promise<Shot> {
  const look = { theme, ...(language && { language: languageOf(language) }) };
  const page = await openStory(browser, files, look, story, width, (text) => {
    errors.push(`${story}, ${theme}: ${text}`);
  });
  const { height = CUT } = page.viewportSize() ?? {};
  const clip = { x: 0, y: 0, width, height: Math.min(CUT, height) };
  const png = await page.screenshot({ animations: 'disabled', clip });
  await page.close();
  return { label: [story, theme, ...(language ? [language] : []), `${width} px`].join(', '), width, png };
}

/**
 * `npm run check:docs`, in `npm run check`: what documents name is there. Links with their headings, npm scripts,
 * settings, commands by their titles, labels, files, tests, decisions, the steps of docs/flows.md.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { flowProblems, layerProblems } from './docs/code.ts';
import { decisionProblems } from './docs/decisions.ts';
import { labelProblems } from './docs/labels.ts';
import { linkProblems } from './docs/links.ts';
import {
  commandProblems,
  guideProblems,
  pathProblems,
  scopeProblems,
  scriptProblems,
  settingProblems,
  versionProblems,
} from './docs/names.ts';
import { readAll } from './docs/pages.ts';
import { endpointProblems, featureProblems, threatProblems } from './docs/tests.ts';
import { commands as commandTable } from '../src/contributions/commands.ts';
import { commands, settings } from '../src/contributions/index.ts';
import type { Setting } from '../src/contributions/setting.ts';
import { settings as settingTable } from '../src/contributions/settings.ts';

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly vscode: string };
}

const read = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined;
const pages = await readAll();
const sources = await readAll(['*.mjs', '{src,test,scripts,stories,bench}/**/*.{ts,tsx,mjs}']);
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const messages = Object.keys(JSON.parse(readFileSync('l10n/bundle.l10n.de.json', 'utf8')) as object);
const manifestTexts = Object.values(JSON.parse(readFileSync('package.nls.json', 'utf8')) as object).map(
  String,
);
const named = [...Object.keys(settings), ...Object.keys(commands)].map((name) => `patchbay.${name}`);
const ofWorkspace = Object.entries<Setting>(settingTable)
  .filter(([, { scope }]) => scope === 'window')
  .map(([name]) => name);

const problems = [
  ...linkProblems(pages, existsSync),
  ...scriptProblems(pages, new Set(Object.keys(manifest.scripts))),
  ...settingProblems(pages, new Set(['patchbay.patchbay', ...named])),
  ...commandProblems(pages, new Set(Object.values(commandTable).map(({ title }) => title.en))),
  ...labelProblems(pages, [...messages, ...manifestTexts]),
  ...pathProblems(pages, [...sources.keys()], existsSync),
  ...guideProblems(pages, existsSync),
  ...scopeProblems(pages, ofWorkspace),
  ...versionProblems(pages, manifest.engines.vscode.replace(/^\^/, '').replace(/\.0$/, '')),
  ...endpointProblems(pages, read),
  ...threatProblems(pages, existsSync),
  ...featureProblems(pages, existsSync),
  ...decisionProblems(pages, sources),
  ...flowProblems(pages.get('docs/flows.md') ?? '', read),
  ...layerProblems(pages.get('docs/architecture.md') ?? '', readdirSync('src')),
];
for (const problem of problems) console.error(problem);
console.log(`${pages.size} documents, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;

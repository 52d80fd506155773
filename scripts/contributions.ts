/**
 * `npm run generate`, after a change of src/contributions: writes the tables' part of package.json, the package.nls
 * files and docs/settings.md. `npm run check:contributions` writes nothing, and fails if one of them differs.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, matchesGlob } from 'node:path';
import { format, type FormatOptions } from 'oxfmt';
import { withContributions } from './contributions/manifest.ts';
import { settingsPage, type SettingsGroup } from './contributions/settingsPage.ts';
import type { Language } from '../src/contributions/text.ts';

const bundles: Readonly<Record<Language, string>> = { en: 'package.nls.json', de: 'package.nls.de.json' };

/** The formatter's settings. Its interface takes no overrides, as its command line does. */
interface FormatSettings extends FormatOptions {
  readonly overrides: readonly { readonly files: readonly string[]; readonly options: FormatOptions }[];
}

function optionsFor(path: string, { overrides, ...options }: FormatSettings): FormatOptions {
  const of = overrides.filter(({ files }) => files.some((pattern) => matchesGlob(basename(path), pattern)));
  return Object.assign({}, options, ...of.map((each) => each.options)) as FormatOptions;
}

/** Returns the formatted files by path. */
export async function generatedFiles(manifestText: string): Promise<ReadonlyMap<string, string>> {
  const { manifest, texts } = withContributions(
    JSON.parse(manifestText) as Readonly<Record<string, unknown>>,
  );
  const { configuration } = manifest['contributes'] as {
    readonly configuration: readonly SettingsGroup[];
  };
  const sources = {
    'package.json': JSON.stringify(manifest),
    ...Object.fromEntries(
      Object.entries(bundles).map(([language, file]) => [
        file,
        JSON.stringify(texts.in(language as Language)),
      ]),
    ),
    'docs/settings.md': settingsPage(configuration, texts.in('en')),
  };
  const settings = JSON.parse(await readFile('.oxfmtrc.json', 'utf8')) as FormatSettings;
  const files = new Map<string, string>();
  for (const [path, source] of Object.entries(sources)) {
    const { code, errors } = await format(path, source, optionsFor(path, settings));
    if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
    files.set(path, code);
  }
  return files;
}

/** A line per difference. */
export function difference(path: string, actual: string, expected: string): readonly string[] {
  if (actual === expected) return [];
  const [is, should] = [actual.split('\n'), expected.split('\n')];
  const at = should.findIndex((line, index) => line !== is[index]);
  const line = at === -1 ? should.length : at;
  const shown = (text: string | undefined): string => shortened(text, is[line], should[line]);
  return [`${path}:${line + 1}: ${shown(is[line])}`, `  by the tables: ${shown(should[line])}`];
}

/** The differing part of a line: a table's rows are long. */
function shortened(line = '(end)', one = '', other = ''): string {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const start = Math.max(0, same - 40);
  const text = line
    .slice(start, start + 120)
    .trim()
    .replaceAll(/\s+/g, ' ');
  return `${start > 0 ? '…' : ''}${text}${line.length > start + 120 ? '…' : ''}`;
}

if (import.meta.main) {
  const files = await generatedFiles(await readFile('package.json', 'utf8'));
  const problems: string[] = [];
  for (const [path, expected] of files) {
    const actual = await readFile(path, 'utf8').catch(() => '');
    if (!process.argv.includes('--check')) await writeFile(path, expected);
    else problems.push(...difference(path, actual, expected));
  }
  if (problems.length > 0) {
    for (const problem of problems) console.error(problem);
    console.error('Edit src/contributions and run `npm run generate`.');
    process.exitCode = 1;
  }
}

/**
 * `search_text` in 100,000 files beside ripgrep by itself, outside an editor: `node textSearch.ts RIPGREP` prints what
 * both take. `RIPGREP` is the root of an editor that brings one along.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LineMatcher } from '../../src/tools/index.ts';
import { findRipgrep } from '../../src/tools/textSearch/ripgrepProgram.ts';
import { timed } from '../rounds.ts';

/** Printed as JSON, in ms. */
export interface SearchTimes {
  readonly rounds: readonly { readonly ours: number; readonly ripgrep: number }[];
  /** The part of the files with the word that the search has found. */
  readonly found: number;
  readonly list: readonly number[];
}

const FILES = 100_000;
const PER_FOLDER = 50;
const WITH_WORD = 20;
const ROUNDS = 7;

const standIn = new URL('../../test/adversarial/vscode.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
const editor = await import('../../test/adversarial/vscode.ts');
const { searchText } = await import('../../src/editor/builtInTools/search.ts');
const { findFiles } = await import('../../src/editor/builtInTools/findFiles.ts');

const [, , appRoot = ''] = process.argv;
editor.env.appRoot = appRoot;
const program = await findRipgrep(appRoot, []);
if (program === undefined) throw new Error(`There is no ripgrep in ${appRoot}.`);
const workspace = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
try {
  await fill(workspace);
  editor.openFolders(workspace);
  const context = { signal: new AbortController().signal, onProgress: () => undefined, approved: [] };
  let report = '';
  const ours = (): Promise<number> =>
    timed(async () => {
      const query = { query: 'needleWord', output: 'counts' };
      const [part] = await searchText(query, context, (expression) => new LineMatcher(expression));
      report = part?.type === 'text' ? part.text : '';
    });
  const ripgrep = (): Promise<number> =>
    timed(async () => {
      execFileSync(program, ['--no-config', '--hidden', '--ignore-case', '--json', 'needleWord', './'], {
        cwd: workspace,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    });
  const rounds: { readonly ours: number; readonly ripgrep: number }[] = [];
  const list: number[] = [];
  await ripgrep();
  await ours();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, second] = round % 2 === 0 ? [ours, ripgrep] : [ripgrep, ours];
    const [one, other] = [await first(), await second()];
    rounds.push(round % 2 === 0 ? { ours: one, ripgrep: other } : { ours: other, ripgrep: one });
    list.push(await timed(() => findFiles({ pattern: '**/*.ts' }, context)));
  }
  const found = report.split('\n').filter((line) => line.endsWith('.ts: 1')).length;
  console.log(JSON.stringify({ rounds, list, found: found / WITH_WORD } satisfies SearchTimes));
} finally {
  await rm(workspace, { recursive: true, force: true });
}

async function fill(root: string): Promise<void> {
  for (let index = 0; index < FILES; index += 1) {
    const folder = join(root, `package${Math.floor(index / 5_000)}/folder${Math.floor(index / PER_FOLDER)}`);
    if (index % PER_FOLDER === 0) await mkdir(folder, { recursive: true });
    const word = index % (FILES / WITH_WORD) === 77 ? '// needleWord\n' : '';
    const text = Array.from({ length: 100 }, (_, line) => `export const value${line} = ${index * line};\n`);
    await writeFile(join(folder, `file${index}.ts`), word + text.join(''));
  }
  execFileSync('git', ['init', '--quiet', root]);
}

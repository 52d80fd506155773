/**
 * `npm run check:words`, in `npm run check`: checks names against docs/glossary.md: a word in code type in the last column
 * of its tables may be in no identifier and no path, folders included. Names are split at capitals, underscores and
 * hyphens. Comments of `src` are checked for a subject (words/comments.ts).
 */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { commentProblems } from './words/comments.ts';

/** Names of others: stored formats, and texts that tests send. */
const exceptions: readonly RegExp[] = [/^test\/fixtures\/recorded\//];

/** The words to use, by the word to avoid. */
export function wordsOf(glossary: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const line of glossary.split('\n')) {
    const [, , use, not] = line.split('|').map((cell) => cell.trim());
    if (use === undefined || not === undefined) continue;
    for (const [, word = ''] of not.matchAll(/`([a-z]+)`/g)) words.set(word, use);
  }
  return words;
}

export interface WrongName {
  readonly line: number;
  readonly name: string;
  readonly word: string;
}

/** Returns the names of the code. Comments, strings and regular expressions have none. */
export function wrongNames(source: string, words: ReadonlySet<string>): readonly WrongName[] {
  const found = new Map<string, WrongName>();
  const code = source.replaceAll(
    // Comments, strings, the text of templates, and regular expressions where an operand is expected.
    /\/\*[^]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[(,=:[!&|?{};]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g,
    (text) => (text.startsWith('`') ? insertions(text) : '') + text.replaceAll(/[^\n]/g, ''),
  );
  for (const [index, line] of code.split('\n').entries())
    for (const [name] of line.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const word = partsOf(name).find((part) => words.has(part));
      if (word !== undefined && !found.has(name)) found.set(name, { line: index + 1, name, word });
    }
  return [...found.values()];
}

/** The code within a template. */
function insertions(template: string): string {
  return [...template.matchAll(/\$\{([^{}]*)\}/g)]
    .map(([, code = '']) => ` ${code.replaceAll('\n', ' ')} `)
    .join('');
}

export function partsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((part) => part.toLowerCase());
}

if (import.meta.main) {
  const words = wordsOf(await readFile('docs/glossary.md', 'utf8'));
  const banned = new Set(words.keys());
  const comments: [path: string, source: string][] = [];
  const paths = globSync('{src,scripts,test,bench,stories}/**/*.{ts,tsx,mjs,cjs,css,json,sql}').filter(
    (path) => !exceptions.some((each) => each.test(path)),
  );
  let wrong = 0;
  const report = (place: string, name: string, word: string): void => {
    wrong += 1;
    console.error(`${place}: ${name} has "${word}"; the glossary's word is: ${words.get(word)}`);
  };
  for (const path of paths.toSorted()) {
    const inPath = partsOf(path).find((part) => banned.has(part));
    if (inPath !== undefined) report(path, basename(path), inPath);
    if (!/\.[mc]?tsx?$/.test(path)) continue;
    const source = await readFile(path, 'utf8');
    if (path.startsWith('src/')) comments.push([path, source]);
    for (const { line, name, word } of wrongNames(source, banned)) report(`${path}:${line}`, name, word);
  }
  console.log(`${paths.length} files, ${wrong} names against docs/glossary.md.`);
  const problems = commentProblems(comments);
  for (const problem of problems) console.error(problem);
  console.log(`${comments.length} files of src, ${problems.length} comments without a subject.`);
  if (wrong > 0 || problems.length > 0 || banned.size === 0) process.exitCode = 1;
}

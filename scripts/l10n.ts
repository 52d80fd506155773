/**
 * `npm run check:l10n`, in `npm run check`: checks that every message of the source and package.json is translated, and
 * every translation used, and both as docs/glossary.md wants texts that users read. Prints problems and exits with 1. `-- --write`, after a change of messages, first removes
 * unused messages from the bundles, and adds new ones as empty strings.
 */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { manifestMessages } from './l10n/manifest.ts';
import { messagesOf } from './l10n/messages.ts';
import { completed, problemsOf, repeatedKeys, type Bundle } from './l10n/problems.ts';
import { messageOf, styleProblems } from './l10n/style.ts';

const write = process.argv.includes('--write');
const problems: string[] = [];
const messages = new Set<string>();
for (const file of globSync('src/**/*.{ts,tsx}')) {
  const found = messagesOf(file, await readFile(file, 'utf8'));
  problems.push(...found.problems);
  for (const message of found.messages) messages.add(message);
}

const manifest = manifestMessages(JSON.parse(await readFile('package.json', 'utf8')) as object);
problems.push(...manifest.problems.map((problem) => `package.json: ${problem}`));
const manifestKeys = new Set(manifest.messages);
const english = await readBundle('package.nls.json');

for (const file of globSync('package.nls*.json')) report(file, await readBundle(file), manifestKeys, english);
const asTheyAre = Object.fromEntries([...messages].map((message) => [message, message]));
for (const file of globSync('l10n/bundle.l10n.*.json'))
  report(file, await completeBundle(file), messages, asTheyAre);

for (const message of messages)
  problems.push(...styleProblems('en', message, messageOf(message)).map((problem) => `src: ${problem}`));

for (const problem of problems) console.error(problem);
console.log(`${messages.size + manifestKeys.size} messages, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** `originals`: the English text by key. */
function report(file: string, bundle: Bundle, keys: ReadonlySet<string>, originals: Bundle): void {
  problems.push(...problemsOf(bundle, keys, originals).map((problem) => `${file}: ${problem}`));
  const language = /\.(\w+)\.json$/.exec(file)?.[1];
  for (const [key, text] of Object.entries(bundle))
    problems.push(
      ...styleProblems(language === 'nls' ? 'en' : (language ?? ''), key, text).map(
        (each) => `${file}: ${each}`,
      ),
    );
}

/** Reads a bundle, which `--write` completes first. */
async function completeBundle(file: string): Promise<Bundle> {
  const bundle = await readBundle(file);
  if (!write) return bundle;
  const complete = completed(bundle, messages);
  await writeFile(file, `${JSON.stringify(complete, undefined, 2)}\n`);
  return complete;
}

async function readBundle(file: string): Promise<Bundle> {
  const text = await readFile(file, 'utf8');
  if (!write) problems.push(...repeatedKeys(text).map((key) => `${file}: is there twice: ${key}`));
  return JSON.parse(text) as Bundle;
}

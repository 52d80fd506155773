/**
 * `npm run release:prepare -- minor`, or `major`, `patch`, `--pre-release`, by the releaser: sets the next version in
 * package.json, package-lock.json and the changelog's "Unreleased", without a commit. Whether the tests have passed is
 * for the releaser to check (docs/releasing.md).
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { releaseChangelog } from './release/changelog.ts';
import { readManifest } from './release/manifest.ts';
import { nextVersion, parseStep } from './release/version.ts';

try {
  await prepare();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function prepare(): Promise<void> {
  const step = parseStep(process.argv.slice(2));
  const changes = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  if (changes !== '')
    throw new Error(`The working tree has changes. Commit or remove them first:\n${changes}`);
  const { version: current } = await readManifest();
  const version = nextVersion(current, step);
  const tag = `v${version}`;
  if (execFileSync('git', ['tag', '--list', tag], { encoding: 'utf8' }) !== '')
    throw new Error(
      `The tag ${tag} exists already. package.json says ${current}: is this the newest commit?`,
    );
  const date = new Date().toISOString().slice(0, 10);
  // First, because it can still fail.
  const changelog = releaseChangelog(await readFile('CHANGELOG.md', 'utf8'), version, date);
  await replaceVersion('package.json', current, version, 1);
  // The lock has it twice: for itself and for its package "".
  await replaceVersion('package-lock.json', current, version, 2);
  await writeFile('CHANGELOG.md', changelog);
  console.log(
    [
      `${current} → ${version}, dated ${date}. Look at the changes ("git diff"), then:`,
      '',
      `  git commit --all --message "release: ${version}"`,
      `  git tag --annotate ${tag} --message "${version}"`,
      `  git push --atomic origin HEAD ${tag}`,
    ].join('\n'),
  );
}

/** Further occurrences are versions of other packages. */
async function replaceVersion(file: string, from: string, to: string, times: number): Promise<void> {
  let text = await readFile(file, 'utf8');
  for (let time = 0; time < times; time += 1)
    text = text.replace(`"version": "${from}"`, `"version": "${to}"`);
  const parsed = JSON.parse(text) as { version: string; packages?: Record<string, { version?: string }> };
  if (parsed.version !== to || (parsed.packages !== undefined && parsed.packages['']?.version !== to))
    throw new Error(`${file} does not say "version": "${from}" where it should.`);
  await writeFile(file, text);
}

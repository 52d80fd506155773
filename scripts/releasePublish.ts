/**
 * `npm run release:publish -- TARGET`, in release.yml: publishes the package that `npm run package` has made.
 *
 * - `marketplace`, `open-vsx`: to the registry, by trusted publishing. There is no token to give.
 * - `github`: a GitHub release of the tag with the package and its bill of materials, by GitHub's own `gh`.
 * - `check`: nothing; only what the others check first.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sectionOf } from './release/changelog.ts';
import { fileNames } from './release/contents.ts';
import { readManifest } from './release/manifest.ts';
import { releaseProblems } from './release/publish.ts';
import { isPreRelease } from './release/version.ts';

const manifest = await readManifest();
const { version } = manifest;
const { vsix, sbom } = fileNames(manifest);
const notes = sectionOf(await readFile('CHANGELOG.md', 'utf8'), version);
const tag = `v${version}`;
const target = process.argv[2];

const described = ['--notes', notes ?? '', ...(isPreRelease(version) ? ['--prerelease'] : [])];

// A repeated workflow skips what is already published.
const commands: Record<string, readonly string[]> = {
  marketplace: ['vsce', 'publish', '--oidc', '--skip-duplicate', '--packagePath', vsix],
  'open-vsx': ['ovsx', 'publish', '--trusted-publishing', '--skip-duplicate', '--packagePath', vsix],
  github: releaseExists()
    ? ['gh', 'release', 'upload', tag, vsix, sbom, '--clobber']
    : ['gh', 'release', 'create', tag, vsix, sbom, '--verify-tag', '--title', version, ...described],
  check: [],
};

const command = commands[target ?? ''];
const missing = target === 'check' ? [] : [vsix, sbom].filter((file) => !existsSync(file));
const problems = [
  ...(command === undefined ? [`Give one of ${Object.keys(commands).join(', ')}.`] : []),
  ...releaseProblems(manifest, notes, process.env['GITHUB_REF_NAME']),
  ...missing.map((file) => `There is no ${file}. Run "npm run package" first.`),
];
for (const problem of problems) console.error(problem);
const [program, ...args] = command ?? [];
if (problems.length > 0) process.exitCode = 1;
else if (program !== undefined) execFileSync(program, args, { stdio: 'inherit' });

/** An earlier run of the workflow can have come as far as that. */
function releaseExists(): boolean {
  if (target !== 'github') return false;
  try {
    execFileSync('gh', ['release', 'view', tag], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * `npm run package`, or `-- FILE.vsix`, in every CI run, in window tests and before a release: builds the .vsix and its
 * bill of materials. `--built` uses the present dist; the same commit gives the same bytes, which `--twice` checks.
 * Advisories about its packages fail it, a registry that cannot be asked does not (`npm run audit` does); `--no-audit`
 * asks none, as tests do. An odd minor number makes a pre-release. Also checks what both registries check when publishing, as far as possible offline
 * (docs/releasing.md).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { isLicenseOk } from 'ovsx/lib/check-license.js';
import { readVSIXPackage, readZip } from 'ovsx/lib/zip.js';
import { auditFile } from './release/auditFile.ts';
import {
  channelProblems,
  entriesOf,
  fileNames,
  packageProblems,
  sbomFile,
  shippedFiles,
} from './release/contents.ts';
import { isAddressUnset, readManifest, type Manifest } from './release/manifest.ts';
import { openVsxProblems } from './release/openVsx.ts';
import { bundledPackages, readInstalled, sbomOf, validateSbom } from './release/sbom.ts';
import { isPreRelease } from './release/version.ts';
import { npmRun, packageBin } from './npm.ts';

const manifest = await readManifest();
const twice = process.argv.includes('--twice');
const file = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? fileNames(manifest).vsix;
const preRelease = isPreRelease(manifest.version);
const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? commitTime());

if (!process.argv.includes('--built')) build();
const files = await shippedFiles();
// The archive stores permissions, which depend on the checkout.
await Promise.all(files.map((path) => chmod(path, 0o644)));
makePackage(file);
const entries = await readZip(file, () => true);
const { size } = await stat(file);
const problems = [
  ...packageProblems({
    entries,
    bytes: size,
    allowed: entriesOf(files),
    privatePaths: [process.cwd(), homedir()].filter((path) => path.split(/[\\/]/).length > 2),
  }),
  ...channelProblems(entries.get('extension.vsixmanifest')?.toString() ?? '', manifest.version),
  ...openVsxProblems((await readVSIXPackage(file)) as Manifest),
  ...((await isLicenseOk('.', manifest)) ? [] : ['ovsx finds no licence.']),
];
const sbom = await writeSbom();
const audited = process.argv.includes('--no-audit')
  ? { lines: ['NOT AUDITED: not asked for.'], problems: [] }
  : await auditFile(sbom);
problems.push(...audited.problems);
if (twice) await checkReproducible();

console.log(
  `${file}: ${Math.round(size / 1024)} kB, ${preRelease ? 'pre-release' : 'release'}, SBOM beside it`,
);
if (isAddressUnset(manifest))
  console.log('It cannot be published yet: the repository has no address (docs/releasing.md).');
for (const line of audited.lines) console.log(`${sbomFile(file)}: ${line}`);
for (const problem of problems) console.error(`${file}: ${problem}`);
if (problems.length > 0) process.exitCode = 1;

/** vsce also checks for secrets, SVG pictures and fields that the Marketplace refuses. */
function makePackage(to: string): void {
  const { repository, version } = manifest;
  // Pictures and links stay those of this version.
  const content = `${repository.url}/blob/v${version}`;
  const images = `${repository.url}/raw/v${version}`;
  // Everything is bundled, so node_modules is ignored.
  const options = ['--no-dependencies', '--baseContentUrl', content, '--baseImagesUrl', images, '--out', to];
  const [program, ...args] = packageBin('@vscode/vsce', 'vsce', [
    'package',
    ...options,
    ...(preRelease ? ['--pre-release'] : []),
  ]);
  execFileSync(program, args, {
    stdio: 'inherit',
    // Archives store local times.
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch), TZ: 'UTC' },
  });
}

async function checkReproducible(): Promise<void> {
  const other = join(await mkdtemp(join(tmpdir(), 'patchbay-package-')), 'again.vsix');
  try {
    build();
    makePackage(other);
    if (!(await readFile(other)).equals(await readFile(file)))
      problems.push('A second build gave other bytes.');
  } finally {
    await rm(dirname(other), { recursive: true });
  }
}

function build(): void {
  const [program, ...args] = npmRun('build');
  execFileSync(program, args, { stdio: 'inherit' });
}

/** Seconds since 1970; the minimum of an archive if there is no repository. */
function commitTime(): string {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim();
  } catch {
    return '315532800';
  }
}

async function writeSbom(): Promise<string> {
  const metafile = JSON.parse(await readFile('dist/metafile.json', 'utf8')) as Metafile;
  const packages = bundledPackages(metafile, (output) => files.includes(output));
  const installed = await Promise.all(
    [...packages.keys()].map(async (path) => [path, await readInstalled(path)] as const),
  );
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  const subject = { manifest, file: fileNames(manifest).vsix, sha256, epoch };
  const text = sbomOf(subject, packages, new Map(installed));
  await validateSbom(text);
  await writeFile(sbomFile(file), text);
  return text;
}

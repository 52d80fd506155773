/**
 * `npm run audit`, after `npm run package`, in every CI run and before a release: looks up advisories about what is in
 * the package, or in another one's `-- FILE.cdx.json`. Fails where one is found, and where the registry could not be
 * asked.
 */
import { readFile } from 'node:fs/promises';
import { auditFile } from './release/auditFile.ts';
import { fileNames } from './release/contents.ts';
import { readManifest } from './release/manifest.ts';

const file = process.argv[2] ?? fileNames(await readManifest()).sbom;
const { lines, problems, why } = await auditFile(await readFile(file, 'utf8'));
for (const line of lines) console.log(`${file}: ${line}`);
for (const problem of problems) console.error(`${file}: ${problem}`);
if (problems.length > 0 || why !== undefined) process.exitCode = 1;

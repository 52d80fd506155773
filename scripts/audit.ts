/**
 * Looks up advisories about what is in the package: `npm run audit`, or `-- FILE.cdx.json`, after `npm run package`.
 * Fails where one is found, and where the registry could not be asked.
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

/** `npm run release:address -- https://github.com/OWNER/NAME`, once, or when the repository moves: sets its address. */
import { readFile, writeFile } from 'node:fs/promises';
import { addressesOf } from './release/address.ts';

try {
  const manifest = JSON.parse(await readFile('package.json', 'utf8')) as object;
  const changed = { ...manifest, ...addressesOf(process.argv[2] ?? '') };
  await writeFile('package.json', `${JSON.stringify(changed, null, 2)}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

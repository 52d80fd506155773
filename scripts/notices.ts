/** Part of esbuild.mjs: collects the licences of what is bundled. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns dist/THIRD-PARTY-NOTICES.txt. `inputs` are the paths that went into the bundles. */
export async function thirdPartyNotices(inputs: readonly string[]): Promise<string> {
  const folders = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const notices = await Promise.all([...folders].toSorted().map(notice));
  return ['Patchbay contains the following packages.', ...new Set(notices)].join(`\n\n${'-'.repeat(80)}\n\n`);
}

async function notice(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  ) as Record<string, string>;
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? `Licence: ${license}` : await readFile(join(folder, file), 'utf8');
  return `${name} ${version}\n\n${text.trim()}`;
}

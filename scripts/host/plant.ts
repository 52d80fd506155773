/** Installs extensions for a VS Code that starts afterwards, as a user would. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder with everything that the extension needs. */
export interface Planted {
  readonly folder: string;
  /** API proposals that it may use, in a window that allows proposals. */
  readonly proposals?: readonly string[];
}

export async function plantExtensions(extensions: readonly Planted[], extensionsDir: string): Promise<void> {
  for (const { folder, proposals } of extensions) {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      publisher: string;
      name: string;
      version: string;
    };
    const { publisher, name, version } = manifest;
    const target = join(extensionsDir, `${publisher}.${name}-${version}`);
    await mkdir(extensionsDir, { recursive: true });
    await cp(folder, target, { recursive: true });
    if (proposals)
      await writeFile(
        join(target, 'package.json'),
        JSON.stringify({ ...manifest, enabledApiProposals: proposals }),
      );
  }
}

/** Puts extensions where a VS Code that starts afterwards finds them, as if a user had installed them. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An extension's folder, with everything it needs in it. */
export interface Planted {
  readonly folder: string;
  /** Proposals of the editor's API that it may use, in a window that allows proposals. */
  readonly proposals?: readonly string[];
}

/** Copies the extensions into the folder for installed ones. */
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

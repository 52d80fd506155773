import { isDeepStrictEqual } from 'node:util';
import type { Server } from '../../mcp/index.ts';

/** The entry has variables, because the paths differ between machines and versions of VS Code and Patchbay. */
export const sampleEntry = {
  command: '${execPath}',
  args: ['${extensionInstallFolder}/dist/sampleServer.cjs'],
  env: { ELECTRON_RUN_AS_NODE: '1' },
};

export function isSample({ definition: { launch } }: Server): boolean {
  return launch.kind === 'stdio' && isDeepStrictEqual(launch.args, sampleEntry.args);
}

/** The sample server as it is written in the settings. */
import { isDeepStrictEqual } from 'node:util';
import type { Server } from '../../mcp/index.ts';

/** Written with variables: where editor and extension are changes with their versions, and from machine to machine. */
export const sampleEntry = {
  command: '${execPath}',
  args: ['${extensionInstallFolder}/dist/sampleServer.cjs'],
  env: { ELECTRON_RUN_AS_NODE: '1' },
};

/** Whether it is the sample server, whatever the user calls it. */
export function isSample({ definition: { launch } }: Server): boolean {
  return launch.kind === 'stdio' && isDeepStrictEqual(launch.args, sampleEntry.args);
}

/**
 * The user of a worker's windows. Who needs another home or other variables gives them to `openWindow`, which then takes
 * a host of its own.
 */
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Made and emptied by `emptyHome`; what a test writes into it is gone once its window is closed. */
export const userHome = join(tmpdir(), `patchbay-user-${process.pid}`);

/** A variable of the user's with a value that only its servers may see. */
export const SECRET_VARIABLE = 'PATCHBAY_E2E_TOKEN';
export const SECRET = 'sesame-open-4711';

export const userEnvironment: NodeJS.ProcessEnv = {
  HOME: userHome,
  [SECRET_VARIABLE]: SECRET,
  // A model that the environment names is offered to the user.
  OPENAI_BASE_URL: undefined,
  OPENAI_API_KEY: undefined,
  OPENAI_MODEL: undefined,
};

export async function emptyHome(): Promise<void> {
  await rm(userHome, { recursive: true, force: true, maxRetries: 5 });
  await mkdir(userHome, { recursive: true });
}

/** The lint on a file that is made for it. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Run by Node, as on Windows the command is a `.cmd` file, which cannot be run like this. */
const oxlint = join(import.meta.dirname, '../../node_modules/oxlint/bin/oxlint');

/** What the lint says of `source` as a file of that name; it is removed again. */
export async function lint(file: string, source: string, options: readonly string[] = []): Promise<string> {
  await writeFile(file, source);
  try {
    return await new Promise((resolve) => {
      execFile(process.execPath, [oxlint, file, '--format', 'unix', ...options], (_, stdout) =>
        resolve(stdout),
      );
    });
  } finally {
    await rm(file);
  }
}

/** Runs the processes that take part in a benchmark. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The absolute path of a file of the repository. */
export function repoFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

/**
 * Runs a script with this Node to its end, in the repository's root, and returns what it printed.
 * @throws when it fails; its stderr is shown as it comes.
 */
export async function runNode(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...args], {
    cwd: repoFile('.'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code ?? signal}: ${output.slice(-500)}`);
  return output;
}

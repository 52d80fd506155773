import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export function repoFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

/**
 * Runs a script with this Node in the repository's root; returns its stdout and passes its stderr on. @throws Error if
 * it fails.
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

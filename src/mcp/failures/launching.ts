/** Commands that cannot be started: which file was looked for, where, and how to get it. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Launch } from '../definition/definition.ts';
import type { ProcessTrace, ServerFailure } from './serverFailure.ts';

type StdioLaunch = Extract<Launch, { kind: 'stdio' }>;

/** The working directory of a server does not exist. Node reports that as if the command were missing. */
export class FolderMissing extends Error {
  override readonly name = 'FolderMissing';
  constructor(folder: string) {
    super(`The folder ${folder}, in which it is to be started, does not exist.`);
  }
}

/** The launchers that most servers are started with, and where each comes from. */
const sources: readonly (readonly [RegExp, string])[] = [
  [/^(node|npm|npx|corepack)$/, 'It comes with Node.js: install that from https://nodejs.org.'],
  [/^(uv|uvx)$/, 'It comes with uv: install that as https://docs.astral.sh/uv says.'],
  [/^(python|python3|pip|pip3|pipx)$/, 'It comes with Python: install that from https://www.python.org.'],
  [/^docker$/, 'It comes with Docker: install Docker Desktop or Docker Engine, and start it.'],
  [/^podman$/, 'It comes with Podman: install that from https://podman.io.'],
  [/^(dotnet|dnx)$/, 'It comes with the .NET SDK: install that from https://dot.net.'],
  [/^(bun|bunx)$/, 'It comes with Bun: install that from https://bun.sh.'],
  [/^deno$/, 'It comes with Deno: install that from https://deno.com.'],
];

/** Explains an error of `spawn`, by its code; nothing for a code that says nothing of the command. */
export function explainSpawnError(
  code: string | undefined,
  launch: StdioLaunch,
  trace: ProcessTrace | undefined,
): ServerFailure | undefined {
  if (code === 'ENOENT') return notFound(launch, trace);
  if (code !== 'EACCES' && code !== 'ENOEXEC') return undefined;
  return {
    reason: 'not-executable',
    message:
      code === 'EACCES'
        ? `Command "${launch.command}" may not be executed.`
        : `Command "${launch.command}" is no program that this machine can run.`,
    next: 'Make the file executable (chmod +x), or start it through its interpreter, e.g. "command": "node" with the file as the first of its "args".',
  };
}

function notFound({ command }: StdioLaunch, trace: ProcessTrace | undefined): ServerFailure {
  const reason = 'command-not-found';
  if (/[\\/]/.test(command)) {
    return existsSync(command)
      ? {
          reason,
          message: `Command "${command}" names an interpreter in its first line that was not found.`,
          next: 'Install the interpreter, or name another one as "command" with the file as the first of its "args".',
        }
      : {
          reason,
          message: `Command "${command}" was not found: there is no such file.`,
          next: 'Correct the path in "command". A relative path starts in the folder that the server is started in.',
        };
  }
  const name = basename(command).replace(/\.(exe|cmd|bat|ps1)$/i, '');
  const source = sources.find(([pattern]) => pattern.test(name))?.[1] ?? 'Install it.';
  const folders = trace?.searched ?? [];
  const count = folders.length === 1 ? 'the one folder' : `the ${folders.length} folders`;
  return {
    reason,
    message: `Command "${command}" was not found in ${count} of PATH.`,
    next: `${source} If it is installed, give its full path in "command", or start the editor from a terminal in which it works, so that both have the same PATH.`,
    details: ['Searched in:', ...(folders.length === 0 ? ['(PATH is empty)'] : folders)].join('\n'),
  };
}

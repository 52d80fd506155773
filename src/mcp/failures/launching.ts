/** Commands that cannot be started: which file was looked for, where, and how to get it. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Launch } from '../definition/definition.ts';
import type { ProcessTrace, Cause } from './serverFailure.ts';

type StdioLaunch = Extract<Launch, { kind: 'stdio' }>;

/** The working directory of a server does not exist. Node reports that as if the command were missing. */
export class FolderMissing extends Error {
  override readonly name = 'FolderMissing';
  constructor(folder: string) {
    super(`The folder ${folder}, in which it is to be started, does not exist.`);
  }
}

/** Where a launcher comes from. */
interface Source {
  readonly pattern: RegExp;
  /** What to install. */
  readonly what: string;
  readonly url: string;
  readonly how: string;
}

/** The launchers that most servers are started with. */
const sources: readonly Source[] = [
  source(/^(node|npm|npx|corepack)$/, 'Node.js', 'https://nodejs.org'),
  {
    pattern: /^(uv|uvx)$/,
    what: 'uv',
    url: 'https://docs.astral.sh/uv',
    how: 'install that as https://docs.astral.sh/uv says.',
  },
  source(/^(python|python3|pip|pip3|pipx)$/, 'Python', 'https://www.python.org'),
  {
    pattern: /^docker$/,
    what: 'Docker',
    url: 'https://docs.docker.com/get-started/get-docker/',
    how: 'install Docker Desktop or Docker Engine, and start it.',
  },
  source(/^podman$/, 'Podman', 'https://podman.io'),
  source(/^(dotnet|dnx)$/, 'the .NET SDK', 'https://dot.net'),
  source(/^(bun|bunx)$/, 'Bun', 'https://bun.sh'),
  source(/^deno$/, 'Deno', 'https://deno.com'),
];

function source(pattern: RegExp, what: string, url: string): Source {
  return { pattern, what, url, how: `install that from ${url}.` };
}

/** Where the command comes from, if it is a well known launcher. */
export function sourceOf(command: string): Source | undefined {
  const name = basename(command).replace(/\.(exe|cmd|bat|ps1)$/i, '');
  return sources.find(({ pattern }) => pattern.test(name));
}

/** Explains an error of `spawn`, by its code; nothing for a code that says nothing of the command. */
export function explainSpawnError(
  code: string | undefined,
  launch: StdioLaunch,
  trace: ProcessTrace | undefined,
): Cause | undefined {
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

function notFound({ command }: StdioLaunch, trace: ProcessTrace | undefined): Cause {
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
  const known = sourceOf(command);
  const install = known ? `It comes with ${known.what}: ${known.how}` : 'Install it.';
  const folders = trace?.searched ?? [];
  const count = folders.length === 1 ? 'the one folder' : `the ${folders.length} folders`;
  return {
    reason,
    message: `Command "${command}" was not found in ${count} of PATH.`,
    next: `${install} If it is installed, give its full path in "command", or start the editor from a terminal in which it works, so that both have the same PATH.`,
    details: ['Searched in:', ...(folders.length === 0 ? ['(PATH is empty)'] : folders)].join('\n'),
  };
}

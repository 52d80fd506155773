/** Commands that cannot be started: which file was looked for, where, and how to get it. */
import { t } from '@vscode/l10n';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Launch } from '../definition/definition.ts';
import { SpokenError } from '../spoken.ts';
import type { ProcessTrace, Cause } from './serverFailure.ts';

type StdioLaunch = Extract<Launch, { kind: 'stdio' }>;

/** The working directory of a server does not exist. Node reports that as if the command were missing. */
export class FolderMissing extends SpokenError {
  override readonly name = 'FolderMissing';
  constructor(folder: string) {
    super(() => t('The folder {0}, in which it is to be started, does not exist.', folder));
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
function sources(): readonly Source[] {
  return [
    source(/^(node|npm|npx|corepack)$/, 'Node.js', 'https://nodejs.org'),
    {
      pattern: /^(uv|uvx)$/,
      what: 'uv',
      url: 'https://docs.astral.sh/uv',
      how: t('install that as {0} says.', 'https://docs.astral.sh/uv'),
    },
    source(/^(python|python3|pip|pip3|pipx)$/, 'Python', 'https://www.python.org'),
    {
      pattern: /^docker$/,
      what: 'Docker',
      url: 'https://docs.docker.com/get-started/get-docker/',
      how: t('install Docker Desktop or Docker Engine, and start it.'),
    },
    source(/^podman$/, 'Podman', 'https://podman.io'),
    source(/^(dotnet|dnx)$/, t('the .NET SDK'), 'https://dot.net'),
    source(/^(bun|bunx)$/, 'Bun', 'https://bun.sh'),
    source(/^deno$/, 'Deno', 'https://deno.com'),
  ];
}

function source(pattern: RegExp, what: string, url: string): Source {
  return { pattern, what, url, how: t('install that from {0}.', url) };
}

/** Where the command comes from, if it is a well known launcher. */
export function sourceOf(command: string): Source | undefined {
  const name = basename(command).replace(/\.(exe|cmd|bat|ps1)$/i, '');
  return sources().find(({ pattern }) => pattern.test(name));
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
        ? t('Command "{0}" may not be executed.', launch.command)
        : t('Command "{0}" is no program that this machine can run.', launch.command),
    next: t(
      'Make the file executable (chmod +x), or start it through its interpreter, e.g. "command": "node" with the file as the first of its "args".',
    ),
  };
}

function notFound({ command }: StdioLaunch, trace: ProcessTrace | undefined): Cause {
  const reason = 'command-not-found';
  if (/[\\/]/.test(command)) {
    return existsSync(command)
      ? {
          reason,
          message: t('Command "{0}" names an interpreter in its first line that was not found.', command),
          next: t(
            'Install the interpreter, or name another one as "command" with the file as the first of its "args".',
          ),
        }
      : {
          reason,
          message: t('Command "{0}" was not found: there is no such file.', command),
          next: t(
            'Correct the path in "command". A relative path starts in the folder that the server is started in.',
          ),
        };
  }
  const known = sourceOf(command);
  const install = known ? t('It comes with {0}: {1}', known.what, known.how) : t('Install it.');
  const inPath = t(
    'If it is installed, give its full path in "command", or start the editor from a terminal in which it works, so that both have the same PATH.',
  );
  const folders = trace?.searched ?? [];
  return {
    reason,
    message:
      folders.length === 1
        ? t('Command "{0}" was not found in the one folder of PATH.', command)
        : t('Command "{0}" was not found in the {1} folders of PATH.', command, folders.length),
    next: `${install} ${inPath}`,
    details: [t('Searched in:'), ...(folders.length === 0 ? [t('(PATH is empty)')] : folders)].join('\n'),
  };
}

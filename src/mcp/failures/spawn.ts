/** Explains commands that cannot be started: which file was looked for, where, and how to install it. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { content, join, type LocalizedMessage, msg } from '../../base/common/message.ts';
import type { Launch } from '../definition/definition.ts';
import { commandMistake } from './launchMistakes.ts';
import type { Cause } from './serverFailure.ts';
import type { ProcessTrace } from '../process/processTrace.ts';

type StdioLaunch = Extract<Launch, { kind: 'stdio' }>;

interface Source {
  readonly pattern: RegExp;
  readonly what: LocalizedMessage;
  readonly url: string;
  readonly how: LocalizedMessage;
}

const sources: readonly Source[] = [
  source(/^(node|npm|npx|corepack)$/, content('Node.js'), 'https://nodejs.org'),
  {
    pattern: /^(uv|uvx)$/,
    what: content('uv'),
    url: 'https://docs.astral.sh/uv',
    how: msg('install it as described at {0}.', 'https://docs.astral.sh/uv'),
  },
  source(/^(python|python3|pip|pip3|pipx)$/, content('Python'), 'https://www.python.org'),
  {
    pattern: /^docker$/,
    what: content('Docker'),
    url: 'https://docs.docker.com/get-started/get-docker/',
    how: msg('install and start Docker Desktop or Docker Engine.'),
  },
  source(/^podman$/, content('Podman'), 'https://podman.io'),
  source(/^(dotnet|dnx)$/, msg('the .NET SDK'), 'https://dot.net'),
  source(/^(bun|bunx)$/, content('Bun'), 'https://bun.sh'),
  source(/^deno$/, content('Deno'), 'https://deno.com'),
];

function source(pattern: RegExp, what: LocalizedMessage, url: string): Source {
  return { pattern, what, url, how: msg('install it from {0}.', url) };
}

export function programSource(command: string): Source | undefined {
  const name = basename(command).replace(/\.(exe|cmd|bat|ps1)$/i, '');
  return sources.find(({ pattern }) => pattern.test(name));
}

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
        ? msg('Command "{0}" is not executable.', launch.command)
        : msg('Command "{0}" is not a program that this machine can run.', launch.command),
    next: msg(
      'Make the file executable (chmod +x), or start it with its interpreter, for example "command": "node" with the file as the first entry of "args".',
    ),
  };
}

function notFound({ command }: StdioLaunch, trace: ProcessTrace | undefined): Cause {
  const reason = 'command-not-found';
  if (/[\\/]/.test(command)) {
    return existsSync(command)
      ? {
          reason,
          message: msg('The interpreter named in the first line of command "{0}" was not found.', command),
          next: msg(
            'Install the interpreter, or set "command" to another one and make the file the first entry of "args".',
          ),
        }
      : {
          reason,
          message: msg('Command "{0}" was not found: the file does not exist.', command),
          next:
            commandMistake(command) ??
            msg(
              'Correct the path in "command". A relative path is resolved from the working directory of the server.',
            ),
        };
  }
  const known = programSource(command);
  const install = known
    ? msg('The command comes with {0}: {1}', known.what, known.how)
    : msg('Install the command.');
  const inPath = msg(
    'If the command is installed, enter its full path in "command", or start the editor from a terminal in which the command works, so that both use the same PATH.',
  );
  const folders = trace?.searched ?? [];
  return {
    reason,
    message:
      folders.length === 1
        ? msg('Command "{0}" was not found in the only folder of PATH.', command)
        : msg('Command "{0}" was not found in the {1} folders of PATH.', command, folders.length),
    next: commandMistake(command) ?? join(' ', install, inPath),
    details: join('\n', msg('Searched in:'), ...(folders.length === 0 ? [msg('(PATH is empty)')] : folders)),
  };
}

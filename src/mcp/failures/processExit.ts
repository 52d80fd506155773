import { headText } from '../../base/common/cut.ts';
import { join, LocalizedMessage, msg } from '../../base/common/message.ts';
import type { Launch } from '../definition/definition.ts';
import { inheritedEnvironment } from '../../base/node/environment.ts';
import { lastOutput, plainLine, wholeOutput } from '../process/processTrace.ts';
import { argumentMistake } from './launchMistakes.ts';
import { launcherCacheOf, saysBrokenCache } from './launcherCache.ts';
import type { Cause } from './serverFailure.ts';
import type { ProcessTrace } from '../process/processTrace.ts';

interface Signature {
  readonly pattern: RegExp;
  readonly what: LocalizedMessage;
  readonly next: LocalizedMessage;
}

const native: Signature = {
  pattern:
    /\bNODE_MODULE_VERSION\b|\bERR_DLOPEN_FAILED\b|compiled against a different Node\.js version|Could not locate the bindings file|No native build was found|invalid ELF header|wrong ELF class|\bmach-o\b.*(?:incompatible|wrong) architecture|is not a valid Win32 application|Cannot find module '[^']*\.node'|Cannot find (?:module|package) '?@?[\w./-]*(?:linux|darwin|win32)-(?:x64|arm64|arm|ia32)|Could not load the "sharp" module|version [`']?GLIBC\w*_[\d.]+'? not found|cannot open shared object file|DLL load failed/,
  what: msg('a native module is missing, or was built for another version or system'),
  next: msg(
    'Install the server again with the program that starts it, on this system: delete its "node_modules" or environment, or clear the cache of its launcher. If that does not help, use a version of Node.js or Python that the server names.',
  ),
};

const signatures: readonly Signature[] = [
  native,
  {
    pattern: /could not determine executable to run/,
    what: msg('npx does not know which program of the package to start'),
    next: msg(
      'Check the package in "args": it may have no program at all. If it has several, write "-p", the package, and then the name of the program.',
    ),
  },
  {
    pattern: /npm (?:error|ERR!).*\bE404\b|npm (?:error|ERR!) 404/,
    what: msg('npm does not know the package'),
    next: msg('Check the spelling of the package in "args".'),
  },
  {
    pattern: /npm (?:error|ERR!).*\bETARGET\b|No matching version found for/,
    what: msg('npm does not know that version of the package'),
    next: msg('Check the version after the "@" of the package in "args".'),
  },
  {
    pattern: /npm (?:error|ERR!).*\b(?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET)\b/,
    what: msg('npm cannot reach its registry'),
    next: msg('Check the network and, behind a proxy, the npm settings.'),
  },
  {
    pattern: /not found in the package registry|No solution found when resolving/,
    what: msg('uv does not know the package'),
    next: msg('Check the spelling and the version of the package in "args".'),
  },
  {
    pattern: /Cannot find (?:module|package) /,
    what: msg('Node.js cannot find a file or package'),
    next: msg(
      'Check the path in "args". If the path is correct, install the dependencies of the server (npm install in its folder) or build it.',
    ),
  },
  {
    pattern: /ModuleNotFoundError: No module named/,
    what: msg('Python cannot find a module'),
    next: msg(
      'Install the module in the Python environment that "command" uses, or start the server with uvx.',
    ),
  },
  {
    pattern: /can't open file .*\[Errno 2\]/,
    what: msg('Python cannot find the script'),
    next: msg('Check the path in "args".'),
  },
  {
    pattern:
      /Cannot connect to the (?:Docker daemon|Podman)|docker daemon is (?:not )?running|error during connect:/i,
    what: msg('Docker is not running'),
    next: msg('Start Docker (Docker Desktop, or the docker service), then reconnect.'),
  },
  {
    pattern: /pull access denied|manifest unknown|repository does not exist/i,
    what: msg('the container image is not available'),
    next: msg(
      'Check the name of the image in "args". If the image is private, sign in to its registry (docker login).',
    ),
  },
  {
    pattern: /\bEADDRINUSE\b|address already in use/i,
    what: msg('its port is in use'),
    next: msg(
      'Stop the process that uses the port, possibly another instance of this server, or configure another port.',
    ),
  },
];

/** Explains the end of a server's process. The server's own messages are not translated. */
export function explainExit(trace: ProcessTrace, when: 'starting' | 'connected', launch: Launch): Cause {
  const { exit } = trace;
  const tail = trace.printed ?? trace.tail;
  const cache = launcherCacheOf(launch);
  const isNative = tail.some((line) => native.pattern.test(headText(line, 2_000)));
  const broken = isNative
    ? undefined
    : cache && tail.find((line) => saysBrokenCache(cache, headText(line, 2_000)));
  if (cache && broken !== undefined)
    return {
      reason: 'broken-cache',
      message: join(
        ' ',
        new LocalizedMessage('{0}: {1} ({2}).', [
          ending(exit, when),
          msg('the {0} cache is incomplete or damaged', cache.kind),
          plainLine(broken),
        ]),
        lastOutput(trace),
      ),
      next: msg('Clear the cache of the package: {0} then installs it again.', cache.kind),
      details: wholeOutput(trace),
    };
  const missed = missedVariables(trace, launch).join(', ');
  const known = signatures
    .map((signature) => ({
      signature,
      line: tail.find((line) => signature.pattern.test(headText(line, 2_000))),
    }))
    .find(({ line }) => line !== undefined);
  const ended = known
    ? new LocalizedMessage('{0}: {1} ({2}).', [
        ending(exit, when),
        known.signature.what,
        plainLine(known.line ?? ''),
      ])
    : join('', ending(exit, when), '.');
  const hint =
    missed === ''
      ? undefined
      : msg(
          "The server's output mentions {0}, which is set in VS Code's environment but not passed to the server.",
          missed,
        );
  return {
    reason: 'exited',
    details: wholeOutput(trace),
    message: join(' ', ended, hint, lastOutput(trace)),
    next:
      (when === 'starting' ? argumentMistake(launch) : undefined) ??
      known?.signature.next ??
      (missed !== ''
        ? msg(
            'If the server needs {0}, add it to "inheritEnv" or set it under "env" in the server definition, then reconnect.',
            missed,
          )
        : undefined) ??
      msg('Run the command in a terminal to see more, correct the server definition, then reconnect.'),
  };
}

/** Returns the variables of the editor that the process did not get and its last output names. */
function missedVariables({ tail, printed = tail }: ProcessTrace, launch: Launch): string[] {
  if (launch.kind !== 'stdio') return [];
  const given = new Set([
    ...Object.keys(inheritedEnvironment(process.env, launch.inheritEnv)),
    ...Object.keys(launch.env),
  ]);
  const words = new Set(printed.flatMap((line) => headText(line, 2_000).match(/\w+/g) ?? []));
  return Object.keys(process.env).filter((name) => name.length > 2 && words.has(name) && !given.has(name));
}

function ending(exit: ProcessTrace['exit'], when: 'starting' | 'connected'): LocalizedMessage {
  if (exit?.signal)
    return when === 'starting'
      ? msg('The server process was terminated by signal {0} before it was ready', exit.signal)
      : msg('The server process was terminated by signal {0} while it was connected', exit.signal);
  const code = String(exit?.code);
  return when === 'starting'
    ? msg('The server process ended with exit code {0} before it was ready', code)
    : msg('The server process ended with exit code {0} while it was connected', code);
}

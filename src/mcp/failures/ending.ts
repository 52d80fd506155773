/** Processes that ended: how, with which words, and what those words mean if they are well known ones. */
import { lastWords, plainLine } from './words.ts';
import type { ProcessTrace, Cause } from './serverFailure.ts';

/** What launchers and runtimes print when a start fails, and what to do about it. */
interface Signature {
  readonly pattern: RegExp;
  readonly what: string;
  readonly next: string;
}

const signatures: readonly Signature[] = [
  {
    pattern: /npm (?:error|ERR!).*\bE404\b|npm (?:error|ERR!) 404/,
    what: 'npm does not know the package',
    next: 'Check the spelling of the package in "args".',
  },
  {
    pattern: /npm (?:error|ERR!).*\bETARGET\b|No matching version found for/,
    what: 'npm does not know that version of the package',
    next: 'Check the version behind the "@" of the package in "args".',
  },
  {
    pattern: /npm (?:error|ERR!).*\b(?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET)\b/,
    what: 'npm cannot reach its registry',
    next: 'Check the network and, behind a proxy, the settings of npm.',
  },
  {
    pattern: /not found in the package registry|No solution found when resolving/,
    what: 'uv does not know the package',
    next: 'Check the spelling and the version of the package in "args".',
  },
  {
    pattern: /Cannot find (?:module|package) /,
    what: 'Node.js cannot find a file or package',
    next: 'Check the path in "args". If it is right, install what it needs (npm install in its folder) or build it.',
  },
  {
    pattern: /ModuleNotFoundError: No module named/,
    what: 'Python lacks a module',
    next: 'Install the module into the Python that "command" starts, e.g. that of its virtual environment, or start the server with uvx.',
  },
  {
    pattern: /can't open file .*\[Errno 2\]/,
    what: 'Python cannot find the script',
    next: 'Check the path in "args".',
  },
  {
    pattern:
      /Cannot connect to the (?:Docker daemon|Podman)|docker daemon is (?:not )?running|error during connect:/i,
    what: 'Docker is not running',
    next: 'Start Docker (Docker Desktop, or the docker service), then reconnect.',
  },
  {
    pattern: /pull access denied|manifest unknown|repository does not exist/i,
    what: 'the container image cannot be had',
    next: 'Check the name of the image in "args", and sign in to its registry (docker login) if it is private.',
  },
  {
    pattern: /\bEADDRINUSE\b|address already in use/i,
    what: 'its port is in use',
    next: 'End what uses the port, perhaps another copy of this server, or give it another port.',
  },
];

/** Explains the end of the process; `when` says when that was. The server's own words stay as they are. */
export function explainExit(trace: ProcessTrace, when: string): Cause {
  const { exit, tail } = trace;
  const how = exit?.signal ? `by signal ${exit.signal}` : `with exit code ${exit?.code}`;
  const found = signatures
    .map((signature) => ({
      signature,
      line: tail.find((line) => signature.pattern.test(line.slice(0, 2_000))),
    }))
    .find(({ line }) => line !== undefined);
  const because = found ? `: ${found.signature.what} (${plainLine(found.line ?? '')})` : '';
  return {
    reason: 'exited',
    message: `The server process ended ${how} ${when}${because}.${lastWords(trace)}`,
    next:
      found?.signature.next ??
      'Run its command in a terminal to see more, correct its definition, then reconnect.',
  };
}

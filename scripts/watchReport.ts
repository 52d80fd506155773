/** What `npm run watch` prints. The problem matcher of .vscode/tasks.json reads it, so that F5 waits for the build. */
import { relative } from 'node:path';
import type { Message, Plugin } from 'esbuild';

/** A line for a problem, as `file:line:column: ERROR: text` with columns from 1. */
export function problemLine(
  kind: 'ERROR' | 'WARNING',
  { location, text }: Pick<Message, 'location' | 'text'>,
): string {
  if (location === null) return `${kind}: ${text}`;
  return `${relative('.', location.file)}:${location.line}:${location.column + 1}: ${kind}: ${text}`;
}

/** The lines around a build of all bundles. */
export const BEGUN = '[watch] build started';
export const ENDED = '[watch] build finished';

/**
 * A plugin for builds that are watched together, `builds` of them: it prints when the first begins, each problem, and
 * when all are done.
 */
export function watchReport(builds: number, print: (line: string) => unknown): Plugin {
  let running = 0;
  // Of the first time: a quick build must not seem to be all while another has not begun.
  let missing = builds;
  return {
    name: 'watch report',
    setup(build) {
      build.onStart(() => {
        if (running === 0 && missing % builds === 0) print(BEGUN);
        running += 1;
      });
      build.onEnd(({ errors, warnings }) => {
        for (const error of errors) print(problemLine('ERROR', error));
        for (const warning of warnings) print(problemLine('WARNING', warning));
        running -= 1;
        missing = Math.max(0, missing - 1);
        if (running === 0 && missing === 0) print(ENDED);
      });
    },
  };
}

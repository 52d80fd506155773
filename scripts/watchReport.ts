/** Part of `npm run watch`: its output, which the problem matcher of .vscode/tasks.json parses for F5. */
import { relative } from 'node:path';
import type { Message, Plugin } from 'esbuild';

/** `file:line:column: ERROR: text`, columns from 1. */
export function problemLine(
  kind: 'ERROR' | 'WARNING',
  { location, text }: Pick<Message, 'location' | 'text'>,
): string {
  if (location === null) return `${kind}: ${text}`;
  return `${relative('.', location.file)}:${location.line}:${location.column + 1}: ${kind}: ${text}`;
}

export const BEGUN = '[watch] build started';
export const ENDED = '[watch] build finished';

/** Prints when the first of `builds` that are watched together begins, each problem, and when all are done. */
export function watchReport(builds: number, print: (line: string) => unknown): Plugin {
  let running = 0;
  // A quick one must not end the first build before another has begun.
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

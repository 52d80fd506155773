/** What a stage of tests printed about what failed. */
import { stripVTControlCharacters } from 'node:util';

const FAILED_FILE = 'failed in file: ';
/** Of a stage that is not Mocha's; the error is most often at the end. */
const LAST_LINES = 60;

/** For the output of a run: names a file, relative to the repository, in which a test or hook failed. */
export function failedFileLine(path: string): string {
  return `${FAILED_FILE}${path}`;
}

/** For the output of a run: says that something failed outside of any file, such as a process, so that tests are missing. */
export const FAILED_ELSEWHERE = 'failed in no file of its own';

export function hasFailedElsewhere(output: string): boolean {
  return output.includes(FAILED_ELSEWHERE);
}

/** The files that a run named by such lines, each once. */
export function failedFiles(output: string): readonly string[] {
  const lines = stripVTControlCharacters(output).split('\n');
  const named = lines.filter((line) => line.startsWith(FAILED_FILE));
  return [...new Set(named.map((line) => line.slice(FAILED_FILE.length).trimEnd()))];
}

/** The failed tests with their errors, as Mocha lists them after each "N failing", or the last lines of other output. */
export function failuresOf(output: string): string {
  const plain = stripVTControlCharacters(output).trimEnd();
  const lists = plain.matchAll(/^ *\d+ failing$[^]*?(?=^ *\d+ passing|^Exit code|(?![^]))/gm);
  const found = [...lists].map(([list]) => list.trimEnd());
  return found.length > 0 ? found.join('\n') : plain.split('\n').slice(-LAST_LINES).join('\n');
}

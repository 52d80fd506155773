/**
 * A permission covers an exact command, or a pattern: leading words followed by plain operands. Patterns exist only for
 * the programs listed here, because a list of dangerous ones is never complete (`env`, `xargs`, `find -exec`, `git -c`,
 * …). Options (`-…`) are never covered: they load plugins, write files and run programs.
 */
import { classifySensitive } from './sensitiveFiles.ts';

export interface CommandLine {
  readonly command: string;
  /** Absolute path: a permission covers one folder. */
  readonly cwd: string;
}

const leading: readonly (readonly string[])[] = [
  ...['status', 'log', 'diff', 'show', 'blame', 'ls-files'].map((word) => ['git', word]),
  ...['npm', 'pnpm', 'yarn'].map((word) => [word, 'test']),
  ...['test', 'build', 'check', 'clippy', 'fmt'].map((word) => ['cargo', word]),
  ...['test', 'build', 'vet', 'fmt'].map((word) => ['go', word]),
  ...['test', 'build'].map((word) => ['dotnet', word]),
  ...['jest', 'vitest', 'mocha', 'pytest', 'tsc', 'eslint', 'oxlint', 'mypy', 'ls'].map((word) => [word]),
  ['ruff', 'check'],
];

/**
 * Returns the words of a POSIX shell command, bare or plainly quoted. Returns undefined if it has anything else, such
 * as an operator.
 */
export function plainWords(command: string): readonly string[] | undefined {
  const words: string[] = [];
  const expression = /([\w@%+=:,./-]+)|'([^'\\!]*)'|"([^"$`\\!]*)"|( +)/gy;
  if (!/^[ -~]*$/u.test(command)) return undefined;
  let isOpen = false;
  let at = 0;
  for (const found of command.matchAll(expression)) {
    const [whole, bare, single, double, spaces] = found;
    at += whole.length;
    const piece = bare ?? single ?? double;
    if (spaces !== undefined) isOpen = false;
    else if (isOpen) words.push(`${words.pop() ?? ''}${piece ?? ''}`);
    else {
      words.push(piece ?? '');
      isOpen = true;
    }
  }
  // A variable as in `PATH=… git` changes what runs.
  const isWhole = at === command.length && words.length > 0;
  return isWhole && !(words[0] ?? '').includes('=') ? words : undefined;
}

/**
 * The word is a name, a path below the folder, or a number, and not an option, a URL, an assignment or a path upwards.
 */
function isPlainOperand(word: string): boolean {
  return (
    /^\w[\w./-]*$|^\.\/[\w./-]*$/u.test(word) && !word.split('/').includes('..') && !classifySensitive(word)
  );
}

export function patternOf(
  command: string,
  platform: NodeJS.Platform = process.platform,
): string[] | undefined {
  // The way in which cmd parses a text depends on the machine and on the program.
  if (platform === 'win32') return undefined;
  const words = plainWords(command);
  const found = words && leading.find((start) => start.every((word, index) => words[index] === word));
  return found && words?.slice(found.length).every(isPlainOperand) ? [...found] : undefined;
}

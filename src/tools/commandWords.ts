/**
 * Shell commands as permissions see them. A permission is for one exact command, or for a pattern: leading words, and
 * further plain operands.
 *
 * Patterns exist for the programs listed here only. A list of what is dangerous can never be complete: there are
 * `env`, `sudo`, `xargs`, `sh -c`, `node -e`, `find -exec`, `git -c`, `npx`, `make CC=…`, `tar --to-command`, and next
 * year's. Of the programs listed, operands choose what is worked on and nothing else; options (`-…`) are never covered,
 * as they load plugins, write files and run programs.
 */
import { classifySensitive } from './sensitiveFiles.ts';

/** A command as a permission is given to it. */
export interface CommandLine {
  readonly command: string;
  /** Absolute: a permission given in one folder covers no other. */
  readonly cwd: string;
}

/** Programs, and their subcommands where they have any, that a pattern can be made of. */
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
 * The words of a command for a POSIX shell, if all of them are plain: printable ASCII that the shell takes as it
 * stands, bare or in quotes in which nothing is special. Undefined where there is an operator, a redirection, an
 * expansion, a glob, a line break, an assignment, a comment, an escape or anything else.
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
  // An assignment before the program changes what runs (`PATH=… git`).
  const isWhole = at === command.length && words.length > 0;
  return isWhole && !(words[0] ?? '').includes('=') ? words : undefined;
}

/** What a pattern leaves open: a name, a path below the folder, a number. No option, URL, assignment or way up. */
function isPlainOperand(word: string): boolean {
  return (
    /^\w[\w./-]*$|^\.\/[\w./-]*$/u.test(word) && !word.split('/').includes('..') && !classifySensitive(word)
  );
}

/** The leading words of the pattern that covers a command, if there is one. */
export function patternOf(
  command: string,
  platform: NodeJS.Platform = process.platform,
): string[] | undefined {
  // What cmd makes of a text depends on the machine and on the program that is called.
  if (platform === 'win32') return undefined;
  const words = plainWords(command);
  const found = words && leading.find((start) => start.every((word, index) => words[index] === word));
  return found && words?.slice(found.length).every(isPlainOperand) ? [...found] : undefined;
}

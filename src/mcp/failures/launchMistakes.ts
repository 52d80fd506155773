/** Recognises frequent mistakes in an entry: texts that a shell would understand, although no shell is there. */
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import type { Launch } from '../definition/definition.ts';

export function tildeHint(field: 'command' | 'args' | 'cwd'): LocalizedMessage {
  return msg(
    '"~" in "{0}" is not expanded, because no shell runs the command. Use {1} instead.',
    field,
    '${userHome}',
  );
}

/** Returns a hint at a mistake in `command`, or undefined if the path is only wrong. */
export function commandMistake(command: string): LocalizedMessage | undefined {
  if (/\s-|\s\S*[\\/.]/.test(command.trim()))
    return msg(
      'If this is a whole command line, keep only the program in "command", and put each argument into "args" as a separate string.',
    );
  return command.startsWith('~') ? tildeHint('command') : undefined;
}

/** Returns a hint at a mistake in `args` for a program that ended before it was ready. */
export function argumentMistake(launch: Launch): LocalizedMessage | undefined {
  if (launch.kind !== 'stdio') return undefined;
  const { args } = launch;
  if (args.some((arg) => /^(--?[\w-]+=)?~(?=$|[\\/])/.test(arg))) return tildeHint('args');
  if (
    args[0] === 'run' &&
    args.some((arg) => /^(-[a-z]*t[a-z]*|--tty)$/.test(arg)) &&
    /docker|podman/.test(launch.command)
  )
    return msg('Remove "-t" from "args": a server has no terminal (TTY), and needs only "-i".');
  const glued = args.findIndex((arg) => /^--?[\w-]+\s+\S/.test(arg));
  return glued === -1
    ? undefined
    : msg('"args[{0}]" is one argument with a space in it. Write each argument as a separate string.', glued);
}

import { t } from '@vscode/l10n';
import type { CommandView } from '../../protocol/index.ts';

/** Tells screen readers what has changed of the commands; their output is not read out. */
export function wordsForCommands(before: readonly CommandView[], now: readonly CommandView[]): string[] {
  const known = new Map(before.map((command) => [command.id, command]));
  const left = new Set(now.map(({ id }) => id));
  return [
    ...now.flatMap((command) => newsOf(known.get(command.id), command)),
    ...before.flatMap(({ id, isBackground, command }) =>
      isBackground && !left.has(id) ? [t('The command {0} has ended.', command)] : [],
    ),
  ];
}

function newsOf(before: CommandView | undefined, { command, isBackground, wait }: CommandView): string[] {
  return [
    ...(isBackground && before?.isBackground !== true
      ? [t('The command {0} runs in the background.', command)]
      : []),
    ...(wait && !before?.wait
      ? [t('The command {0} waits for input. {1}', command, wait.prompt).trim()]
      : []),
  ];
}

import { t } from '@vscode/l10n';
import type { Chat } from '../ui/chatContext.ts';

export interface OwnCommand {
  readonly name: string;
  /** Another word by which it is found. */
  readonly alias?: string | undefined;
  readonly description: string;
  readonly icon: string;
  readonly run: (chat: Chat) => void;
  /** The reason why the command cannot run now. */
  readonly problem?: (chat: Chat) => string | undefined;
}

export const ownCommands = (): readonly OwnCommand[] => [
  {
    name: 'clear',
    alias: 'new',
    description: t('Start a new conversation; this one is kept'),
    icon: 'add',
    run: ({ post }) => post({ type: 'newChat' }),
  },
  {
    name: 'compact',
    description: t('Summarize earlier messages'),
    icon: 'fold',
    run: ({ post }) => post({ type: 'compact' }),
    problem: ({ store }) => {
      if (store.rows.value.length === 0) return t('There are no messages to summarize yet.');
      return store.status.value?.turn === 'idle'
        ? undefined
        : t('The model is still answering. Stop it, or wait for the answer.');
    },
  },
  {
    name: 'help',
    description: t('Show commands and keyboard shortcuts'),
    icon: 'question',
    run: ({ help }) => (help.value = true),
  },
  {
    name: 'model',
    description: t('Choose the model'),
    icon: 'symbol-misc',
    run: ({ post }) => post({ type: 'action', action: 'selectModel' }),
  },
  {
    name: 'tools',
    description: t('Select the tools for the model'),
    icon: 'tools',
    run: ({ post }) => post({ type: 'action', action: 'selectTools' }),
  },
  {
    name: 'file',
    description: t('Attach a file'),
    icon: 'attach',
    run: ({ post }) => post({ type: 'attach', what: 'file' }),
  },
  {
    name: 'problems',
    description: t('Attach the problems of the workspace'),
    icon: 'warning',
    run: ({ post }) => post({ type: 'attach', what: 'problems' }),
  },
];

export function commandsFor(query: string): readonly OwnCommand[] {
  const wanted = query.toLowerCase();
  return ownCommands().filter(({ name, alias }) => name.startsWith(wanted) || alias?.startsWith(wanted));
}

/** The text of the command must be gone from the draft. */
export function runOwn(command: OwnCommand, chat: Chat): void {
  const problem = command.problem?.(chat);
  if (problem === undefined) command.run(chat);
  else chat.view.problem.value = problem;
}

/** Returns the command that is the whole text, if there is one. Any other text is a message for the model. */
export function commandIn(text: string): OwnCommand | undefined {
  const [, name] = /^\/(\w+)$/.exec(text.trim()) ?? [];
  return ownCommands().find((command) => name !== undefined && [command.name, command.alias].includes(name));
}

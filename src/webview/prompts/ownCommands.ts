import { t } from '@vscode/l10n';
import type { ChatMessage } from '../../protocol/index.ts';

export interface OwnCommand {
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly message: ChatMessage;
}

const ownCommands = (): readonly OwnCommand[] => [
  { name: 'new', description: t('Start a new chat'), icon: 'add', message: { type: 'newChat' } },
  {
    name: 'model',
    description: t('Choose the model'),
    icon: 'symbol-misc',
    message: { type: 'action', action: 'selectModel' },
  },
  {
    name: 'tools',
    description: t('Choose the tools that the model gets'),
    icon: 'tools',
    message: { type: 'action', action: 'selectTools' },
  },
  {
    name: 'file',
    description: t('Attach a file'),
    icon: 'attach',
    message: { type: 'attach', what: 'file' },
  },
  {
    name: 'problems',
    description: t('Attach the problems of the workspace'),
    icon: 'warning',
    message: { type: 'attach', what: 'problems' },
  },
];

export function ownCommandsFor(query: string): readonly OwnCommand[] {
  return ownCommands().filter(({ name }) => name.startsWith(query.toLowerCase()));
}

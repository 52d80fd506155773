import { t } from '@vscode/l10n';
import type { CommandEnd } from './transcript.ts';

/** Says to the user how a command has ended. The model gets English words of the tools. */
export function commandEndText(end: CommandEnd): string {
  switch (end.kind) {
    case 'exited':
      return t('Exit code {0}', end.code);
    case 'killed':
      return t('Ended by {0}', end.signal);
    case 'timedOut':
      return t('Stopped at the time limit');
    case 'background':
      return t('Runs in the background');
  }
}

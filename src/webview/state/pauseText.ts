import { t } from '@vscode/l10n';
import type { PauseState } from '../../protocol/index.ts';

/** Says what became of a pause; undefined while the turn waits. */
export function pauseText({ status }: PauseState): string | undefined {
  switch (status) {
    case 'open':
      return undefined;
    case 'continued':
      return t('You continued.');
    case 'alwaysContinued':
      return t('You continued. The step limit no longer applies in this conversation.');
    case 'stopped':
      return t('You stopped here.');
    case 'withdrawn':
      return t('The response ended here.');
  }
}

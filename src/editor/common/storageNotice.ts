/** Tells the user that conversations or calls are not saved: whoever goes on without knowing would miss them later. */
import { t } from '@vscode/l10n';
import type { Logs } from './logs.ts';
import { showWarningMessage } from '../ui/index.ts';

/** Logs and shows what happened, where, and what to do next. The chat goes on meanwhile. */
export function showStorageProblem(logs: Logs, message: string): void {
  logs.patchbay.error(message);
  const showLog = t('Show Log');
  void showWarningMessage(`Patchbay: ${message}`, showLog).then((choice) => {
    if (choice === showLog) logs.show();
  });
}

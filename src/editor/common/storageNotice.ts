import { t } from '@vscode/l10n';
import type { Logs } from './logs.ts';
import { showWarningMessage } from '../ui/index.ts';

/** Logs and shows that conversations or calls are not saved. */
export function showStorageProblem(logs: Logs, message: string): void {
  logs.patchbay.error(message);
  const showLog = t('Show Log');
  void showWarningMessage(`Patchbay: ${message}`, showLog).then((choice) => {
    if (choice === showLog) logs.show();
  });
}

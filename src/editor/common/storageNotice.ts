import { t } from '@vscode/l10n';
import type { LocalizedMessage } from '../../base/common/message.ts';
import type { Logs } from './logs.ts';
import { showWarningMessage } from '../ui/index.ts';

export function showStorageProblem(logs: Logs, message: LocalizedMessage): void {
  logs.patchbay.error(message.english);
  const showLog = t('Show Log');
  void showWarningMessage(`Patchbay: ${message.localized}`, showLog).then((choice) => {
    if (choice === showLog) logs.show();
  });
}

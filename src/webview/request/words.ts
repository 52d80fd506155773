import { t } from '@vscode/l10n';
import type { RequestOutline } from '../../protocol/index.ts';

export function formatName(format: RequestOutline['format']): string {
  switch (format) {
    case 'chat':
      return 'Chat Completions';
    case 'responses':
      return 'Responses API';
    case 'editor':
      return t('Through the editor, which passes it on in a format of its own');
  }
}

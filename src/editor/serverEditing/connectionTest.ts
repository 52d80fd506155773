/** "Test Connection": a definition tried out, and what came of it in a row. */
import { t } from '@vscode/l10n';
import { type ConnectionTest } from '../../mcp/index.ts';
import { plainLabel } from '../../base/common/text.ts';
import type { EditingServices } from './editingServices.ts';
import { toolCount } from '../servers/serverLabels.ts';
import type { Draft } from './draft.ts';
import { withNotificationProgress } from '../ui/index.ts';

/** How long a text of the server or of a failure may be in a row, in characters. */
const MAX_TEXT = 300;

/** Connects as the draft says, and nothing of it is kept. The user can cancel it. Nothing if it cannot be tried. */
export async function testConnection(
  services: EditingServices,
  draft: Draft,
): Promise<ConnectionTest | undefined> {
  const [checked] = services.core().parseServers({ [draft.name]: draft.entry });
  if (checked?.kind !== 'valid') return undefined;
  const { manager } = await services.engine();
  return withNotificationProgress(
    { title: t('Testing "{0}"…', draft.name), cancellable: true },
    async (_, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      return manager.test(
        checked.definition,
        services.variables.forTest(draft.secrets, draft.inputs ?? [], draft.scope),
        abort.signal,
      );
    },
  );
}

/** What a test has found, as the label and the detail of a row. */
export function describeTest(test: ConnectionTest): {
  readonly icon: string;
  readonly label: string;
  readonly detail: string;
} {
  switch (test.kind) {
    case 'connected': {
      const who = [plainLabel(test.server, 80), plainLabel(test.version, 40)].filter(Boolean).join(' ');
      const connected = who === '' ? t('Connected to an unnamed server') : t('Connected to {0}', who);
      return {
        icon: 'pass',
        label: connected,
        detail: t(
          'MCP {0} · {1} · {2} ms · nothing is saved yet',
          plainLabel(test.protocolVersion, 40) ?? '',
          toolCount(test.tools),
          Math.round(test.ms),
        ),
      };
    }
    case 'failed': {
      const { message, next } = test.failure;
      return {
        icon: 'error',
        label: plainLabel(message.localized.split('\n', 1)[0], MAX_TEXT) ?? t('The connection test failed.'),
        detail: plainLabel(next.localized, MAX_TEXT) ?? '',
      };
    }
    case 'cancelled':
      return { icon: 'circle-slash', label: t('The test was cancelled'), detail: t('Nothing was saved.') };
  }
}

import { t } from '@vscode/l10n';
import { parseServers, type ConnectionTest } from '../../mcp/index.ts';
import { plainLabel } from '../../base/common/text.ts';
import type { EditingServices } from './editingServices.ts';
import { toolCount } from '../servers/serverLabels.ts';
import type { Draft } from './draft.ts';
import { withNotificationProgress } from '../ui/index.ts';

const MAX_TEXT = 300;

export async function testDraft(
  services: EditingServices,
  draft: Draft,
): Promise<ConnectionTest | undefined> {
  const [checked] = parseServers({ [draft.name]: draft.entry });
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

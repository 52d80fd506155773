import { t } from '@vscode/l10n';
import type { Engine } from '../../engine.ts';
import type { HistoryCall } from '../../protocol/index.ts';
import { runManualCall } from '../chat/manualCall.ts';
import { withNotificationProgress } from '../ui/index.ts';

/**
 * Runs a call with a notification that can cancel it. Returns why it cannot run, or undefined when it has ended.
 * `onStart` gets its number in the history.
 */
export async function runAgain(
  engine: Engine,
  { source, tool }: HistoryCall,
  argsText: string,
  onStart: (seq: number) => void,
): Promise<string | undefined> {
  return withNotificationProgress(
    {
      title: source.kind === 'mcp' ? t('Running {0} of {1}', tool, source.server) : t('Running {0}', tool),
      cancellable: true,
    },
    async (_, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort(new Error('Cancelled by the user.')));
      return runManualCall(engine, {
        source,
        tool,
        argsText,
        signal: abort.signal,
        onEvent: (event, id) => {
          const seq = event.type === 'callStart' ? engine.history?.numberOf(id, id) : undefined;
          if (seq !== undefined) onStart(seq);
        },
      });
    },
  );
}

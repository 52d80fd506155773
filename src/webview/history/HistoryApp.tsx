import { t } from '@vscode/l10n';
import { CallDetails } from './CallDetails.tsx';
import { CallList } from './CallList.tsx';
import { Filters } from './Filters.tsx';
import type { PageProps } from './state.ts';
import { Statistics } from './Statistics.tsx';

export function HistoryApp({ state, post }: PageProps) {
  const why = state.unavailable.value;
  const call = state.call.value;
  return (
    <main class="history">
      <h1 class="sr-only">{t('Call History')}</h1>
      <Filters state={state} post={post} />
      {why !== undefined ? (
        <p class="history-empty" role="alert">
          {t('The call history is not available. {0}', why)}
        </p>
      ) : (
        <div class="history-body">
          {state.statistics.value ? (
            <Statistics tools={state.statistics.value} state={state} />
          ) : (
            <CallList state={state} />
          )}
          {call && (
            <CallDetails key={call.call.seq} call={call.call} cut={call.cut} state={state} post={post} />
          )}
        </div>
      )}
    </main>
  );
}

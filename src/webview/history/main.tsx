import { t } from '@vscode/l10n';
import { render } from 'preact';
import type { HistoryHostMessage, HistoryPageMessage } from '../../protocol/index.ts';
import { readLanguage } from '../ui/language.ts';
import { connectHost } from '../state/host.ts';
import { HistoryState } from './state.ts';
import { CallDetails } from './CallDetails.tsx';
import { CallList } from './CallList.tsx';
import { Filters } from './Filters.tsx';
import { Spending } from './Spending.tsx';
import { Statistics } from './Statistics.tsx';
import './history.css';

readLanguage();

const host = connectHost<HistoryPageMessage, HistoryHostMessage>();
const post = (message: HistoryPageMessage): void => host.post(message);
const state = new HistoryState(post);
host.listen(state.handlers);

const root = document.getElementById('patchbay-history');
if (!root) throw new Error('The page has no element #patchbay-history.');
render(<HistoryApp />, root);
state.start();

function HistoryApp() {
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
          {state.spending.value ? (
            <Spending spending={state.spending.value} />
          ) : state.statistics.value ? (
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

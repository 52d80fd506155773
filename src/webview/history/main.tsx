import { t } from '@vscode/l10n';
import type { HistoryHostMessage, HistoryPageMessage } from '../../protocol/index.ts';
import { startPage } from '../ui/startPage.tsx';
import { HistoryState, type PageProps } from './state.ts';
import { EmptyNote, SplitView } from '../ui/SplitView.tsx';
import { CallDetails } from './CallDetails.tsx';
import { CallList } from './CallList.tsx';
import { Filters } from './Filters.tsx';
import { Spending } from './Spending.tsx';
import { Statistics } from './Statistics.tsx';
import './history.css';

startPage<HistoryPageMessage, HistoryHostMessage>('patchbay-history', ({ post }) => {
  const state = new HistoryState(post);
  return {
    handlers: state.handlers,
    view: <HistoryApp state={state} post={post} />,
    start: () => state.start(),
  };
});

function HistoryApp({ state, post }: PageProps) {
  const why = state.unavailable.value;
  const call = state.call.value;
  return (
    <main class="page history">
      <h1 class="sr-only">{t('Call History')}</h1>
      <Filters state={state} post={post} />
      {why !== undefined ? (
        <EmptyNote role="alert">{t('The call history is not available. {0}', why)}</EmptyNote>
      ) : (
        <SplitView
          list={<View state={state} />}
          details={
            call && (
              <CallDetails key={call.call.seq} call={call.call} cut={call.cut} state={state} post={post} />
            )
          }
        />
      )}
    </main>
  );
}

function View({ state }: Pick<PageProps, 'state'>) {
  if (state.spending.value) return <Spending spending={state.spending.value} />;
  if (state.statistics.value) return <Statistics tools={state.statistics.value} state={state} />;
  return <CallList state={state} />;
}

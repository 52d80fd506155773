import { t } from '@vscode/l10n';
import {
  type RequestHostMessage,
  type RequestPageMessage,
  type RequestOutline,
  leftOutWords,
  type LeftOut,
} from '../../protocol/index.ts';
import { Exact } from '../calls/Exact.tsx';
import { EmptyNote } from '../ui/SplitView.tsx';
import { timeText } from '../ui/format.ts';
import { wholeNumber } from '../ui/language.ts';
import { startPage } from '../ui/startPage.tsx';
import { Parts } from './Parts.tsx';
import { RequestState, type PageProps } from './state.ts';
import { StepBar } from './StepBar.tsx';
import { WindowPicture } from './WindowPicture.tsx';

import './request.css';

startPage<RequestPageMessage, RequestHostMessage>('patchbay-request', ({ post }) => {
  const state = new RequestState(post);
  return {
    handlers: state.handlers,
    view: <RequestApp state={state} post={post} />,
    start: () => state.start(),
  };
});

function RequestApp({ state, post }: PageProps) {
  const steps = state.steps.value;
  const outline = state.outline.value;
  const row = state.rows.find(({ id }) => id === state.shown.value);
  return (
    <main class="page request" aria-busy={!steps}>
      <h1 class="sr-only">{t('Model Request')}</h1>
      {steps &&
        (row ? (
          <StepBar row={row} state={state} post={post} />
        ) : (
          <Empty isForgotten={state.isForgotten.value} />
        ))}
      {row && outline && (
        <div class="request-body">
          {state.isForgotten.value && (
            <p class="request-note" role="status">
              {forgotten()} {t('The latest request is shown.')}
            </p>
          )}
          <p class="page-facts">
            {steps?.conversation !== undefined && (
              <span class="request-conversation">
                <Exact text={steps.conversation} />
              </span>
            )}
            <span class="request-model">
              <Exact text={row.model} />
            </span>
            <span>{timeText(row.at)}</span>
            <span>{formatName(outline.format)}</span>
            <span>{t('{0} characters', wholeNumber(outline.characters))}</span>
          </p>
          <WindowPicture outline={outline} />
          <LeftOutList leftOut={outline.leftOut} />
          <Parts outline={outline} state={state} post={post} />
          {steps !== undefined && steps.older > 0 && (
            <p class="page-quiet">
              {t('Older steps that are no longer available: {0}.', wholeNumber(steps.older))}
            </p>
          )}
        </div>
      )}
    </main>
  );
}

function Empty({ isForgotten }: { isForgotten: boolean }) {
  return (
    <EmptyNote>
      {isForgotten
        ? forgotten()
        : t('No requests yet. Requests from this window to the model appear here while the window is open.')}
    </EmptyNote>
  );
}

function forgotten(): string {
  return t(
    'The request of this answer is no longer available. Only the last steps of a conversation are kept, until the window is closed.',
  );
}

function formatName(format: RequestOutline['format']): string {
  switch (format) {
    case 'chat':
      return 'Chat Completions';
    case 'responses':
      return 'Responses API';
    case 'editor':
      return t('Sent through VS Code, which uses its own format');
  }
}

function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <section class="request-section">
      <h2>{t('Omitted or truncated')}</h2>
      {leftOut.length === 0 ? (
        <p class="page-quiet">{t('Nothing. Everything is sent in full.')}</p>
      ) : (
        <dl class="request-left">
          {leftOut.map((each, index) => {
            const { what, why } = leftOutWords(each, wholeNumber);
            return (
              <div key={index}>
                <dt>
                  <Exact text={what} />
                </dt>
                <dd>
                  <Exact text={why} />
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}

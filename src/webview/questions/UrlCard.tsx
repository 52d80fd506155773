/** A server's URL request: shows the address first and opens nothing without consent. */
import { t } from '@vscode/l10n';
import { useId } from 'preact/hooks';
import type { Question, Reply } from '../../protocol/index.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { QuestionHead } from './QuestionHead.tsx';
import { RefusalButtons } from './RefusalButtons.tsx';

export function UrlCard(props: {
  question: Extract<Question, { kind: 'url' }>;
  callId: string | undefined;
  opened: boolean;
  onReply: (reply: Reply) => void;
}) {
  const { question, callId, opened, onReply } = props;
  const { host, url } = question;
  const id = useId();
  return (
    <div class="question-form" role="group" aria-labelledby={id}>
      <QuestionHead id={id} question={question} callId={callId} />
      <div class="page">
        <div class="page-host">
          <Icon name="globe" />
          <span class="sr-only">{t('Host of the page')}</span>
          {/* Broken after a dot, if at all: the end of a host says whose page it is. */}
          <strong>{host.split(/(?<=\.)/).map((part, index) => [index > 0 && <wbr />, part])}</strong>
        </div>
        <div class="page-url">{url}</div>
      </div>
      {!opened && url.startsWith('http:') && (
        <p class="field-problem">
          <Icon name="warning" />
          <span>{t('The connection to this page is not encrypted.')}</span>
        </p>
      )}
      <p class="field-about">
        {opened
          ? t(
              'The page was opened in your browser. When you have finished there, continue here. The call is then run again.',
            )
          : t(
              'The page opens in your browser, and Patchbay does not see what you enter there. Open the page only if you trust {0}.',
              host,
            )}
      </p>
      <div class="actions">
        <TextButton look="primary" onClick={() => onReply({ action: 'accept', values: {} })}>
          {opened ? t('Continue') : t('Open in browser')}
        </TextButton>
        <RefusalButtons onReply={onReply} />
      </div>
    </div>
  );
}

import { t } from '@vscode/l10n';
import type { Question } from '../../protocol/index.ts';
import { callName } from '../state/callNames.ts';
import { Words } from '../calls/Exact.tsx';
import { useChat } from '../ui/chatContext.ts';
import { Filled, Icon } from '../ui/controls.tsx';

function request(kind: Question['kind']): string {
  switch (kind) {
    case 'form':
      return t('{0} asks for your input');
    case 'url':
      return t('{0} asks you to open a page');
    case 'sampling':
      return t('{0} asks to use your model');
  }
}

export function QuestionHead(props: { id: string; question: Question; callId: string | undefined }) {
  const { id, question, callId } = props;
  return (
    <>
      <div class="question-head" id={id}>
        <Icon name="plug" />
        <span>
          <Filled text={request(question.kind)}>
            <strong>
              <Words text={question.server} />
            </strong>
          </Filled>
        </span>
      </div>
      {callId !== undefined && <AskedBy callId={callId} />}
      {question.kind !== 'sampling' && (
        <p class="question-message" dir="auto">
          <Words text={question.message} />
        </p>
      )}
    </>
  );
}

function AskedBy({ callId }: { callId: string }) {
  const { store, scroll } = useChat();
  const item = store.item(callId)?.value;
  if (item?.kind !== 'call') return null;
  return (
    <button type="button" class="asked-by" title={t('Show the call')} onClick={() => scroll.reveal(callId)}>
      <Filled text={t('requested by {0}')}>
        <span class="asked-by-name">
          <Words text={callName(item.call)} />
        </span>
      </Filled>
    </button>
  );
}

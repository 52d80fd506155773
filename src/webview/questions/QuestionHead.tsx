/** The head of a question: who asks, for which call, and in which words. */
import type { Question } from '../../protocol/index.ts';
import { callName } from '../calls/names.ts';
import { useChat } from '../chat/context.ts';
import { Icon } from '../chat/controls.tsx';

const wishes: Record<Question['kind'], string> = {
  form: 'asks for your input',
  url: 'asks you to open a page',
  sampling: 'asks to use your model',
};

/** `id` is put on the line that names the card. What a request to the model says holds only until it is agreed to. */
export function QuestionHead(props: { id: string; question: Question; callId: string | undefined }) {
  const { id, question, callId } = props;
  return (
    <>
      <div class="question-head" id={id}>
        <Icon name="plug" />
        <span>
          <strong>{question.server}</strong> {wishes[question.kind]}
        </span>
      </div>
      {callId !== undefined && <AskedBy callId={callId} />}
      {question.kind !== 'sampling' && <p class="question-message">{question.message}</p>}
    </>
  );
}

/** The call that waits for the answer, and the way to it. */
function AskedBy({ callId }: { callId: string }) {
  const { store, scroll } = useChat();
  const item = store.item(callId)?.value;
  if (item?.kind !== 'call') return null;
  return (
    <button type="button" class="asked-by" title="Show the call" onClick={() => scroll.reveal(callId)}>
      asked by <span class="asked-by-name">{callName(item.call)}</span>
    </button>
  );
}

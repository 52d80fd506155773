/** Above the message, while a turn runs: the plan that the model keeps. Afterwards its calls in the chat have it. */
import { t } from '@vscode/l10n';
import { PlanSteps, PlanSum } from '../calls/PlanSteps.tsx';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';

const ID = 'plan';

export function PlanBar() {
  const { store, view } = useChat();
  const plan = store.status.value?.plan;
  if (!plan || store.status.value?.turn === 'idle') return null;
  const isFolded = view.isOpen(`${ID} closed`).value;
  return (
    <div class="plan" role="group" aria-label={t('Plan of the model')}>
      <Disclosure
        id={ID}
        opensByItself
        label={
          <>
            <Icon name="checklist" />
            <span class="plan-name">{t('Plan')}</span>
            <PlanSum plan={plan} hidesCurrent={!isFolded} />
          </>
        }
      >
        {() => <PlanSteps plan={plan} followsCurrent />}
      </Disclosure>
    </div>
  );
}

import { t } from '@vscode/l10n';
import { useComputed } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { planProgress, type Plan, type PlanStep } from '../../protocol/index.ts';
import { awaitsUser } from '../state/waiting.ts';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Words } from './Exact.tsx';

/** `followsCurrent`: the list scrolls to the step that the plan is at. */
export function PlanSteps({
  plan,
  followsCurrent = false,
}: {
  plan: Plan;
  followsCurrent?: boolean | undefined;
}) {
  const list = useRef<HTMLUListElement>(null);
  const { current } = planProgress(plan);
  const place = current ? plan.indexOf(current) : plan.length - 1;
  useLayoutEffect(() => {
    const [element, step] = [list.current, list.current?.children[place]];
    if (!followsCurrent || !element || !step) return;
    const [outer, inner] = [element.getBoundingClientRect(), step.getBoundingClientRect()];
    element.scrollTop += inner.top - outer.top - Math.max(0, (outer.height - inner.height) / 2);
  }, [place, followsCurrent]);
  return (
    <ul
      ref={list}
      class="plan-steps"
      tabIndex={followsCurrent ? 0 : undefined}
      aria-label={t('Steps of the plan')}
    >
      {plan.map(({ title, status }, index) => (
        <li key={index} class={`plan-step ${status}`}>
          <Icon name={icons[status]} />
          <span class="sr-only">{statusText(status)}: </span>
          <span class="plan-title" dir="auto">
            <Words text={title} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function PlanSum({ plan, hidesCurrent = false }: { plan: Plan; hidesCurrent?: boolean | undefined }) {
  if (plan.length === 0) return <span class="plan-sum">{t('Plan removed')}</span>;
  const { done, current } = planProgress(plan);
  return (
    <span class="plan-sum">
      <span class="plan-count">{t('{0} of {1} done', done, plan.length)}</span>
      {current && !hidesCurrent && (
        <span class="plan-current" dir="auto">
          <Words text={current.title} />
        </span>
      )}
    </span>
  );
}

const BAR = 'plan';
const WAITING = 'plan while waiting';

/**
 * The plan that the model keeps, above the composer while a turn runs. Afterwards the calls in the chat show it. While
 * something waits for the user, it is folded unless they unfold it: the room is for what they decide about.
 */
export function PlanBar() {
  const { store, view } = useChat();
  const waits = useComputed(() => awaitsUser(store)).value;
  const plan = store.status.value?.plan;
  if (!plan || store.status.value?.turn === 'idle') return null;
  const isOpen = waits ? view.isOpen(WAITING).value : !view.isOpen(`${BAR} closed`).value;
  return (
    <div class="plan" role="group" aria-label={t('Plan of the model')}>
      <Disclosure
        key={waits ? WAITING : BAR}
        id={waits ? WAITING : BAR}
        opensByItself={!waits}
        label={
          <>
            <Icon name="checklist" />
            <span class="plan-name">{t('Plan')}</span>
            <PlanSum plan={plan} hidesCurrent={isOpen} />
          </>
        }
      >
        {() => <PlanSteps plan={plan} followsCurrent />}
      </Disclosure>
    </div>
  );
}

const icons: Record<PlanStep['status'], string> = {
  pending: 'circle-large',
  in_progress: 'arrow-right',
  done: 'check',
};

function statusText(status: PlanStep['status']): string {
  switch (status) {
    case 'pending':
      return t({ message: 'Open', comment: 'step of a plan' });
    case 'in_progress':
      return t('In progress');
    case 'done':
      return t('Done');
  }
}

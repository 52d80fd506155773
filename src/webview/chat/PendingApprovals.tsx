/** The bar above the message: how many calls wait for approval, and buttons that answer them together. */
import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { shownArguments } from '../calls/ApprovalArguments.tsx';
import { pendingApprovals, type ApprovalItem } from '../state/waiting.ts';
import { useChat } from '../ui/chatContext.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { deliberate } from '../ui/deliberate.ts';
import { focusNextCard } from '../ui/focus.ts';
import { goToCard } from './goToCard.ts';

export function PendingApprovals() {
  const { store, scroll } = useChat();
  const pending = pendingApprovals(store);
  const [first] = pending;
  // The cards of other calls may follow: the chat stays at the first.
  useLayoutEffect(() => {
    if (!first) return undefined;
    const frame = requestAnimationFrame(() => scroll.standAt(first.id));
    return () => cancelAnimationFrame(frame);
  }, [first?.id, pending.length]);
  return pending.length > 1 ? <Group pending={pending} /> : null;
}

function Group({ pending }: { pending: readonly ApprovalItem[] }) {
  const { view, post, scroll } = useChat();
  const element = useRef<HTMLDivElement>(null);
  const together = pending.filter(
    ({ id, approval }) => asksUsually(approval) && view.form(id)?.['arguments'] === undefined,
  );
  const folded = together.filter(({ id, call }) => !view.isWhole(id) && shownArguments(call).isLong);
  const decideAll = (calls: readonly ApprovalItem[], action: 'allow' | 'deny'): void => {
    for (const { id } of calls)
      post({
        type: 'decide',
        id,
        decision: action === 'allow' ? { action, scope: 'once', covers: 'tool' } : { action, reason: '' },
      });
  };
  // The button becomes Allow All, so the keyboard moves to the first card that is shown now, once each is drawn.
  const showAll = (): void => {
    view.showWhole(...folded.map(({ id }) => id));
    const [first] = folded;
    if (first) requestAnimationFrame(() => goToCard(scroll, first.id));
  };
  useLayoutEffect(() => {
    const bar = element.current;
    return () => {
      if (bar?.contains(document.activeElement)) focusNextCard(bar, () => view.focusComposer());
    };
  }, []);
  const apart = pending.length - together.length;
  const allowAll =
    folded.length > 0 ? t('Show All ({0})', folded.length) : t('Allow All ({0})', together.length);
  // A narrow button says how many only where others stay, which it does not allow.
  const short =
    folded.length > 0 ? t('Show All') : together.length === pending.length ? t('Allow All') : undefined;
  const count = t('{0} calls need approval', pending.length);
  const alone = apart > 0 && together.length > 0 ? t('({0} only one at a time)', apart) : undefined;
  return (
    <div
      ref={element}
      class="pending-approvals"
      role="group"
      aria-label={t('Calls that need approval')}
      {...deliberate}
    >
      <span class="pending-text" title={[count, alone].filter(Boolean).join(' ')}>
        <Icon name="shield" /> <span class="pending-long">{count}</span>
        <span class="pending-short" aria-hidden="true">
          {pending.length}
        </span>
        {alone !== undefined && <span class="pending-apart"> {alone}</span>}
      </span>
      <span class="actions">
        {together.length > 1 && (
          <TextButton
            look="primary"
            title={allowAll}
            onClick={folded.length > 0 ? showAll : () => decideAll(together, 'allow')}
          >
            <span class={short && 'pending-counted'}>{allowAll}</span>
            {short && (
              <span class="pending-uncounted" aria-hidden="true">
                {short}
              </span>
            )}
          </TextButton>
        )}
        <TextButton title={t('Deny All')} onClick={() => decideAll(pending, 'deny')}>
          {t('Deny All')}
        </TextButton>
      </span>
    </div>
  );
}

/** A call that asks for a reason of its own, or has changed, is decided by itself. */
function asksUsually({ changed, isNew, reasons = [], problem }: ApprovalItem['approval']): boolean {
  return !changed && isNew !== true && reasons.length === 0 && problem === undefined;
}

import type { Approval, CallView, Item } from '../../protocol/index.ts';
import { isOpenState } from './questionState.ts';
import type { ChatStore } from './store.ts';

export interface ApprovalItem {
  readonly id: string;
  readonly call: CallView;
  readonly approval: Approval;
}

/** Calls that wait for approval belong to the newest step, so nothing above the last answer is looked at. */
export function pendingApprovals(store: ChatStore): readonly ApprovalItem[] {
  const pending: ApprovalItem[] = [];
  for (const { id, kind } of store.rows.value.toReversed()) {
    if (kind === 'user' || kind === 'assistant') break;
    const item = kind === 'call' ? store.item(id)?.value : undefined;
    if (item?.kind !== 'call' || item.call.status !== 'pending') continue;
    const { approval } = item.call;
    if (approval) pending.push({ id, call: item.call, approval });
  }
  return pending.toReversed();
}

/** Returns whether something waits for the user's answer. */
export function awaitsUser(store: ChatStore): boolean {
  return (
    pendingApprovals(store).length > 0 ||
    store.rows.value.some(({ id, kind }) => {
      const item = kind === 'question' || kind === 'pause' ? store.item(id)?.value : undefined;
      return item !== undefined && asksUser(item);
    })
  );
}

function asksUser(item: Item): boolean {
  if (item.kind === 'pause') return item.state.status === 'open';
  return item.kind === 'question' && isOpenState(item.state);
}

export function waitingIds(store: ChatStore): readonly string[] {
  return store.rows.peek().flatMap(({ id, kind }) => {
    const item = ['call', 'question', 'pause'].includes(kind) ? store.item(id)?.peek() : undefined;
    const isPending = item?.kind === 'call' && item.call.status === 'pending' && item.call.approval;
    return isPending || (item && asksUser(item)) ? [id] : [];
  });
}

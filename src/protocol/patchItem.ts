import { tailText } from '../base/common/cut.ts';
import type { Patch } from './messages.ts';
import type { CallView, Item } from './transcript.ts';

export type ItemPatch = Extract<
  Patch,
  {
    op:
      | 'text'
      | 'reasoning'
      | 'thought'
      | 'settled'
      | 'took'
      | 'call'
      | 'progress'
      | 'question'
      | 'pause'
      | 'summary'
      | 'changes'
      | 'past';
  }
>;

/** Applies a patch. A patch for another kind of item changes nothing. */
export function patchItem(item: Item, patch: ItemPatch): Item {
  if (patch.op === 'call')
    return item.kind === 'call' ? { ...item, call: { ...item.call, ...patch.change } } : item;
  if (patch.op === 'progress')
    return item.kind === 'call' ? { ...item, call: progressed(item.call, patch) } : item;
  if (patch.op === 'question') return item.kind === 'question' ? { ...item, state: patch.state } : item;
  if (patch.op === 'pause') return item.kind === 'pause' ? { ...item, state: patch.state } : item;
  if (patch.op === 'summary') return item.kind === 'summary' ? { ...item, state: patch.state } : item;
  if (patch.op === 'changes')
    return item.kind === 'changes' ? { ...item, state: patch.state, views: patch.views ?? item.views } : item;
  if (patch.op === 'past') return item.kind === 'notice' ? { ...item, actions: [], isPast: true } : item;
  if (item.kind !== 'assistant') return item;
  switch (patch.op) {
    case 'text':
      return { ...item, text: item.text + patch.text };
    case 'reasoning':
      return { ...item, reasoning: (item.reasoning ?? '') + patch.text };
    case 'thought':
      return { ...item, reasoningMs: patch.ms };
    case 'settled':
      return { ...item, streaming: false };
    case 'took':
      return { ...item, took: patch.took };
  }
}

const MAX_OUTPUT = 20_000;

function progressed(call: CallView, { progress, output }: Extract<Patch, { op: 'progress' }>): CallView {
  if (output === undefined) return { ...call, progress };
  return { ...call, progress, output: tailText((call.output ?? '') + output, MAX_OUTPUT) };
}

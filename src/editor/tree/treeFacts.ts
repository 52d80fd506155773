import type { Observable } from '../../base/common/observable.ts';
import type { Conversation } from '../../agent/index.ts';

import type { Engine } from '../../engine.ts';
import type { ServerOrder } from '../servers/serverOrder.ts';

/** Facts that the tree shows besides the state of the engine. */
export interface TreeFacts {
  /** Numbers of questions that wait for the user, by server. */
  readonly questions: Observable<ReadonlyMap<string, number>>;
  /** Numbers of calls that wait for approval, by conversation. */
  readonly approvals: Observable<ReadonlyMap<string, number>>;
  /** The chosen model. `contextWindow` is in tokens, if the user has set it. */
  readonly model: Observable<{
    readonly name: string | undefined;
    readonly contextWindow: number | undefined;
  }>;
  readonly order: ServerOrder;
  readonly extensionOf: (server: string) => string | undefined;
  /** The conversation whose tools are sent, found or searchable; undefined until one is open. */
  readonly conversation: Observable<Conversation | undefined>;
}

/** Returns the tool set of the conversation that the tree shows. Before one is open, it is that of the workspace. */
export function toolSetInUse(
  { toolSets }: Engine,
  conversation: Conversation | undefined,
): ReturnType<Engine['toolSets']['of']> {
  return toolSets.of(conversation ?? {});
}

import type { Observable } from '../../base/common/observable.ts';
import type { Conversation } from '../../agent/index.ts';

import type { ServerOrder } from '../servers/serverOrder.ts';

/** What the tree shows besides the engine. */
export interface TreeFacts {
  /** By server. */
  readonly questions: Observable<ReadonlyMap<string, number>>;
  /** By conversation. */
  readonly approvals: Observable<ReadonlyMap<string, number>>;
  /** `contextWindow`: tokens, if the user has set it. */
  readonly model: Observable<{
    readonly name: string | undefined;
    readonly contextWindow: number | undefined;
  }>;
  readonly order: ServerOrder;
  readonly extensionOf: (server: string) => string | undefined;
  /** Whose tools are sent, found or searchable; undefined: none is open yet. */
  readonly conversation: Observable<Conversation | undefined>;
}

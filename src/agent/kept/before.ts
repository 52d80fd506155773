import type { ContentPart, ContextUse, Item, Usage } from '../../protocol/index.ts';

/** What a transcript begins with that goes on from an earlier time. */
export interface Before {
  readonly items: readonly Item[];
  /** Whole results by call id. */
  readonly results: ReadonlyMap<string, readonly ContentPart[]>;
  readonly usage?: Usage | undefined;
  readonly context?: ContextUse | undefined;
}

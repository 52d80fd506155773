import { isDeepStrictEqual } from 'node:util';
import { derived, observableValue, type Observable } from '../base/common/observable.ts';
import type { Conversation } from '../agent/index.ts';
import {
  toolsInSet,
  toolsOf,
  type ChosenToolSet,
  type ToolRegistry,
  type ToolSet,
  type ToolSetChoices,
} from '../tools/index.ts';

/**
 * Computes the tools of one conversation: those that are on, in its tool set, and of the servers that its message
 * names.
 */
export class ConversationTools {
  private readonly turnSet = observableValue<ChosenToolSet | undefined>(undefined, isDeepStrictEqual);
  /** Enabled tools of the tool set that is chosen now. */
  readonly ofSet: Observable<ToolSet>;
  /** Tools that the next turn may have. */
  readonly next: Observable<ToolSet>;
  /** Tools that the turn which began last may have. Another tool set counts from the next turn on. */
  readonly ofTurn: Observable<ToolSet>;

  constructor(
    conversation: Pick<Conversation, 'state'>,
    { enabled }: Pick<ToolRegistry, 'enabled'>,
    choices: ToolSetChoices,
  ) {
    const named = derived((read) => read(conversation.state).onlyServers);
    const narrowed = (all: Observable<ToolSet>): Observable<ToolSet> =>
      derived((read) => {
        const servers = read(named);
        return servers ? toolsOf(read(all), servers) : read(all);
      });
    const chosen = derived((read) => {
      read(choices.state);
      return choices.of(read(conversation.state));
    }, isDeepStrictEqual);
    this.ofSet = derived((read) => inSet(read(enabled), read(chosen)));
    this.next = narrowed(this.ofSet);
    this.ofTurn = narrowed(derived((read) => inSet(read(enabled), read(this.turnSet))));
  }

  beginTurn(set: ChosenToolSet | undefined): void {
    this.turnSet.set(set);
  }
}

export function inSet(all: ToolSet, set: ChosenToolSet | undefined): ToolSet {
  return set ? toolsInSet(all, set.members ?? []) : all;
}

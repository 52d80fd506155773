/** Decides about calls by the rules that the user gave, and asks where there is none. */
import type { Permit, PermitVerdict } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import type { Approval } from '../../protocol/index.ts';
import type { Tool } from '../../tools/index.ts';
import { asksForApproval } from '../settings.ts';
import type { Wish } from './approvals.ts';

/** Shows the call of that id as one that waits, and gives the user's word. */
export type AskApproval = (id: string, wish: Wish, signal: AbortSignal) => Promise<PermitVerdict>;

/** The permission check of one conversation's turns. */
export function permitBy(engine: Engine, conversation: string, ask: AskApproval): Permit {
  return (tool, args) => {
    const decide = () => engine.permissions.decide(tool, args, conversation);
    const decision = decide();
    if (decision.kind === 'allowed' || !asksForApproval()) return undefined;
    return {
      approval: { changed: decision.changed, says: hintsOf(tool) },
      ask: (id, signal) =>
        ask(
          id,
          {
            args,
            isAllowed: () => decide().kind === 'allowed',
            remember: (scope, covers) => engine.permissions.allow(tool, scope, covers, conversation),
            check: (edited) => engine.argumentProblem(tool, edited),
          },
          signal,
        ),
    };
  };
}

function hintsOf({ hints }: Tool): Approval['says'] {
  return (['readOnly', 'destructive', 'openWorld'] as const).filter((hint) => hints[hint] === true);
}

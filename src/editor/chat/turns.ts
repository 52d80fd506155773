import type { Approve, Conversation, OnTurnEvent } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import type { ModelService } from '../modelSelection/modelService.ts';
import { createApprove, type AskApproval, type ChosenMode } from './callApproval.ts';
import { readSetting } from '../settings/settings.ts';

interface TurnParts {
  readonly ask: AskApproval;
  readonly chosenMode: ChosenMode;
  readonly waitedMs: (call: string) => number;
  readonly onEvent: OnTurnEvent;
  readonly beforeChange: (call: string) => Promise<void>;
}

/** Runs a turn with the current model and settings. @throws ModelError if there is no model. */
export async function runTurn(
  conversation: Conversation,
  signal: AbortSignal,
  engine: () => Promise<Engine>,
  models: ModelService,
  { ask, chosenMode, waitedMs, onEvent, beforeChange }: TurnParts,
): Promise<void> {
  const model = await models.current(signal, conversation.effort);
  const loaded = await engine();
  await loaded.turns.run({
    conversation,
    model,
    maxIterations: readSetting('maxIterations'),
    maxResultTokens: readSetting('maxResultTokens'),
    toolBudget: readSetting('tools.budget'),
    alwaysSend: readSetting('tools.alwaysSend'),
    graceMs: readSetting('serverGrace'),
    approve: after(createApprove(loaded, conversation, ask, chosenMode), beforeChange),
    waitedMs,
    signal,
    onEvent,
  });
}

/** Waits after the decision, so that nobody is asked later for it. */
function after(approve: Approve, beforeChange: (call: string) => Promise<void>): Approve {
  return async (tool, args, call) => {
    const outcome = await approve(tool, args, call);
    if (tool.hints.readOnly === true) return outcome;
    if (outcome.kind !== 'ask') {
      await beforeChange(call.id);
      return outcome;
    }
    return {
      ...outcome,
      ask: async (...asked) => {
        const answer = await outcome.ask(...asked);
        await beforeChange(call.id);
        return answer;
      },
    };
  };
}

import type { Budget, Conversation, OnTurnEvent } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import type { ModelService } from '../modelSelection/modelService.ts';
import { readSetting } from '../settings/settings.ts';
import type { ApprovalModes } from './approvalModes.ts';
import { createApprove } from './pendingApproval.ts';
import type { UserRequests } from './userRequests.ts';

const MICRODOLLARS = 1_000_000;

interface ChatTurnServices {
  readonly engine: () => Promise<Engine>;
  readonly models: ModelService;
  readonly modes: ApprovalModes;
}

/**
 * Runs a turn with the model and the settings of this moment. `beforeChange` is awaited before a call that may change
 * files. @throws ModelError if there is no model.
 */
export async function runChatTurn(
  { engine, models, modes }: ChatTurnServices,
  conversation: Conversation,
  signal: AbortSignal,
  asks: UserRequests,
  onEvent: OnTurnEvent,
  beforeChange: (call: string) => Promise<void>,
  steer: (signal: AbortSignal) => Promise<boolean>,
): Promise<void> {
  const model = await models.current(signal, conversation.effort);
  const loaded = await engine();
  await loaded.turns.run({
    conversation,
    model,
    maxIterations: readSetting('maxIterations'),
    budget: readBudget(),
    askAtLimit: (...reached) => asks.pauses.ask(...reached),
    maxResultTokens: readSetting('maxResultTokens'),
    toolBudget: readSetting('tools.budget'),
    alwaysSend: readSetting('tools.alwaysSend'),
    graceMs: readSetting('serverGrace'),
    approve: createApprove(
      loaded,
      conversation,
      (...asked) => asks.approvals.ask(...asked),
      () => modes.chosenFor(conversation.id),
    ),
    beforeChange,
    steer,
    waitedMs: (call) => asks.waitedMs(call),
    callStops: asks.callStops,
    signal,
    onEvent,
  });
}

/** A setting of 0 is no limit. Costs are set in US dollars. */
function readBudget(): Budget {
  const limitOf = (value: number, unit = 1): number | undefined => (value > 0 ? value * unit : undefined);
  return {
    turnCost: limitOf(readSetting('budget.costPerResponse'), MICRODOLLARS),
    turnTokens: limitOf(readSetting('budget.tokensPerResponse')),
    dayCost: limitOf(readSetting('budget.costPerDay'), MICRODOLLARS),
    dayTokens: limitOf(readSetting('budget.tokensPerDay')),
  };
}

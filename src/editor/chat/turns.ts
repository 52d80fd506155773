/** Starts turns with what is chosen now: model, servers, settings. */
import { t } from '@vscode/l10n';
import type { Conversation, TurnEvent } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import { ModelError } from '../../models/index.ts';
import type { ModelService } from '../modelSelection/modelService.ts';
import { createApprove, type AskApproval } from './callApproval.ts';
import { readSetting } from '../settings/settings.ts';

/** Runs one turn on the conversation. Never throws: what prevents the turn ends it, with the reason. */
export async function* startTurn(
  conversation: Conversation,
  signal: AbortSignal,
  engine: () => Promise<Engine>,
  models: ModelService,
  ask: AskApproval,
): AsyncGenerator<TurnEvent, void, undefined> {
  try {
    const model = await models.current(signal);
    const loaded = await engine();
    yield* loaded.turn({
      conversation,
      model,
      maxIterations: readSetting('maxIterations'),
      maxResultTokens: readSetting('maxResultTokens'),
      graceMs: readSetting('serverGrace'),
      approve: createApprove(loaded, conversation, ask),
      signal,
    });
  } catch (error) {
    yield { type: 'turnEnd', end: { why: 'failed', error: asModelError(error) } };
  }
}

/** The engine is a bundle of its own, so its `ModelError` is known by name, not by class. */
function asModelError(error: unknown): ModelError {
  if (error instanceof Error && error.name === 'ModelError') return error as ModelError;
  return new ModelError(
    'server',
    t('An unexpected error occurred in Patchbay: {0}', (error as Error).message),
    {
      cause: error,
    },
  );
}

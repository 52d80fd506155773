import { t } from '@vscode/l10n';
import type { TurnEvent } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import { callable } from '../chat/callable.ts';
import type { ChatController } from '../chat/controller.ts';
import { byUser, createApprove } from '../chat/callApproval.ts';
import { showErrorMessage } from '../ui/index.ts';

/** Runs a call of the conversation again, as a manual call that the model does not see. */
export async function callAgain(
  controller: ChatController,
  load: () => Promise<Engine>,
  id: string,
): Promise<void> {
  const call = controller.shown.call(id);
  if (!call) return;
  const engine = await load();
  const found = callable(engine, call);
  if (found.problem !== undefined) {
    void showErrorMessage(t('The call cannot be run again. {0}', found.problem));
    return;
  }
  controller.runManualCalls(async function* (conversation, signal, asks): AsyncGenerator<TurnEvent> {
    const approve = createApprove(engine, byUser(conversation), (...asked) => asks.approve(...asked));
    const request = {
      id: crypto.randomUUID(),
      name: found.wireName,
      argsText: call.argsText,
      approve,
      signal,
    };
    for await (const event of engine.call(request))
      // In a step of its own, apart from the call above it.
      yield event.type === 'callStart' ? { ...event, step: -Date.now(), byUser: true } : event;
  });
}

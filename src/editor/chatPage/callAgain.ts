/** Makes a call of the conversation once more, for the user: it is shown, and the model is not told of it. */
import { t } from '@vscode/l10n';
import type { TurnEvent } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import { callable } from '../chat/callable.ts';
import type { ChatController } from '../chat/controller.ts';
import { byUser, createApprove } from '../chat/callApproval.ts';
import { showErrorMessage } from '../ui/index.ts';

/** Makes the call of that id once more, as it was; asks for permission as for any other call. */
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
      // A step of its own: it has nothing to do with the call above it.
      yield event.type === 'callStart' ? { ...event, step: -Date.now(), byUser: true } : event;
  });
}

/** Handles what the user does with a command that runs. Each message reaches only those of the conversation that the chat shows. */
import type { Engine } from '../../engine.ts';
import type { ChatMessage, Handlers } from '../../protocol/index.ts';
import type { LiveCommand } from '../../tools/index.ts';
import { showCommandTerminal } from '../builtInTools/commandTerminal.ts';
import type { ChatController } from '../chat/controller.ts';

type CommandHandlers = Pick<
  Handlers<ChatMessage>,
  'stopCall' | 'keepCommand' | 'stopCommand' | 'showCommand' | 'typeIntoCommand'
>;

export function commandHandlers(controller: ChatController, engine: () => Promise<Engine>): CommandHandlers {
  const find = async (id: string): Promise<LiveCommand | undefined> =>
    (await engine()).commands.get(controller.shownId, id);
  return {
    stopCall: ({ id }) => controller.asks.callStops.stop(id),
    keepCommand: async ({ id, forInput }) => {
      const command = await find(id);
      // The model is never to give a password.
      if (!command || (forInput && command.wait?.isSecret !== false)) return;
      (await engine()).commands.keep(controller.shownId, id, forInput ? 'input' : 'user');
    },
    stopCommand: async ({ id }) => (await find(id))?.stop(),
    showCommand: async ({ id }) => {
      const command = await find(id);
      if (command) showCommandTerminal(command);
    },
    typeIntoCommand: async ({ id, line, isSecret }) => {
      const command = await find(id);
      command?.type(line.replaceAll(/\p{Cc}/gu, ''), isSecret || command.asksForSecret);
    },
  };
}

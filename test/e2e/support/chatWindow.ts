/** A window with the chat in it, ready for a conversation: its model is scripted, its servers are connected. */
import type { ProcessInfo } from '../../../scripts/host/processes.ts';
import type { Settings } from '../../../scripts/host/settings.ts';
import { openChat, type ChatFrame } from './chat.ts';
import { openWindow, type WindowOptions } from './openWindow.ts';
import { startModel, type ScriptedModel } from './scriptedModel.ts';
import { serversConnected } from './servers.ts';
import type { Window } from './window.ts';

export interface ChatWindow {
  readonly model: ScriptedModel;
  readonly window: Window;
  readonly chat: ChatFrame;
  /** Closes window and model; returns the orphans, as `Window.close` does. */
  close(): Promise<ProcessInfo[]>;
}

export interface ChatWindowOptions extends WindowOptions {
  /** The value of `patchbay.servers`. All of them have to come up. */
  readonly servers: Settings;
  /** What the model says where the test has laid out nothing. */
  readonly otherwise?: string;
}

/**
 * Opens it, 1200 by 900 pixels if nothing else is asked for. `settings` are further ones. Close it in any case.
 * @throws what `openWindow` throws, and an Error when a server does not connect within 30 s; nothing is left open.
 */
export async function openChatWindow(options: ChatWindowOptions): Promise<ChatWindow> {
  const { servers, otherwise, settings, ...rest } = options;
  const model = await startModel(otherwise);
  let window: Window | undefined;
  const close = async (): Promise<ProcessInfo[]> => {
    await model.close();
    return (await window?.close()) ?? [];
  };
  try {
    window = await openWindow({
      size: { width: 1200, height: 900 },
      ...rest,
      settings: { ...model.settings, ...settings, 'patchbay.servers': servers },
    });
    await serversConnected(window, Object.keys(servers).length);
    return { model, window, chat: await openChat(window), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A window with a remote server, `guarded`, that a real authorization server stands before. */
import { startOidc, type OidcServer } from '../../fixtures/servers/oidc.ts';
import { openWindow } from './openWindow.ts';
import { startModel, type ScriptedModel } from './scriptedModel.ts';
import { rowSays, showServers } from './servers.ts';
import type { Window } from './window.ts';
import type { TreeRow } from './workbench.ts';

export interface GuardedWindow {
  readonly server: OidcServer;
  readonly model: ScriptedModel;
  readonly window: Window;
  /** Waits until the row of the server says so. */
  says(words: RegExp): Promise<TreeRow>;
  /** Closes all three. */
  close(): Promise<void>;
}

/**
 * Opens it, with the servers in view; returns when the row says that a sign-in is needed. Close it in any case.
 * @throws what `openWindow` throws, and an Error when the row says something else for 30 s; nothing is left open.
 */
export async function openGuardedWindow(): Promise<GuardedWindow> {
  const server = await startOidc();
  const model = await startModel();
  let window: Window | undefined;
  const close = async (): Promise<void> => {
    await window?.close();
    await model.close();
    await server.close();
  };
  try {
    const opened = (window = await openWindow({
      size: { width: 1200, height: 900 },
      settings: {
        ...model.settings,
        'patchbay.servers': { guarded: { type: 'http', url: server.url } },
      },
    }));
    const says = (words: RegExp): Promise<TreeRow> => rowSays(opened, 'guarded', words);
    await showServers(opened);
    await says(/^sign-in needed/);
    return { server, model, window: opened, says, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The channel to the extension host, and the page's small memory in the editor. */
import type { ChatMessage, HostMessage } from '../protocol/index.ts';
import type { Keeper } from './state/viewState.ts';

/** What the editor puts into every webview. It may be called once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** What a page can say and hear. */
export interface Host<Says, Hears> extends Keeper {
  post(message: Says): void;
  /** Calls `hear` with every message from now on. */
  listen(hear: (message: Hears) => void): void;
}

/** Takes hold of the channel. */
export function connectHost<Says = ChatMessage, Hears = HostMessage>(): Host<Says, Hears> {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    load: () => api.getState(),
    save: (kept) => api.setState(kept),
    listen: (hear) =>
      // Only the editor's own frame can post here: the policy of the page allows no other frames.
      window.addEventListener('message', ({ data }: MessageEvent<Hears>) => hear(data)),
  };
}

/** The channel to the extension host, and the page's small memory in the editor. */
import { dispatch, type Handlers } from '../protocol/index.ts';
import type { Keeper } from './state/viewState.ts';

/** What the editor puts into every webview. It may be called once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** The messages that a page sends, and those that it gets. */
export interface Host<Sent, Received extends { readonly type: string }> extends Keeper {
  post(message: Sent): void;
  listen(handlers: Handlers<Received>): void;
}

/** Takes hold of the channel. */
export function connectHost<Sent, Received extends { readonly type: string }>(): Host<Sent, Received> {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    load: () => api.getState(),
    save: (kept) => api.setState(kept),
    listen: (handlers) =>
      // Only the editor's own frame can post here: the policy of the page allows no other frames.
      window.addEventListener('message', ({ data }: MessageEvent<Received>) => dispatch(handlers, data)),
  };
}

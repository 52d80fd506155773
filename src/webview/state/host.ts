/** The channel to the extension host, and the page's small memory in the editor. */
import { dispatch, type Handlers } from '../../protocol/index.ts';
import type { StateStorage } from './stateSaver.ts';

/** What the editor puts into every webview. It may be called once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** The messages that a page sends, and those that it gets. */
export interface Host<Sent, Received extends { readonly type: string }> extends StateStorage {
  post(message: Sent): void;
  listen(handlers: Handlers<Received>): void;
}

/** Takes hold of the channel. */
export function connectHost<Sent, Received extends { readonly type: string }>(): Host<Sent, Received> {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    load: () => api.getState(),
    save: (state) => api.setState(state),
    listen: (handlers) =>
      // Only the editor's own frame can post here: the policy of the page allows no other frames.
      window.addEventListener('message', ({ data }: MessageEvent<Received>) => dispatch(handlers, data)),
  };
}

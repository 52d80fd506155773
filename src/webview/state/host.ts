import { dispatch, type Handlers } from '../../protocol/index.ts';
import type { StateStorage } from './stateSaver.ts';

/** VS Code lets a webview call this only once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

interface Host<Sent, Received extends { readonly type: string }> extends StateStorage {
  post(message: Sent): void;
  listen(handlers: Handlers<Received>): void;
}

export function connectHost<Sent, Received extends { readonly type: string }>(): Host<Sent, Received> {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    load: () => api.getState(),
    save: (state) => api.setState(state),
    listen: (handlers) =>
      // No check of the origin: the CSP allows no frames, so only the editor's frame can post here.
      window.addEventListener('message', ({ data }: MessageEvent<Received>) => dispatch(handlers, data)),
  };
}

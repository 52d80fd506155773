import { render, type JSX } from 'preact';
import { dispatch, type Appearance, type Handlers } from '../../protocol/index.ts';
import { appearance } from '../state/appearance.ts';
import type { StateStorage } from '../state/stateSaver.ts';
import { readLanguage } from './language.ts';

/** VS Code lets a webview call this only once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

interface Host<PageMessage> {
  readonly post: (message: PageMessage) => void;
  /** The state of the page, which the editor keeps. */
  readonly storage: StateStorage;
}

interface PageParts<HostMessage extends { readonly type: string }> {
  readonly handlers: Handlers<HostMessage>;
  readonly view: JSX.Element;
  /** Runs when the page is drawn. Sends `ready`, which the host answers with what the page shows. */
  start(): void;
}

/** Starts a page in the element with that id. */
export function startPage<PageMessage, HostMessage extends { readonly type: string }>(
  id: string,
  makeParts: (host: Host<PageMessage>) => PageParts<HostMessage>,
): void {
  readLanguage();
  const api = acquireVsCodeApi();
  const parts = makeParts({
    post: (message) => api.postMessage(message),
    storage: { load: () => api.getState(), save: (state) => api.setState(state) },
  });
  // The origin needs no check: the CSP allows no frames, so only the editor's frame can post here.
  window.addEventListener('message', ({ data }: MessageEvent<HostMessage | Appearance>) => {
    if (isAppearance(data)) appearance.value = data;
    else dispatch(parts.handlers, data);
  });
  const root = document.getElementById(id);
  if (!root) throw new Error(`The page has no element #${id}.`);
  render(parts.view, root);
  parts.start();
}

function isAppearance(message: { readonly type: string }): message is Appearance {
  return message.type === 'appearance';
}

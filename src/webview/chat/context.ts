/** What every part of the chat can reach: the state, the page's memory, the scrolling and the host. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Signal } from '@preact/signals';
import type { ChatMessage, QueuedMessage } from '../../protocol/index.ts';
import type { ContextState } from '../composer/contextState.ts';
import type { PromptState } from '../prompts/promptState.ts';
import type { ChatStore } from '../state/store.ts';
import type { ViewState } from '../state/viewState.ts';
import type { ScrollKeeper } from './scrollKeeper.ts';

export interface Chat {
  readonly store: ChatStore;
  readonly view: ViewState;
  readonly prompts: PromptState;
  readonly context: ContextState;
  /** The messages that wait for the end of the turn. */
  readonly queue: Signal<readonly QueuedMessage[]>;
  readonly scroll: ScrollKeeper;
  readonly post: (message: ChatMessage) => void;
}

export const ChatContext = createContext<Chat | undefined>(undefined);

/** The chat that the component is part of. */
export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('A part of the chat was drawn outside of it.');
  return chat;
}

import type { Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChatMessage, CommandView, QueuedMessage } from '../../protocol/index.ts';
import type { ChangedLines } from '../state/changedLines.ts';
import type { MentionState } from '../state/mention.ts';
import type { FoldedSteps } from '../state/foldedSteps.ts';
import type { FindState } from '../state/findState.ts';
import type { PromptState } from '../state/promptState.ts';
import type { ChatStore } from '../state/store.ts';
import type { ViewState } from '../state/viewState.ts';
import type { FileLinks } from '../state/fileLinks.ts';
import type { ScrollKeeper } from '../scroll/scrollKeeper.ts';

export interface Chat {
  readonly store: ChatStore;
  readonly steps: FoldedSteps;
  readonly view: ViewState;
  readonly prompts: PromptState;
  readonly context: MentionState;
  readonly queue: Signal<readonly QueuedMessage[]>;
  /** The commands that the conversation runs. */
  readonly commands: Signal<readonly CommandView[]>;
  readonly scroll: ScrollKeeper;
  readonly find: FindState;
  readonly files: FileLinks;
  readonly changedLines: ChangedLines;
  readonly picture: Signal<{ readonly src: string; readonly alt: string } | undefined>;
  readonly help: Signal<boolean>;
  readonly post: (message: ChatMessage) => void;
}

export const ChatContext = createContext<Chat | undefined>(undefined);

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('A part of the chat was drawn outside of it.');
  return chat;
}

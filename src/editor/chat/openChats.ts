/** The chats of a window: the one in the side bar, and one for each tab that has a conversation of its own. */
import type { ChatController } from './controller.ts';
import type { ChatSession } from './chatSession.ts';

/** Makes the chat of a tab, which begins with that conversation. */
export type CreateChat = (conversation: string) => ChatController;

export class OpenChats {
  /** The one in the side bar. */
  readonly main: ChatController;
  private readonly tabs = new Set<ChatController>();
  private readonly make: CreateChat;

  constructor(main: ChatController, make: CreateChat) {
    this.main = main;
    this.make = make;
  }

  get all(): readonly ChatController[] {
    return [this.main, ...this.tabs];
  }

  /** The chat in which that conversation is open, if there is one: shown, or going on unseen. */
  find(conversation: string): ChatController | undefined {
    return this.all.find(({ sessions }) => sessions.some(({ id }) => id === conversation));
  }

  /** The conversation that a call belongs to; where nobody knows, one that works, or the one in the side bar. */
  ofCall(call: string | undefined): ChatSession {
    const sessions = this.sessions;
    return (
      sessions.find((session) => call !== undefined && isPendingCall(session, call)) ??
      sessions.find(({ isRunning }) => isRunning) ??
      (sessions[0] as ChatSession)
    );
  }

  /** All that are open: that of the side bar first, those that are shown before the others. */
  get sessions(): readonly ChatSession[] {
    const { all } = this;
    return [
      ...all.flatMap(({ sessions }) => sessions.slice(0, 1)),
      ...all.flatMap(({ sessions }) => sessions.slice(1)),
    ];
  }

  /** Makes a chat for a tab. */
  open(conversation: string): ChatController {
    const chat = this.make(conversation);
    this.tabs.add(chat);
    return chat;
  }

  /** Ends the chat of a tab; that of the side bar outlives its tab. */
  close(chat: ChatController): void {
    if (this.tabs.delete(chat)) void chat.close();
  }

  /** Resolves when no turn runs any more. */
  async dispose(): Promise<void> {
    await Promise.all(this.all.map((chat) => chat.dispose()));
  }
}

/** Whether that call is one of the chat's conversation, and has not ended. */
function isPendingCall({ open }: ChatSession, call: string): boolean {
  const status = open.transcript.call(call)?.status;
  return status === 'running' || status === 'pending';
}

/** The chats of a window: the one in the side bar, and one for each tab with a conversation of its own. */
import type { ChatController } from './controller.ts';
import type { ChatSession } from './chatSession.ts';

export type CreateChat = (conversation: string) => ChatController;

export class OpenChats {
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

  find(conversation: string): ChatController | undefined {
    return this.all.find(({ sessions }) => sessions.some(({ id }) => id === conversation));
  }

  /** Returns the session of a call. If it is unknown, returns one that runs, or that of the side bar. */
  ofCall(call: string | undefined): ChatSession {
    const sessions = this.sessions;
    return (
      sessions.find((session) => call !== undefined && isPendingCall(session, call)) ??
      sessions.find(({ isRunning }) => isRunning) ??
      (sessions[0] as ChatSession)
    );
  }

  get sessions(): readonly ChatSession[] {
    const { all } = this;
    return [
      ...all.flatMap(({ sessions }) => sessions.slice(0, 1)),
      ...all.flatMap(({ sessions }) => sessions.slice(1)),
    ];
  }

  /** Returns the calls that wait for the user's approval. */
  waitingCalls(): { readonly conversation: string; readonly id: string }[] {
    return this.sessions.flatMap(({ id: conversation, open }) =>
      open.transcript.items.flatMap(({ id }) =>
        open.transcript.call(id)?.status === 'pending' ? [{ conversation, id }] : [],
      ),
    );
  }

  open(conversation: string): ChatController {
    const chat = this.make(conversation);
    this.tabs.add(chat);
    return chat;
  }

  /** Closes the chat of a tab. The chat of the side bar outlives its tab. */
  close(chat: ChatController): void {
    if (this.tabs.delete(chat)) void chat.close();
  }

  async dispose(): Promise<void> {
    await Promise.all(this.all.map((chat) => chat.dispose()));
  }
}

function isPendingCall({ open }: ChatSession, call: string): boolean {
  const status = open.transcript.call(call)?.status;
  return status === 'running' || status === 'pending';
}

/** The chats of a window: the one in the side bar, and one for each tab that has a conversation of its own. */
import type { ChatController } from './controller.ts';

/** Makes the chat of a tab, which begins with that conversation. */
export type MakeRoom = (conversation: string) => ChatController;

export class ChatRooms {
  /** The one in the side bar. */
  readonly main: ChatController;
  private readonly tabs = new Set<ChatController>();
  private readonly make: MakeRoom;

  constructor(main: ChatController, make: MakeRoom) {
    this.main = main;
    this.make = make;
  }

  get all(): readonly ChatController[] {
    return [this.main, ...this.tabs];
  }

  /** The chat that shows that conversation, if one does. */
  showing(conversation: string): ChatController | undefined {
    return this.all.find(({ shownId }) => shownId === conversation);
  }

  /** The chat that a call belongs to; where nobody knows, the one that works, or the one in the side bar. */
  ofCall(call: string | undefined): ChatController {
    return (
      this.all.find((room) => call !== undefined && isUnderway(room, call)) ??
      this.all.find(({ isRunning }) => isRunning) ??
      this.main
    );
  }

  /** Makes a chat for a tab. */
  open(conversation: string): ChatController {
    const room = this.make(conversation);
    this.tabs.add(room);
    return room;
  }

  /** Ends the chat of a tab; that of the side bar outlives its tab. */
  close(room: ChatController): void {
    if (this.tabs.delete(room)) void room.close();
  }

  /** Resolves when no turn runs any more. */
  async dispose(): Promise<void> {
    await Promise.all(this.all.map((room) => room.dispose()));
  }
}

/** Whether that call is one of the chat's conversation, and has not ended. */
function isUnderway({ shown }: ChatController, call: string): boolean {
  const status = shown.call(call)?.status;
  return status === 'running' || status === 'pending';
}

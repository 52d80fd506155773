/** The chats of a window: the one in the side bar, and one for each tab that has a conversation of its own. */
import type { ChatController } from './controller.ts';
import type { Talk } from './chatSession.ts';

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

  /** The chat in which that conversation is open, if there is one: shown, or going on unseen. */
  holding(conversation: string): ChatController | undefined {
    return this.all.find(({ talks }) => talks.some(({ id }) => id === conversation));
  }

  /** The conversation that a call belongs to; where nobody knows, one that works, or the one in the side bar. */
  ofCall(call: string | undefined): Talk {
    const talks = this.talks;
    return (
      talks.find((talk) => call !== undefined && isUnderway(talk, call)) ??
      talks.find(({ isRunning }) => isRunning) ??
      (talks[0] as Talk)
    );
  }

  /** All that are open: that of the side bar first, those that are shown before the others. */
  get talks(): readonly Talk[] {
    const { all } = this;
    return [...all.flatMap(({ talks }) => talks.slice(0, 1)), ...all.flatMap(({ talks }) => talks.slice(1))];
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
function isUnderway({ open }: Talk, call: string): boolean {
  const status = open.transcript.call(call)?.status;
  return status === 'running' || status === 'pending';
}

/**
 * Remembers the approval mode that the user has chosen for a conversation of this window; all others have the default.
 */
import type { ApprovalMode } from '../../protocol/index.ts';
import { readSetting } from '../settings/settings.ts';

export class ApprovalModes {
  private readonly chosen = new Map<string, ApprovalMode>();

  /** Returns undefined if the conversation has the default. */
  chosenFor(conversation: string): ApprovalMode | undefined {
    return this.chosen.get(conversation);
  }

  shownFor(conversation: string): ApprovalMode {
    return this.chosen.get(conversation) ?? defaultMode();
  }

  choose(conversation: string, mode: ApprovalMode): void {
    this.chosen.set(conversation, mode);
  }

  /** Gives a conversation that begins as another one the mode of that one: to the user it is the same. */
  copy(from: string, to: string): void {
    const mode = this.chosen.get(from);
    if (mode !== undefined) this.chosen.set(to, mode);
  }
}

function defaultMode(): ApprovalMode {
  const mode = readSetting('tools.approval');
  return mode === 'never' ? 'free' : mode;
}

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
}

function defaultMode(): ApprovalMode {
  const mode = readSetting('tools.approval');
  return mode === 'never' ? 'free' : mode;
}

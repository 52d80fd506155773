/** What has become of a server's connections, for whoever asks afterwards. */
import { t } from '@vscode/l10n';
import type { ServerState } from './state.ts';

/** A state that the server came into. */
export interface StateChange {
  /** In ms since the epoch. */
  readonly at: number;
  readonly kind: ServerState['kind'];
  /** What there is to say of it, in one sentence. */
  readonly words: string;
}

/** How many changes are remembered. */
const MAX_CHANGES = 100;

export class StateHistory {
  private known: readonly StateChange[] = [];

  /** Oldest first. */
  get changes(): readonly StateChange[] {
    return this.known;
  }

  /**
   * `at` in ms since the epoch. Returns whether it is news: a newer catalog of the same connection is no change of
   * the state.
   */
  add(state: ServerState, at: number): boolean {
    const words = stateWords(state);
    const { kind } = state;
    if (kind === 'connected' && this.known.at(-1)?.kind === kind) return false;
    this.known = [...this.known, { at, kind, words }].slice(-MAX_CHANGES);
    return true;
  }
}

/** A state in a sentence, for the user. */
export function stateWords(state: ServerState): string {
  switch (state.kind) {
    case 'disconnected':
      return t('Disconnected.');
    case 'connecting':
      return state.after ? t('Connecting again. {0}', state.after.message.localized) : t('Connecting.');
    case 'connected':
      return t(
        'Connected in {0} ms: MCP {1}, {2} tools.',
        Math.round(state.setupMs),
        state.catalog.protocolVersion,
        state.catalog.tools.length,
      );
    case 'error':
      return state.failure.message.localized;
  }
}

/** Writes the name of a variable where its value would be shown: in logs, error texts and last words. */
import type { LocalizedMessage } from '../../base/common/message.ts';
import { Redactor } from '../../base/common/redactor.ts';
import type { ServerFailure } from '../failure.ts';
import type { ServerLog } from '../ports.ts';
import type { ServerState } from '../state.ts';

/** What one server's variables stood for so far. Old values stay: an old process may still speak of them. */
export class ValueMask {
  private readonly redactor = new Redactor();
  private readonly known = new Map<string, string>();

  /** From now on `value` is written as `variable`, also where it is encoded. */
  add(value: string, variable: string, kind: 'secret' | 'other'): void {
    if (this.known.get(value) === `${kind} ${variable}`) return;
    this.known.set(value, `${kind} ${variable}`);
    this.redactor.add(value, variable, kind);
  }

  /** `text` without the values. */
  text(text: string): string {
    return this.redactor.text(text);
  }

  /** `state` without the values. */
  state(state: ServerState): ServerState {
    if (state.kind === 'error') return { ...state, failure: this.failure(state.failure) };
    if (state.kind === 'connecting' && state.after) return { ...state, after: this.failure(state.after) };
    return state;
  }

  /** A log that writes into `log` without the values. */
  log(log: ServerLog): ServerLog {
    return { ...log, append: (level, from, text) => log.append(level, from, this.text(text)) };
  }

  private failure(failure: ServerFailure): ServerFailure {
    const masked = (message: LocalizedMessage): LocalizedMessage => message.map((text) => this.text(text));
    return {
      ...failure,
      message: masked(failure.message),
      next: masked(failure.next),
      ...(failure.details && { details: masked(failure.details) }),
    };
  }
}

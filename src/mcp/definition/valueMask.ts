/** Writes the name of a variable where its value would be shown: in logs, error texts and last words. */
import type { ServerFailure } from '../failure.ts';
import type { ServerLog } from '../ports.ts';
import type { ServerState } from '../state.ts';

/** Shorter values are masked neither: the mask would garble ordinary words and give the value away by that. */
const shortest = { secret: 4, other: 8 } as const;

/** What one server's variables stood for so far. Old values stay: an old process may still speak of them. */
export class ValueMask {
  /** Spellings of values, and the variable each is written as. */
  private readonly names = new Map<string, string>();
  private pattern: RegExp | undefined;

  /** From now on `value` is written as `variable`, also as JSON, URLs and single lines spell it. */
  add(value: string, variable: string, kind: keyof typeof shortest): void {
    if (this.names.get(value) === variable) return;
    // Servers speak line by line.
    const wholes = [value, value.trim(), ...value.split(/\r?\n/)];
    for (const whole of wholes) {
      for (const spelling of spellings(whole)) {
        if (spelling.length >= shortest[kind]) this.names.set(spelling, variable);
      }
    }
    const longestFirst = [...this.names.keys()].toSorted((a, b) => b.length - a.length);
    // Host names come back in lower case.
    this.pattern =
      longestFirst.length === 0 ? undefined : new RegExp(longestFirst.map(escaped).join('|'), 'gi');
  }

  /** `text` without the values. */
  text(text: string): string {
    if (!this.pattern) return text;
    return text.replace(this.pattern, (found) => this.names.get(found) ?? this.nameOf(found));
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
    return { ...failure, ...this.words(failure), english: this.words(failure.english) };
  }

  private words({ message, next, details }: ServerFailure['english']): ServerFailure['english'] {
    return {
      message: this.text(message),
      next: this.text(next),
      ...(details !== undefined && { details: this.text(details) }),
    };
  }

  /** The variable of a value that was found in other upper and lower case. */
  private nameOf(found: string): string {
    const lower = found.toLowerCase();
    const same = [...this.names].find(([spelling]) => spelling.toLowerCase() === lower);
    return same?.[1] ?? '•••';
  }
}

function spellings(value: string): string[] {
  const forms = [value, JSON.stringify(value).slice(1, -1), value.replaceAll("'", "\\'")];
  try {
    forms.push(encodeURIComponent(value), encodeURI(value));
  } catch {
    // Half a surrogate pair has no form in a URL.
  }
  return forms;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

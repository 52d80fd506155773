/** What is said in two languages: to the user in theirs, to the model and the log in English. */
import { config } from '@vscode/l10n';

type Messages = Readonly<Record<string, string>>;

let spoken: Messages | undefined;
let isEnglish = false;

/** Gives the core the messages in the user's language; without them, it speaks English. */
export function speak({ contents }: { readonly contents: Messages }): void {
  spoken = contents;
  config({ contents });
}

/**
 * What `say` says in English, for the model and the log. The library knows one language at a time, so `say` has to
 * be done at once: nothing else may speak meanwhile.
 */
export function inEnglish<T>(say: () => T): T {
  if (!spoken || isEnglish) return say();
  config({ contents: {} });
  isEnglish = true;
  try {
    return say();
  } finally {
    isEnglish = false;
    config({ contents: spoken });
  }
}

/** A sentence for the user, and the same for the model and the log. */
export interface Said<T = string> {
  readonly user: T;
  readonly english: T;
}

/** What `say` says, in both languages. */
export function inBoth(say: () => string): Said {
  return { user: say(), english: inEnglish(say) };
}

/** Of what was said before in both languages, that in the one which is spoken now. */
export function inThisLanguage<T>({ user, english }: Said<T>): T {
  return isEnglish ? english : user;
}

/** What happened, and what to do about it. */
export interface Words {
  readonly message: string;
  readonly next: string;
}

/** An error for three readers: `message` is English, and `say` says it in the user's language. */
export class SpokenError extends Error {
  readonly say: () => string;

  /** A text is content, such as what a server said: it is the same in every language. */
  constructor(say: string | (() => string), options?: ErrorOptions) {
    super(typeof say === 'string' ? say : inEnglish(say), options);
    this.say = typeof say === 'string' ? () => say : say;
  }
}

/** One that knows what to do next. */
export class ExplainedError extends SpokenError {
  /** In the user's language. */
  readonly words: () => Words;

  constructor(words: () => Words, options?: ErrorOptions) {
    super(() => words().message, options);
    this.words = words;
  }
}

/** What an error says, to the user. By its shape: the bundle that throws may have a class of its own. */
export function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'say' in error && typeof error.say === 'function' ? String(error.say()) : error.message;
}

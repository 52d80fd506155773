/** Texts with two audiences: users read them in their language, the log and the model in English. */
import { config, t as translate } from '@vscode/l10n';

type Value = string | number | LocalizedMessage;

/**
 * A message whose language is chosen when it is read. Strings among the values are content, the same in every language.
 */
export class LocalizedMessage {
  private readonly template: string;
  private readonly values: readonly Value[];

  constructor(template: string, values: readonly Value[]) {
    this.template = template;
    this.values = values;
  }

  get localized(): string {
    const values = this.values.map((value) => (typeof value === 'object' ? value.localized : value));
    return translate(this.template, ...values);
  }

  get english(): string {
    return this.template.replaceAll(/\{(\d+)\}/g, (whole, index) => {
      const value = this.values[Number(index)];
      return typeof value === 'object' ? value.english : String(value ?? whole);
    });
  }

  /** Returns a copy with changed strings, for redaction. It holds nothing of the original. */
  map(change: (content: string) => string): LocalizedMessage {
    const changed = (value: Value): Value => {
      if (typeof value === 'string') return change(value);
      return typeof value === 'number' ? value : value.map(change);
    };
    return new LocalizedMessage(this.template, this.values.map(changed));
  }
}

/** Makes a localized message. The template has to be a literal, because `scripts/l10n.ts` looks for it. */
export function msg(template: string, ...values: readonly Value[]): LocalizedMessage {
  return new LocalizedMessage(template, values);
}

/** Wraps a text that is the same in every language, such as an error from a server. */
export function content(text: string): LocalizedMessage {
  return new LocalizedMessage('{0}', [text]);
}

export function join(separator: string, ...parts: readonly (Value | undefined)[]): LocalizedMessage {
  const values = parts.filter((part) => part !== undefined);
  return new LocalizedMessage(values.map((_, index) => `{${index}}`).join(separator), values);
}

export class LocalizedError extends Error {
  readonly text: LocalizedMessage;

  constructor(text: string | LocalizedMessage, options?: ErrorOptions) {
    super(typeof text === 'string' ? text : text.english, options);
    this.text = typeof text === 'string' ? content(text) : text;
  }
}

export class ExplainedError extends LocalizedError {
  readonly next: LocalizedMessage;

  constructor(
    { message, next }: { readonly message: LocalizedMessage; readonly next: LocalizedMessage },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.next = next;
  }
}

export function messageOf(error: unknown): LocalizedMessage {
  if (error instanceof LocalizedError) return error.text;
  return content(error instanceof Error ? error.message : String(error));
}

export function setTranslations(contents: Readonly<Record<string, string>>): void {
  config({ contents });
}

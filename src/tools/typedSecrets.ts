/** Keeps what the user types as a secret out of a command's output, should the command write it back. */
import { Redactor } from '../base/common/redactor.ts';

export class TypedSecrets {
  private readonly emit: (text: string) => void;
  private readonly redactor = new Redactor();
  private readonly values: string[] = [];
  /** The end of the output, if it may be the beginning of a secret. */
  private held = '';

  constructor(emit: (text: string) => void) {
    this.emit = emit;
  }

  add(text: string): void {
    const value = text.trim();
    if (value === '') return;
    this.values.push(value);
    this.redactor.addValue(value, '•••', 'secret');
  }

  push(text: string): void {
    if (this.values.length === 0) return this.emit(text);
    const all = this.redactor.text(this.held + text);
    const begun = Math.max(...this.values.map((value) => heldLength(all, value)));
    this.held = all.slice(all.length - begun);
    if (begun < all.length) this.emit(all.slice(0, all.length - begun));
  }

  flush(): void {
    const { held } = this;
    this.held = '';
    if (held !== '') this.emit(held);
  }
}

/** Returns how many characters at the end of the text are the beginning of the value, of which the rest may follow. */
function heldLength(text: string, value: string): number {
  for (let length = Math.min(text.length, value.length - 1); length > 0; length--)
    if (text.endsWith(value.slice(0, length))) return length;
  return 0;
}

/**
 * Parses the declarations of a `style` attribute by CSS Syntax Module Level 3, 5.4.4 and 4.3, because a browser reads
 * exactly that.
 */
import { tailText } from '../../base/common/cut.ts';

export interface Declaration {
  /** Name in lower case, except for custom properties. */
  readonly name: string;
  /** Value without comments and escapes; strings are `""`. It is in lower case, except for custom properties. */
  readonly value: string;
  readonly isImportant: boolean;
}

/** Replaces characters that no property accepts, such as an escaped digit or bracket. */
const UNKNOWN = '\u{FFFD}';
const space = /[ \t\n]/;

export function declarationsIn(style: string): readonly Declaration[] {
  return new Scanner(style.replaceAll(/\r\n?|\f/g, '\n')).declarations();
}

class Scanner {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  declarations(): readonly Declaration[] {
    const found: Declaration[] = [];
    while (this.at < this.text.length) {
      const declaration = declarationOf(this.statement());
      if (declaration) found.push(declaration);
    }
    return found;
  }

  /** Reads up to the next semicolon outside of brackets and strings, or the end of a block that is not a value. */
  private statement(): string {
    let read = '';
    // Searching in the growing text would copy it each time.
    let [head, tail] = ['', ''];
    const add = (piece: string): void => {
      read += piece;
      if (head.length < 2) head = (head + piece).trimStart();
      tail = tailText(tail + piece, 4);
    };
    const open: string[] = [];
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? '';
      this.at += 1;
      if (char === ';' && open.length === 0) return read;
      if (char === '/' && this.text[this.at] === '*') {
        this.skipComment();
        // A comment separates the text before it from the text after it.
        add(' ');
      } else if (char === '\\') add(this.escape());
      else if (char === '"' || char === "'") add(this.string(char));
      else if (char === '(' && /(?:^|[^\w-])url$/i.test(tail) && !this.isQuoted()) {
        this.skipUrl();
        add('()');
      } else {
        add(char);
        const closing = closers[char];
        if (closing) open.push(closing);
        else if (char === open.at(-1)) {
          open.pop();
          if (char === '}' && open.length === 0 && !head.startsWith('--')) return '';
        }
      }
    }
    return read;
  }

  private skipComment(): void {
    const end = this.text.indexOf('*/', this.at + 1);
    this.at = end < 0 ? this.text.length : end + 2;
  }

  private escape(): string {
    const hex = /^[\da-f]{1,6}/i.exec(this.text.slice(this.at, this.at + 6))?.[0];
    if (hex === undefined) {
      const point = this.text.codePointAt(this.at) ?? 0;
      if (point === 10) return UNKNOWN;
      this.at += point > 0xffff ? 2 : 1;
      return ofName(String.fromCodePoint(point));
    }
    this.at += hex.length;
    if (space.test(this.text[this.at] ?? '')) this.at += 1;
    const point = Number.parseInt(hex, 16);
    return point > 0x10ffff ? UNKNOWN : ofName(String.fromCodePoint(point));
  }

  /** Reads a string. If a line end breaks it, its declaration is invalid. */
  private string(quote: string): string {
    while (this.at < this.text.length) {
      const char = this.text[this.at];
      this.at += 1;
      if (char === quote) break;
      if (char === '\n') return UNKNOWN;
      if (char === '\\') this.at += 1;
    }
    return '""';
  }

  private isQuoted(): boolean {
    return /^[ \t\n]*["']/.test(this.text.slice(this.at, this.at + 100));
  }

  private skipUrl(): void {
    while (this.at < this.text.length) {
      const char = this.text[this.at];
      this.at += char === '\\' ? 2 : 1;
      if (char === ')') return;
    }
  }
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

function ofName(char: string): string {
  return /[a-z_-]/i.test(char) ? char : UNKNOWN;
}

function declarationOf(statement: string): Declaration | undefined {
  const colon = statement.indexOf(':');
  const written = statement.slice(0, Math.max(0, colon)).trim();
  if (!/^-{0,2}[a-z_][\w-]*$/i.test(written)) return undefined;
  const isCustom = written.startsWith('--');
  const name = isCustom ? written : written.toLowerCase();
  const whole = statement.slice(colon + 1).trim();
  const value = whole.replace(/!\s*important$/i, '').trimEnd();
  if (value === '' || value.includes(UNKNOWN) || (value.includes('!') && !isCustom)) return undefined;
  const plain = value.replaceAll(/\s+/g, ' ');
  return { name, value: isCustom ? plain : plain.toLowerCase(), isImportant: value !== whole };
}

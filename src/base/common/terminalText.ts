/** Text that was written for a terminal: its plain text, and the styles that its codes (ECMA-48) give to parts of it. */
import { isRecord } from './guards.ts';

/**
 * Codes of a terminal: strings such as links and titles, which may be long; then control sequences; then all other
 * escapes.
 */
const codes = new RegExp(
  [
    String.raw`(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C]{0,4096}(?:\u0007|\u001B\\|\u009C)`,
    String.raw`(?:\u001B\[|\u009B)[\x30-\x3F]{0,64}[\x20-\x2F]{0,8}[\x40-\x7E]`,
    String.raw`\u001B[\x20-\x2F]{0,4}[\x30-\x7E]`,
  ].join('|'),
  'g',
);
const codesAndControls = new RegExp(String.raw`${codes.source}|(?![\t\n\r\b])\p{Cc}`, 'gu');
// eslint-disable-next-line no-control-regex -- Codes begin with a control character.
const styleCode = /^(?:\u001B\[|\u009B)([\d;:]*)m$/;
// eslint-disable-next-line no-control-regex -- Codes begin with a control character.
const eraseCode = /^(?:\u001B\[|\u009B)([02]?)K$/;
// eslint-disable-next-line no-control-regex -- Codes begin with a control character.
const begunCode = /[\u001B\u009B][[\d;:]{0,64}$/;

/** One of the 16 colours of a theme, or `#rrggbb`. */
export type TerminalColour = number | string;

export interface TerminalStyle {
  readonly fore?: TerminalColour | undefined;
  readonly back?: TerminalColour | undefined;
  readonly bold?: true | undefined;
  readonly dim?: true | undefined;
  readonly italic?: true | undefined;
  readonly underline?: true | undefined;
  readonly inverse?: true | undefined;
}

export type StyleRun = readonly [at: number, length: number, style: TerminalStyle];

/** Runs in their order. They do not hold for a text of another length, such as one that was redacted. */
export interface TerminalStyles {
  readonly length: number;
  readonly runs: readonly StyleRun[];
}

export interface StyledText {
  readonly text: string;
  readonly styles?: TerminalStyles | undefined;
}

/** Most runs of a text. What follows them has no styles. */
const MAX_RUNS = 2_000;

export const plainStyle: TerminalStyle = {};

/** Reads a text in which codes are for styles only: all that it says stays. */
export function withoutCodes(text: string): StyledText {
  if (!text.includes('\u001B') && !/[\u0090-\u009F]/.test(text)) return { text };
  const written = new Writer();
  readCodes(text, plainStyle, written);
  return written.ended();
}

/**
 * Reads the output of a command as a terminal shows it: what a carriage return, a backspace or a code overwrites or
 * erases is gone. `style` is that of the text before, and `after` that at the end.
 */
export function onScreen(
  text: string,
  style: TerminalStyle = plainStyle,
): StyledText & { readonly after: TerminalStyle } {
  const screen = new Screen();
  const after = readCodes(text, style, screen);
  return { ...screen.ended(), after };
}

/** Returns output for `onScreen` to be read later, without codes that do nothing there. */
export function forScreen(text: string): string {
  return text.replaceAll(codesAndControls, (code) =>
    styleCode.test(code) || eraseCode.test(code) ? code : '',
  );
}

/** Returns the code that begins at the end of a piece of text, and goes on with the next one. */
export function begunAtEnd(text: string): string {
  return begunCode.exec(text)?.[0] ?? '';
}

export function joined(...texts: readonly StyledText[]): StyledText {
  const runs: StyleRun[] = [];
  let text = '';
  for (const { text: next, styles } of texts) {
    for (const [at, length, style] of runsOf({ text: next, styles })) {
      if (runs.length < MAX_RUNS) runs.push([text.length + at, length, style]);
    }
    text += next;
  }
  return styled(text, runs);
}

export function sliced({ text, styles }: StyledText, start: number, end: number): StyledText {
  const part = text.slice(start, end);
  const runs = runsOf({ text, styles }).flatMap(([at, length, style]): StyleRun[] => {
    const from = Math.max(at, start);
    const to = Math.min(at + length, start + part.length);
    return to > from ? [[from - start, to - from, style]] : [];
  });
  return styled(part, runs);
}

export function runsOf({ text, styles }: StyledText): readonly StyleRun[] {
  return styles?.length === text.length ? styles.runs : [];
}

/** The member of `_meta` that has the styles of a part on its way from the reader of messages to the result. */
export const STYLES_MEMBER = 'patchbay/terminalStyles';

export function stylesIn(meta: unknown): TerminalStyles | undefined {
  const styles = isRecord(meta) ? meta[STYLES_MEMBER] : undefined;
  return isRecord(styles) && typeof styles['length'] === 'number' && Array.isArray(styles['runs'])
    ? (styles as unknown as TerminalStyles)
    : undefined;
}

function styled(text: string, runs: readonly StyleRun[]): StyledText {
  return runs.length === 0 ? { text } : { text, styles: { length: text.length, runs } };
}

function readCodes(text: string, begin: TerminalStyle, to: Writer | Screen): TerminalStyle {
  let style = begin;
  let end = 0;
  for (const { 0: code, index } of text.matchAll(codes)) {
    to.write(text.slice(end, index), style);
    end = index + code.length;
    const parameters = styleCode.exec(code)?.[1];
    if (parameters !== undefined) style = styleAfter(style, parameters);
    else if (to instanceof Screen) {
      const erased = eraseCode.exec(code)?.[1];
      if (erased !== undefined) to.erase(erased === '2');
    }
  }
  to.write(text.slice(end), style);
  return style;
}

class Writer {
  private text = '';
  private readonly runs: StyleRun[] = [];

  write(text: string, style: TerminalStyle): void {
    if (text === '') return;
    const at = this.text.length;
    this.text += text;
    if (isPlain(style)) return;
    const last = this.runs.at(-1);
    if (last && last[0] + last[1] === at && isSame(last[2], style))
      this.runs[this.runs.length - 1] = [last[0], last[1] + text.length, style];
    else if (this.runs.length < MAX_RUNS) this.runs.push([at, text.length, style]);
  }

  ended(): StyledText {
    return styled(this.text, this.runs);
  }
}

/** The line that is written to, by characters. Lines above it do not change any more. */
class Screen {
  private readonly above = new Writer();
  private cells: (readonly [text: string, style: TerminalStyle])[] = [];
  private column = 0;

  write(text: string, style: TerminalStyle): void {
    const clean = text.replaceAll(/\r+\n/g, '\n').replaceAll(/(?![\t\n\r\b])\p{Cc}/gu, '');
    // Without movements within a line, it is the same text.
    if (this.cells.length === 0 && !/[\r\b]/.test(clean)) {
      const start = clean.lastIndexOf('\n') + 1;
      this.above.write(clean.slice(0, start), style);
      this.put(clean.slice(start), style);
    } else this.put(clean, style);
  }

  erase(isWhole: boolean): void {
    if (isWhole) this.column = 0;
    this.cells.length = Math.min(this.cells.length, this.column);
  }

  ended(): StyledText {
    this.endLine();
    return this.above.ended();
  }

  private put(text: string, style: TerminalStyle): void {
    for (const character of text) {
      if (character === '\n') {
        this.endLine();
        this.above.write(character, style);
      } else if (character === '\r') this.column = 0;
      else if (character === '\b') this.column = Math.max(0, this.column - 1);
      else {
        this.cells[this.column] = [character, style];
        this.column += 1;
      }
    }
  }

  private endLine(): void {
    for (const [text, style] of this.cells) this.above.write(text, style);
    this.cells = [];
    this.column = 0;
  }
}

function isPlain(style: TerminalStyle): boolean {
  return style === plainStyle || isSame(style, plainStyle);
}

function isSame(a: TerminalStyle, b: TerminalStyle): boolean {
  return (
    a === b ||
    (a.fore === b.fore &&
      a.back === b.back &&
      a.bold === b.bold &&
      a.dim === b.dim &&
      a.italic === b.italic &&
      a.underline === b.underline &&
      a.inverse === b.inverse)
  );
}

/** Blinking, concealed and other codes do nothing: all that is written can be read. */
function styleAfter(before: TerminalStyle, parameters: string): TerminalStyle {
  let style = before;
  const all = parameters.split(';');
  for (let at = 0; at < all.length; at += 1) {
    const [code = 0, ...inner] = (all[at] ?? '').split(':').map(Number);
    if (code === 38 || code === 48) {
      const rest = inner.length > 0 ? withoutSpace(inner) : all.slice(at + 1, at + 5).map(Number);
      const [colour, length] = extendedColour(rest);
      style = code === 38 ? { ...style, fore: colour } : { ...style, back: colour };
      if (inner.length === 0) at += length;
    } else style = withCode(style, code, inner[0]);
  }
  return isSame(style, plainStyle) ? plainStyle : style;
}

function withCode(style: TerminalStyle, code: number, kind: number | undefined): TerminalStyle {
  if (code >= 30 && code <= 37) return { ...style, fore: code - 30 };
  if (code >= 40 && code <= 47) return { ...style, back: code - 40 };
  if (code >= 90 && code <= 97) return { ...style, fore: code - 82 };
  if (code >= 100 && code <= 107) return { ...style, back: code - 92 };
  switch (code) {
    case 0:
      return plainStyle;
    case 1:
      return { ...style, bold: true };
    case 2:
      return { ...style, dim: true };
    case 3:
      return { ...style, italic: true };
    case 4:
      return { ...style, underline: kind === 0 ? undefined : true };
    case 7:
      return { ...style, inverse: true };
    case 22:
      return { ...style, bold: undefined, dim: undefined };
    case 23:
      return { ...style, italic: undefined };
    case 24:
      return { ...style, underline: undefined };
    case 27:
      return { ...style, inverse: undefined };
    case 39:
      return { ...style, fore: undefined };
    case 49:
      return { ...style, back: undefined };
    default:
      return style;
  }
}

/** ISO 8613-6 has the number of a colour space before red, green and blue; few write it. */
function withoutSpace(inner: readonly number[]): readonly number[] {
  const [kind = 0, ...values] = inner;
  return kind === 2 && values.length > 3 ? [kind, ...values.slice(1)] : inner;
}

/** Returns a colour, and how many parameters it takes. */
function extendedColour([kind, ...values]: readonly number[]): readonly [
  TerminalColour | undefined,
  length: number,
] {
  if (kind === 2) return [hexOf(values.slice(0, 3)), 4];
  if (kind !== 5) return [undefined, 0];
  const [number = -1] = values;
  if (!(number >= 0 && number <= 255)) return [undefined, 2];
  if (number < 16) return [number, 2];
  if (number >= 232) return [hexOf(Array<number>(3).fill(8 + 10 * (number - 232))), 2];
  const cube = number - 16;
  const level = (step: number): number => (step === 0 ? 0 : 55 + 40 * step);
  return [hexOf([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level)), 2];
}

function hexOf(parts: readonly number[]): string | undefined {
  if (parts.length < 3 || parts.some((part) => !(part >= 0 && part <= 255))) return undefined;
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * HTML of text that was made for a terminal: its codes become colours. What could hide text does nothing (backgrounds,
 * concealed and inverted text), and other codes but those that move the cursor are marked as hidden characters.
 */
import { escapeHtml } from './codeBlock.ts';
import { showHiddenHtml } from './hiddenText.ts';

const names = ['', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', ''] as const;
type Name = (typeof names)[number] | 'grey';

interface Style {
  readonly fore: Name;
  /** Shown as the colour of the text if that has none. */
  readonly back: Name;
  readonly marks: ReadonlySet<'bold' | 'dim' | 'italic' | 'underline'>;
}

const PLAIN: Style = { fore: '', back: '', marks: new Set() };

/** Codes of colours (`m`), of the cursor and of what is erased. Longer ones could carry a message to the model. */
// eslint-disable-next-line no-control-regex -- Codes begin with a control character.
const CODE = /\u001b\[(?:([\d;:]{0,24})m|\??[\d;]{0,12}[A-HJKSTfhlsu])/g;
/** The beginning of a code at the end of a piece. */
// eslint-disable-next-line no-control-regex -- Codes begin with a control character.
const BEGINNING = /\u001b(?:\[[?\d;:]{0,24})?$/;

export function terminalHtml(text: string): string {
  const terminal = new TerminalText();
  return terminal.write(text) + terminal.end();
}

/** Text that comes in pieces, which may end within a code. */
export class TerminalText {
  private style = PLAIN;
  private begun = '';

  /** Returns the HTML to append. */
  write(piece: string): string {
    const text = this.begun + piece;
    this.begun = BEGINNING.exec(text)?.[0] ?? '';
    const whole = this.begun === '' ? text : text.slice(0, -this.begun.length);
    if (!whole.includes('\u001b')) return this.html(whole);
    let html = '';
    let end = 0;
    for (const { 0: code, 1: parameters, index } of whole.matchAll(CODE)) {
      html += this.html(whole.slice(end, index));
      if (parameters !== undefined) this.style = styleAfter(this.style, parameters);
      end = index + code.length;
    }
    return html + this.html(whole.slice(end));
  }

  /** Returns the rest of a text that ends within a code. */
  end(): string {
    const rest = this.html(this.begun);
    this.begun = '';
    return rest;
  }

  private html(text: string): string {
    const shown = showHiddenHtml(escapeHtml(text), 'prose');
    const { fore, back, marks } = this.style;
    const classes = [fore || back, ...marks].filter((name) => name !== '').map((name) => `ansi-${name}`);
    return shown === '' || classes.length === 0
      ? shown
      : `<span class="${classes.join(' ')}">${shown}</span>`;
  }
}

function styleAfter(before: Style, parameters: string): Style {
  let { fore, back } = before;
  const marks = new Set(before.marks);
  const codes = parameters.split(/[;:]/).map(Number);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    const colour = code % 10;
    if (code === 0) {
      [fore, back] = ['', ''];
      marks.clear();
    } else if (code === 1) marks.add('bold');
    else if (code === 2) marks.add('dim');
    else if (code === 3) marks.add('italic');
    else if (code === 4) marks.add('underline');
    else if (code === 22) for (const mark of ['bold', 'dim'] as const) marks.delete(mark);
    else if (code === 23) marks.delete('italic');
    else if (code === 24) marks.delete('underline');
    else if (code === 38 || code === 48) {
      const [name, length] = extended(codes.slice(at + 1));
      if (code === 38) fore = name;
      else back = name;
      at += length;
    } else if (code === 39) fore = '';
    else if (code === 49) back = '';
    else if (code >= 30 && code <= 37) fore = names[colour] ?? '';
    else if (code >= 90 && code <= 97) fore = code === 90 ? 'grey' : (names[colour] ?? '');
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) back = names[colour] ?? '';
  }
  return { fore, back, marks };
}

/** Reads a colour of 256, or by its parts. Returns how many parameters it takes. */
function extended([kind, ...values]: readonly number[]): readonly [Name, length: number] {
  if (kind === 2) return [nearest(values.slice(0, 3)), 4];
  if (kind !== 5) return ['', 1];
  const [number = 0] = values;
  if (number === 8) return ['grey', 2];
  if (number < 16) return [names[number % 8] ?? '', 2];
  if (number >= 232) return [number < 250 ? 'grey' : '', 2];
  const cube = number - 16;
  return [nearest([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6]), 2];
}

/** The parts that are strong tell the colour: red and green make yellow. */
function nearest(parts: readonly number[]): Name {
  const most = Math.max(...parts);
  const bits = parts.map((part, at) => (most > 0 && part > most * 0.6 ? 2 ** at : 0));
  return names[bits.reduce((sum, bit) => sum + bit, 0)] ?? '';
}

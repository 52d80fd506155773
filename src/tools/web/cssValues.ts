/** Parses values of properties as far as they can hide text (CSS Values and Units Module Level 4). */

export interface Amount {
  readonly value: number;
  /** Unit of the value. Lengths are in pixels. */
  readonly unit: '' | 'px' | '%' | 'deg';
}

/** Sizes in pixels to which relative lengths refer. */
const ROOT_FONT = 16;
const VIEWPORT = 1_000;

const inPixels: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  rem: ROOT_FONT,
  vw: VIEWPORT / 100,
  vh: VIEWPORT / 100,
  vmin: VIEWPORT / 100,
  vmax: VIEWPORT / 100,
};
const inDegrees: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };

/**
 * `font` is the font size in pixels. Returns undefined for a text that is not an amount, or whose amount is unknown.
 */
export function amountOf(text: string, font = ROOT_FONT): Amount | undefined {
  const sum = new Calculation(text, font);
  const amount = sum.sum();
  return sum.isAtEnd ? amount : undefined;
}

/** Returns a length in pixels. A percentage refers to a window of usual size. */
export function pixelsOf(text: string | undefined, font?: number): number | undefined {
  const amount = text === undefined ? undefined : amountOf(text, font);
  if (!amount || amount.unit === 'deg') return undefined;
  if (amount.unit === '%') return (amount.value / 100) * VIEWPORT;
  return amount.unit === 'px' || amount.value === 0 ? amount.value : undefined;
}

/** Returns a number or a percentage as a share. */
export function shareOf(text: string | undefined): number | undefined {
  const amount = text === undefined ? undefined : amountOf(text);
  if (amount?.unit === '%') return amount.value / 100;
  return amount?.unit === '' ? amount.value : undefined;
}

/** Evaluates a number with a unit, or a sum of them in `calc()`, `min()`, `max()` and `clamp()`. */
class Calculation {
  private readonly tokens: readonly string[];
  private readonly font: number;
  private at = 0;

  constructor(text: string, font: number) {
    this.tokens =
      text.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?[a-z%]*|(?:calc|min|max|clamp)\(|[-+*/(),]|\S/g) ??
      [];
    this.font = font;
  }

  get isAtEnd(): boolean {
    return this.at === this.tokens.length;
  }

  sum(): Amount | undefined {
    let left = this.product();
    for (let sign = this.tokens[this.at]; left && /^[+-]/.test(sign ?? ''); sign = this.tokens[this.at]) {
      // The number itself has the sign in `1px -2px`.
      if (sign === '+' || sign === '-') this.at += 1;
      const right = this.product();
      const factor = sign === '-' ? -1 : 1;
      left = right && added(left, { ...right, value: factor * right.value });
    }
    return left;
  }

  private product(): Amount | undefined {
    let left = this.single();
    for (
      let sign = this.tokens[this.at];
      left && (sign === '*' || sign === '/');
      sign = this.tokens[this.at]
    ) {
      this.at += 1;
      const right = this.single();
      if (!right || (left.unit !== '' && right.unit !== '')) return undefined;
      left = {
        value: sign === '*' ? left.value * right.value : left.value / right.value,
        unit: left.unit === '' ? right.unit : left.unit,
      };
    }
    return left;
  }

  private single(): Amount | undefined {
    const token = this.tokens[this.at] ?? '';
    this.at += 1;
    if (!token.endsWith('(')) return this.number(token);
    const parts: Amount[] = [];
    do {
      const part = this.sum();
      if (!part) return undefined;
      parts.push(part);
    } while (this.tokens[this.at++] === ',');
    const [first] = parts;
    if (this.tokens[this.at - 1] !== ')' || !first || parts.some(({ unit }) => unit !== first.unit))
      return undefined;
    const values = parts.map(({ value }) => value);
    if (token === 'min(') return { ...first, value: Math.min(...values) };
    if (token === 'max(') return { ...first, value: Math.max(...values) };
    const [low = 0, middle = 0, high = 0] = values;
    if (token === 'clamp(') return { ...first, value: Math.max(low, Math.min(middle, high)) };
    return parts.length === 1 ? first : undefined;
  }

  private number(token: string): Amount | undefined {
    const [, digits, unit = ''] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*|%)$/.exec(token) ?? [];
    if (digits === undefined) return undefined;
    const value = Number(digits);
    if (unit === '' || unit === '%') return { value, unit };
    if (unit === 'em') return { value: value * this.font, unit: 'px' };
    if (unit === 'ex' || unit === 'ch') return { value: (value * this.font) / 2, unit: 'px' };
    const [pixels, degrees] = [inPixels[unit], inDegrees[unit]];
    if (pixels !== undefined) return { value: value * pixels, unit: 'px' };
    return degrees === undefined ? undefined : { value: value * degrees, unit: 'deg' };
  }
}

function added(one: Amount, other: Amount): Amount | undefined {
  if (one.unit === other.unit) return { ...one, value: one.value + other.value };
  if (one.value === 0) return other;
  return other.value === 0 ? one : undefined;
}

export interface CssFunction {
  readonly name: string;
  readonly args: readonly string[];
}

/** Returns the parts of a value that spaces separate, outside of brackets. */
export function cssWords(value: string): readonly string[] {
  return split(value, ' ');
}

/** Returns undefined if the word is not exactly a function. Arguments are separated by commas, or else by spaces. */
export function functionOf(word: string): CssFunction | undefined {
  const open = word.indexOf('(');
  if (open <= 0 || !word.endsWith(')')) return undefined;
  const inner = word.slice(open + 1, -1).trim();
  const args = split(inner, ',');
  return { name: word.slice(0, open), args: args.length > 1 ? args : split(inner, ' ') };
}

function split(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const char of text) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === separator && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += char;
  }
  parts.push(part.trim());
  return parts.filter((each) => each !== '');
}

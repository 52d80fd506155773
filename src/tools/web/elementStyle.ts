/** Evaluates how an element's inline style hides its text, both the element's own and what its children inherit. */
import { colorOf, isUnseen, type Color } from './cssColors.ts';
import { declarationsIn } from './cssDeclarations.ts';
import { pixelsOf, cssWords } from './cssValues.ts';
import { globals, isValid } from './validValue.ts';

/** State that elements inherit from their parent. */
export interface Inherited {
  readonly isVisible: boolean;
  /** Font size in pixels. */
  readonly font: number;
  /** Undefined for the colour of the browser or of a style sheet, which is unknown. */
  readonly color: Color | undefined;
  /** Undefined for the background of a style sheet, a picture, or a half-transparent colour. */
  readonly background: Color | undefined;
  /** Negative indents or spacing move the text out of sight. */
  readonly isAside: boolean;
  readonly custom: ReadonlyMap<string, string>;
}

export type Style = ReadonlyMap<string, string>;

/** Returns the declarations that apply: the last valid one of each property, and important ones before others. */
export function styleOf(text: string, inherited: ReadonlyMap<string, string>): Style {
  try {
    return heldStyle(text, inherited);
  } catch (error) {
    if (error instanceof TooLong) return new Map([['display', 'none']]);
    throw error;
  }
}

function heldStyle(text: string, inherited: ReadonlyMap<string, string>): Style {
  const held = new Map<string, { readonly value: string; readonly isImportant: boolean }>();
  const declarations = declarationsIn(text);
  if (declarations.length > MAX_DECLARATIONS || inherited.size > MAX_VARIABLES) throw new TooLong();
  for (const { name: written, value, isImportant } of declarations) {
    if (value.length > MAX_VALUE && !/^(?:--|background|mask)/.test(written)) throw new TooLong();
    const name = written.replace(/^-webkit-(?=(?:transform|filter|clip-path|opacity|background-clip)$)/, '');
    if (!isValid(name, value)) continue;
    const names = name === 'all' ? [...held.keys()].filter((each) => !each.startsWith('--')) : [name];
    for (const each of names) {
      if (held.get(each)?.isImportant === true && !isImportant) continue;
      // The newest declaration goes last, because shorthands and their longhands override each other.
      held.delete(each);
      held.set(each, { value, isImportant });
    }
  }
  const own = [...held].flatMap(([name, { value }]) =>
    name.startsWith('--') ? [[name, value] as const] : [],
  );
  const custom = new Map([...inherited, ...own]);
  const style = new Map(own);
  const budget: Budget = { left: MAX_SUBSTITUTIONS };
  for (const [name, { value }] of held) {
    if (name.startsWith('--')) continue;
    const resolved = value.includes('var(')
      ? substituted(value, custom, budget)?.toLowerCase().trim()
      : value;
    // A value that is invalid only after substitution makes the property unset.
    if (resolved === undefined || !isValid(name, resolved)) style.delete(name);
    else {
      style.delete(name);
      style.set(name, resolved);
    }
  }
  return style;
}

const MAX_LEVELS = 50;
/** Longest value. No honest page needs more. */
const MAX_VALUE = 2_000;
/**
 * Most declarations in one style, and most variables in it and around it: each element copies its variables, and `all`
 * changes each declaration.
 */
const MAX_DECLARATIONS = 500;
const MAX_VARIABLES = 1_000;
/**
 * Most substitutions in one style: variables that name another one twice grow exponentially, even if the result is
 * empty.
 */
const MAX_SUBSTITUTIONS = 1_000;

interface Budget {
  left: number;
}

/** Thrown for a style that cannot be evaluated within its limits. It counts as hidden. */
class TooLong extends Error {}

/** Returns undefined if a variable is missing or circular. @throws TooLong */
function substituted(
  value: string,
  custom: ReadonlyMap<string, string>,
  budget: Budget,
  within: readonly string[] = [],
): string | undefined {
  budget.left -= 1;
  if (within.length > MAX_LEVELS || budget.left < 0) throw new TooLong();
  let made = '';
  let rest = value;
  for (let at = indexOfVar(rest); at >= 0; at = indexOfVar(rest)) {
    const end = endOfBracket(rest, at + 4);
    if (end === undefined) return undefined;
    const [name = '', ...fallback] = rest.slice(at + 4, end - 1).split(',');
    const key = name.trim();
    const own = within.includes(key) ? undefined : custom.get(key);
    const given =
      (own === undefined || globals.has(own)
        ? undefined
        : substituted(own, custom, budget, [...within, key])) ??
      (fallback.length > 0 ? substituted(fallback.join(','), custom, budget, within) : undefined);
    if (given === undefined) return undefined;
    made += rest.slice(0, at) + given;
    rest = rest.slice(end);
    if (made.length > MAX_VALUE) throw new TooLong();
  }
  return made + rest;
}

function indexOfVar(text: string): number {
  return text.search(/(?<![\w-])var\(/i);
}

/** Returns the end of the bracket that is open at `from`. */
function endOfBracket(text: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** Font size in pixels below which text cannot be read. */
const SEEN_FONT = 2.5;
const FAR = 500;

export function isTooSmall({ font }: Inherited): boolean {
  return font < SEEN_FONT;
}

/** Returns the state that the children of the element inherit. */
export function inheritedFrom(style: Style, before: Inherited): Inherited {
  const custom = [...style].filter(([name]) => name.startsWith('--'));
  const font = fontOf(style, before.font);
  const indent = pixelsOf(style.get('text-indent')?.split(' ')[0], font);
  const spacing = pixelsOf(style.get('letter-spacing'), font);
  const color = textColorOf(style, before);
  return {
    isVisible: isVisible(style.get('visibility'), before.isVisible),
    font,
    color,
    background: backgroundOf(style, before.background, color),
    isAside:
      indent === undefined && spacing === undefined
        ? before.isAside
        : (indent ?? 0) <= -FAR || (indent ?? 0) >= 10 * FAR || (spacing ?? 0) <= -font / 2,
    custom: custom.length > 0 ? new Map([...before.custom, ...custom]) : before.custom,
  };
}

function isVisible(value: string | undefined, before: boolean): boolean {
  if (value === undefined || value === 'inherit' || value.startsWith('unset') || value.startsWith('revert'))
    return before;
  return value === 'visible' || value === 'initial';
}

const fontWords: Readonly<Record<string, number>> = { smaller: 0.83, larger: 1.2 };

function fontOf(style: Style, before: number): number {
  let font = before;
  for (const [name, value] of style) {
    if (name === 'font-size') font = sizeOf(value, before) ?? font;
    if (name === 'font') {
      const size = cssWords(value.replaceAll(/\s*\/\s*/g, '/'))
        .map((word) => sizeOf(word.split('/')[0] ?? '', before))
        .find((each) => each !== undefined);
      font = size ?? 16;
    }
  }
  return font;
}

function sizeOf(value: string, before: number): number | undefined {
  const factor = fontWords[value];
  if (factor !== undefined) return before * factor;
  if (globals.has(value)) return value === 'initial' ? 16 : before;
  if (/^(?:(?:x{1,3}-)?(?:small|large)|medium)$/.test(value)) return 16;
  const percent = /^([\d.]+)%$/.exec(value)?.[1];
  if (percent !== undefined) return (Number(percent) / 100) * before;
  // A number without a unit is a font weight.
  return /^[1-9]\d*$/.test(value) ? undefined : pixelsOf(value, before);
}

function textColorOf(style: Style, before: Pick<Inherited, 'color' | 'background'>): Color | undefined {
  const fill = style.get('-webkit-text-fill-color');
  const value = fill === undefined || fill === 'currentcolor' ? style.get('color') : fill;
  if (value === undefined || value === 'inherit' || value === 'unset' || value === 'currentcolor')
    return before.color;
  // Letters that are drawn in another way can be seen.
  return isDrawn(style, before.background) ? undefined : colorOf(value);
}

/** A shadow, an outline, or a background in the form of the letters draws them. */
function isDrawn(style: Style, behind: Color | undefined): boolean {
  const isSeen = (value: string): boolean => {
    const colors = (value.match(/#[\da-f]+|(?:rgb|hsl)a?\([^()]*\)|[a-z]+/g) ?? []).flatMap(
      (word) => colorOf(word) ?? [],
    );
    return /url\(/.test(value) || colors.some((color) => !isUnseen(color, behind));
  };
  const shadow = style.get('text-shadow') ?? 'none';
  if (shadow !== 'none' && isSeen(shadow)) return true;
  const stroke = [...style]
    .flatMap(([name, value]) => (name.startsWith('-webkit-text-stroke') ? [value] : []))
    .join(' ');
  if (cssWords(stroke).some((word) => (pixelsOf(word) ?? 0) > 0) && isSeen(stroke)) return true;
  const painted = [...style].flatMap(([name, value]) =>
    /^background(?:-image|-color)?$/.test(name) ? [value] : [],
  );
  return (
    /\btext\b/.test(style.get('background-clip') ?? style.get('background') ?? '') && painted.some(isSeen)
  );
}

function backgroundOf(
  style: Style,
  before: Color | undefined,
  current: Color | undefined,
): Color | undefined {
  let background = before;
  for (const [name, value] of style) {
    if (name === 'background-image' && !globals.has(value) && value !== 'none') background = undefined;
    if (name === 'background-color' || name === 'background') {
      const color = cssWords(value)
        .map((word) => (word === 'currentcolor' ? current : colorOf(word)))
        .find((each) => each !== undefined);
      const isPicture = name === 'background' && /url\(|gradient\(|image/.test(value);
      if (isPicture) background = undefined;
      else if (color && color.alpha > 0.95) background = color;
      else if (color && color.alpha > 0.05) background = undefined;
      else if (!color && !globals.has(value) && value !== 'none') background = undefined;
    }
  }
  return background;
}

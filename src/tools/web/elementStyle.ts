/** What of an element's inline style hides its text: from the element itself, or inherited by what is in it. */
import { colorOf, type Color } from './cssColors.ts';
import { declarationsIn } from './cssDeclarations.ts';
import { pixelsOf, shareOf, wordsOf } from './cssValues.ts';

/** What elements take from the element that they are in. */
export interface Inherited {
  readonly isVisible: boolean;
  /** In pixels. */
  readonly font: number;
  /** Undefined: that of the browser or of a style sheet, which is not known. */
  readonly color: Color | undefined;
  /** Undefined: that of a style sheet, a picture, or half seen. */
  readonly background: Color | undefined;
  /** By negative indents and spacing. */
  readonly isAside: boolean;
  readonly custom: ReadonlyMap<string, string>;
}

export type Style = ReadonlyMap<string, string>;

const globals = new Set(['initial', 'inherit', 'unset', 'revert', 'revert-layer']);
const displays = new Set(
  'none block inline inline-block flex inline-flex grid inline-grid flow flow-root contents table inline-table table-row table-cell table-caption table-column table-column-group table-row-group table-header-group table-footer-group list-item run-in ruby ruby-base ruby-text ruby-base-container ruby-text-container math -webkit-box -webkit-inline-box'.split(
    ' ',
  ),
);
const knownWords: Readonly<Record<string, ReadonlySet<string>>> = {
  visibility: new Set(['visible', 'hidden', 'collapse']),
  'content-visibility': new Set(['visible', 'auto', 'hidden']),
  position: new Set(['static', 'relative', 'absolute', 'fixed', 'sticky', '-webkit-sticky']),
};

/** The declarations that hold: the last valid one of each property, important ones before others. */
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
  for (const { name: written, value, isImportant } of declarationsIn(text)) {
    if (value.length > MAX_VALUE && !/^(?:--|background|mask)/.test(written)) throw new TooLong();
    const name = written.replace(/^-webkit-(?=(?:transform|filter|clip-path|opacity|background-clip)$)/, '');
    if (!isValid(name, value)) continue;
    const names = name === 'all' ? [...held.keys()].filter((each) => !each.startsWith('--')) : [name];
    for (const each of names) {
      if (held.get(each)?.isImportant === true && !isImportant) continue;
      // The newest last, as shorthands and their longhands override each other.
      held.delete(each);
      held.set(each, { value, isImportant });
    }
  }
  const own = [...held].flatMap(([name, { value }]) =>
    name.startsWith('--') ? [[name, value] as const] : [],
  );
  const custom = new Map([...inherited, ...own]);
  const style = new Map(own);
  for (const [name, { value }] of held) {
    if (name.startsWith('--')) continue;
    const resolved = value.includes('var(') ? substituted(value, custom)?.toLowerCase().trim() : value;
    // What is invalid only now is as if the property had no declaration.
    if (resolved === undefined || !isValid(name, resolved)) style.delete(name);
    else {
      style.delete(name);
      style.set(name, resolved);
    }
  }
  return style;
}

/** A browser ignores an invalid declaration, and goes by the one before it. */
function isValid(name: string, value: string): boolean {
  if (name === 'all') return globals.has(value);
  if (name.startsWith('--') || globals.has(value) || value.includes('var(')) return true;
  if (name === 'display')
    return value.split(' ').every((word) => displays.has(word)) && /^none$|^(?!.*none)/.test(value);
  const words = knownWords[name];
  if (words) return words.has(value);
  switch (name) {
    case 'opacity':
      return shareOf(value) !== undefined;
    case 'font-size':
      return /^[a-z-]+$/.test(value) || (pixelsOf(value) ?? -1) >= 0;
    case 'color':
    case 'background-color':
    case '-webkit-text-fill-color':
      return /^[a-z]+$/.test(value)
        ? value === 'currentcolor' || colorOf(value) !== undefined
        : /[(#]/.test(value);
    case 'text-indent':
    case 'letter-spacing':
    case 'width':
    case 'height':
    case 'max-width':
    case 'max-height':
    case 'left':
    case 'right':
    case 'top':
    case 'bottom':
    case 'margin-left':
    case 'margin-top':
      return (
        /^[a-z-]+$/.test(value) ||
        /\(/.test(value) ||
        wordsOf(value).some((word) => pixelsOf(word) !== undefined)
      );
    default:
      return true;
  }
}

const MAX_LEVELS = 50;
/** Characters: no page that means well needs more. */
const MAX_VALUE = 2_000;

/** What cannot be evaluated within its limits counts as hidden. */
class TooLong extends Error {}

/** Undefined: a variable is not there, or they go round in a circle. @throws TooLong */
function substituted(
  value: string,
  custom: ReadonlyMap<string, string>,
  within: readonly string[] = [],
): string | undefined {
  if (within.length > MAX_LEVELS) throw new TooLong();
  let made = '';
  let rest = value;
  for (let at = indexOfVar(rest); at >= 0; at = indexOfVar(rest)) {
    const end = endOfBracket(rest, at + 4);
    if (end === undefined) return undefined;
    const [name = '', ...fallback] = rest.slice(at + 4, end - 1).split(',');
    const key = name.trim();
    const own = within.includes(key) ? undefined : custom.get(key);
    const given =
      (own === undefined || globals.has(own) ? undefined : substituted(own, custom, [...within, key])) ??
      (fallback.length > 0 ? substituted(fallback.join(','), custom, within) : undefined);
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

/** Where the bracket ends that is open at `from`. */
function endOfBracket(text: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** Text smaller than this cannot be read; in pixels. */
const SEEN_FONT = 2.5;
const FAR = 500;

export function isTooSmall({ font }: Inherited): boolean {
  return font < SEEN_FONT;
}

/** What is in the element inherits. */
export function inheritedFrom(style: Style, before: Inherited): Inherited {
  const custom = [...style].filter(([name]) => name.startsWith('--'));
  const font = fontOf(style, before.font);
  const indent = pixelsOf(style.get('text-indent')?.split(' ')[0], font);
  const spacing = pixelsOf(style.get('letter-spacing'), font);
  return {
    isVisible: isVisible(style.get('visibility'), before.isVisible),
    font,
    color: textColorOf(style, before.color),
    background: backgroundOf(style, before.background),
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
      const size = wordsOf(value.replaceAll(/\s*\/\s*/g, '/'))
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
  // A number without a unit is a weight.
  return /^[1-9]\d*$/.test(value) ? undefined : pixelsOf(value, before);
}

function textColorOf(style: Style, before: Color | undefined): Color | undefined {
  const fill = style.get('-webkit-text-fill-color');
  const value = fill === undefined || fill === 'currentcolor' ? style.get('color') : fill;
  if (value === undefined || value === 'inherit' || value === 'unset' || value === 'currentcolor')
    return before;
  // Letters that are drawn in another way are seen.
  const isDrawn =
    /\btext\b/.test(style.get('background-clip') ?? style.get('background') ?? '') ||
    (style.get('text-shadow') ?? 'none') !== 'none' ||
    [...style.keys()].some((name) => name.startsWith('-webkit-text-stroke'));
  return isDrawn ? undefined : colorOf(value);
}

function backgroundOf(style: Style, before: Color | undefined): Color | undefined {
  let background = before;
  for (const [name, value] of style) {
    if (name === 'background-image' && !globals.has(value) && value !== 'none') background = undefined;
    if (name === 'background-color' || name === 'background') {
      const color = wordsOf(value)
        .map((word) => colorOf(word))
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

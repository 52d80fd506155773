/**
 * Decides whether a browser accepts a value: it ignores a declaration with an invalid one, and uses the one before it.
 */
import { colorOf } from './cssColors.ts';
import { amountOf, functionOf, pixelsOf, shareOf, cssWords } from './cssValues.ts';

export const globals: ReadonlySet<string> = new Set([
  'initial',
  'inherit',
  'unset',
  'revert',
  'revert-layer',
]);

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const displays = setOf(
  'block inline inline-block flex inline-flex grid inline-grid flow flow-root contents table inline-table table-row table-cell table-caption table-column table-column-group table-row-group table-header-group table-footer-group list-item run-in ruby ruby-base ruby-text ruby-base-container ruby-text-container math -webkit-box -webkit-inline-box',
);
/** Values of properties that accept only words. */
const words: Readonly<Record<string, ReadonlySet<string>>> = {
  visibility: setOf('visible hidden collapse'),
  'content-visibility': setOf('visible auto hidden'),
  position: setOf('static relative absolute fixed sticky -webkit-sticky'),
  overflow: setOf('visible hidden clip scroll auto overlay'),
  'overflow-x': setOf('visible hidden clip scroll auto overlay'),
  'overflow-y': setOf('visible hidden clip scroll auto overlay'),
  contain: setOf('none strict content size inline-size layout style paint'),
  'background-clip': setOf('border-box padding-box content-box text border-area'),
};
/** Functions of properties that accept functions, apart from the words. */
const functions: Readonly<Record<string, RegExp>> = {
  transform: /^(?:matrix|matrix3d|perspective|(?:translate|scale|rotate)(?:x|y|z|3d)?|skew[xy]?)$/,
  filter: /^(?:url|blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia)$/,
  clip: /^rect$/,
  'clip-path': /^(?:url|inset|circle|ellipse|polygon|path|rect|shape|xywh)$/,
};
const besideFunctions = setOf('margin-box border-box padding-box content-box fill-box stroke-box view-box');
const lengthWords = setOf('auto none normal min-content max-content fit-content stretch');
const fontSizes = /^(?:(?:x{1,3}-|xx-)?(?:small|large)|medium|smaller|larger|math)$/;
const systemFonts = setOf('caption icon menu message-box small-caption status-bar');
const backgroundWords = setOf(
  'none repeat repeat-x repeat-y no-repeat space round scroll fixed local left right top bottom center border-box padding-box content-box text cover contain auto currentcolor / ,',
);

export function isValid(name: string, value: string): boolean {
  if (name === 'all') return globals.has(value);
  if (name.startsWith('--') || globals.has(value) || value.includes('var(')) return true;
  const parts = cssWords(value);
  if (name === 'display') return value === 'none' || parts.every((word) => displays.has(word));
  const known = words[name];
  if (known) return parts.every((word) => known.has(word));
  const taken = functions[name];
  if (taken)
    return (
      value === 'none' ||
      (name === 'clip' && value === 'auto') ||
      parts.every((word) => taken.test(functionOf(word)?.name ?? '') || besideFunctions.has(word))
    );
  switch (name) {
    case 'opacity':
      return shareOf(value) !== undefined;
    case 'zoom':
      return value === 'normal' || value === 'reset' || shareOf(value) !== undefined;
    case 'scale':
    case 'translate':
      return value === 'none' || parts.every((word) => amountOf(word) !== undefined);
    case 'rotate':
      return value === 'none' || parts.every((word) => /^[xyz]$/.test(word) || amountOf(word) !== undefined);
    case 'font-size':
      return fontSizes.test(value) || (pixelsOf(value) ?? -1) >= 0;
    case 'font':
      return (
        systemFonts.has(value) || (parts.length > 1 && parts.some((word) => isSize(word.split('/')[0] ?? '')))
      );
    case 'color':
    case '-webkit-text-fill-color':
    case 'background-color':
      return value === 'currentcolor' || colorOf(value) !== undefined || /^[a-z-]+\(/.test(value);
    case 'background-image':
      return value === 'none' || /\(/.test(value);
    case 'background':
      return cssWords(value.replaceAll(/[,/]/g, ' $& ')).every(
        (word) => backgroundWords.has(word) || colorOf(word) !== undefined || /[\d(#"]/.test(word),
      );
    case 'content':
      return value === 'none' || value === 'normal' || /["(]|-quote/.test(value);
    case 'text-shadow':
      return value === 'none' || /\d/.test(value);
    case 'text-indent':
    case 'letter-spacing':
    case 'line-height':
    case 'inset':
    case 'left':
    case 'right':
    case 'top':
    case 'bottom':
    case 'margin':
    case 'margin-left':
    case 'margin-top':
    case 'width':
    case 'height':
    case 'max-width':
    case 'max-height':
    case 'inline-size':
    case 'block-size':
      return parts.every(
        (word) =>
          lengthWords.has(word) ||
          amountOf(word) !== undefined ||
          /^[a-z-]+\(/.test(word) ||
          (name === 'text-indent' && /^(?:hanging|each-line)$/.test(word)),
      );
    default:
      return true;
  }
}

/** A number without a unit is a font weight, unless it is zero. */
function isSize(word: string): boolean {
  return fontSizes.test(word) || (!/^[1-9]\d*$/.test(word) && pixelsOf(word) !== undefined);
}

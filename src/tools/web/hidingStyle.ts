/** Recognises inline styles that hide an element with everything in it. */
import { amountOf, functionOf, pixelsOf, shareOf, cssWords, type CssFunction } from './cssValues.ts';
import type { Style } from './elementStyle.ts';

const SEEN_SHARE = 0.05;
/** Distances in pixels at which an element is off the page, and size at which it shows nothing. */
const FAR = 500;
const VERY_FAR = 5_000;
const SMALL = 1;

/** `font` is the font size of the element in pixels. */
export function isTakenAway(style: Style, font: number): boolean {
  const has = (name: string, ...values: readonly string[]): boolean => values.includes(style.get(name) ?? '');
  return (
    has('display', 'none') ||
    has('content-visibility', 'hidden') ||
    (shareOf(style.get('opacity')) ?? 1) < SEEN_SHARE ||
    /^(?:url|image-set|[\w-]*gradient)\(/.test(style.get('content') ?? '') ||
    isFilteredOut(style.get('filter')) ||
    isScaledAway(style) ||
    isMovedAway(style, font) ||
    isClipped(style, font) ||
    isWithoutRoom(style, font)
  );
}

function functionsOf(value: string | undefined): readonly CssFunction[] {
  return cssWords(value ?? '').flatMap((word) => functionOf(word) ?? []);
}

function isFilteredOut(filter: string | undefined): boolean {
  return functionsOf(filter).some(
    ({ name, args }) => name === 'opacity' && args.length === 1 && (shareOf(args[0]) ?? 1) < SEEN_SHARE,
  );
}

function isScaledAway(style: Style): boolean {
  const scales = (args: readonly string[]): boolean =>
    args.slice(0, 2).some((each) => Math.abs(shareOf(each) ?? 1) < SEEN_SHARE);
  const zoom = shareOf(style.get('zoom'));
  if (zoom !== undefined && zoom > 0 && zoom < SEEN_SHARE) return true;
  const scale = style.get('scale');
  if (scale !== undefined && scales(cssWords(scale))) return true;
  const rotate = cssWords(style.get('rotate') ?? '');
  if (rotate.length === 2 && /^[xy]$/.test(rotate[0] ?? '') && isEdgeOn(rotate[1])) return true;
  return functionsOf(style.get('transform')).some(({ name, args }) => {
    if (/^scale(?:x|y|3d)?$/.test(name)) return scales(args);
    if (name === 'rotatex' || name === 'rotatey') return isEdgeOn(args[0]);
    const matrix = args.map(Number);
    const [a = 1, b = 0, c = 0, d = 1] =
      name === 'matrix3d' ? [matrix[0], matrix[1], matrix[4], matrix[5]] : matrix;
    return name.startsWith('matrix') && Math.abs(a * d - b * c) < SEEN_SHARE ** 2;
  });
}

function isEdgeOn(angle: string | undefined): boolean {
  const amount = amountOf(angle ?? '');
  return amount?.unit === 'deg' && Math.abs(Math.cos((amount.value * Math.PI) / 180)) < 0.01;
}

function isMovedAway(style: Style, font: number): boolean {
  const pixels = (value: string | undefined): number => pixelsOf(value, font) ?? 0;
  const isOut = (value: string | undefined): boolean => pixels(value) <= -FAR || pixels(value) >= VERY_FAR;
  const position = style.get('position') ?? 'static';
  if (/^(?:absolute|fixed|relative)$/.test(position)) {
    const inset = style.get('inset');
    const sides = [
      ...cssWords(inset ?? ''),
      ...['left', 'right', 'top', 'bottom'].map((side) => style.get(side)),
    ];
    if (sides.some(isOut)) return true;
  }
  const margins = cssWords(style.get('margin') ?? '');
  const [top, right, , left = right ?? top] = margins;
  if ([style.get('margin-left') ?? left, style.get('margin-top') ?? top].some((side) => pixels(side) <= -FAR))
    return true;
  const isFarMove = (value: string | undefined): boolean => {
    const amount = amountOf(value ?? '', font);
    // A percentage refers to the element's own size.
    return amount?.unit === '%' ? Math.abs(amount.value) >= FAR : Math.abs(pixels(value)) >= FAR;
  };
  const isPlaced = ['left', 'right', 'inset', 'margin-left', 'margin'].some((name) => style.has(name));
  /** The element moves left by its own width, and nothing else has placed it to the right. */
  const isBesideLeft = (value: string | undefined): boolean => {
    const amount = amountOf(value ?? '', font);
    return !isPlaced && amount?.unit === '%' && amount.value <= -100;
  };
  const moves = cssWords(style.get('translate') ?? '');
  if (moves.some(isFarMove) || isBesideLeft(moves[0])) return true;
  return functionsOf(style.get('transform')).some(
    ({ name, args }) =>
      /^translate(?:x|y|3d)?$/.test(name) &&
      (args.slice(0, 2).some(isFarMove) || (name !== 'translatey' && isBesideLeft(args[0]))),
  );
}

function isClipped(style: Style, font: number): boolean {
  const clip = functionOf(style.get('clip') ?? '');
  if (clip?.name === 'rect' && /^(?:absolute|fixed)$/.test(style.get('position') ?? '')) {
    const [top, right, bottom, left] = clip.args.map((each) => pixelsOf(each, font));
    const isEmpty = (from: number | undefined, to: number | undefined): boolean =>
      from !== undefined && to !== undefined && to - from <= SMALL;
    if (isEmpty(top, bottom) || isEmpty(left, right)) return true;
  }
  return functionsOf(style.get('clip-path')).some(({ name, args }) => isEmptyShape(name, args, font));
}

function isEmptyShape(name: string, args: readonly string[], font: number): boolean {
  const pixels = (text: string | undefined): number | undefined => pixelsOf(text, font);
  switch (name) {
    case 'inset': {
      const [top, right = top, bottom = top, left = right] = args.filter(
        (_, at) => !args.slice(0, at + 1).includes('round'),
      );
      const share = (text: string | undefined): number => shareOf(text) ?? 0;
      return (
        share(top) + share(bottom) >= 0.99 ||
        share(left) + share(right) >= 0.99 ||
        [top, right, bottom, left].some((side) => (pixels(side) ?? 0) >= VERY_FAR)
      );
    }
    case 'circle':
    case 'ellipse': {
      const radii = args.slice(0, args.includes('at') ? args.indexOf('at') : undefined);
      return radii.some((radius) => (pixels(radius) ?? VERY_FAR) <= SMALL);
    }
    case 'xywh':
      return args.slice(2, 4).some((side) => (pixels(side) ?? VERY_FAR) <= SMALL);
    case 'rect': {
      const [top, right, bottom, left] = args.map(pixels);
      const isEmpty = (from = 0, to = VERY_FAR): boolean => to - from <= SMALL;
      return isEmpty(top, bottom) || isEmpty(left, right);
    }
    case 'polygon':
      return isEmptyPolygon(args);
    default:
      return false;
  }
}

/** Computes the area by the shoelace formula. */
function isEmptyPolygon(args: readonly string[]): boolean {
  const points = args
    .map((point) => cssWords(point).map((each) => amountOf(each)?.value))
    .filter((point) => point.length === 2);
  let area = 0;
  for (const [index, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [];
    if (x === undefined || y === undefined || nextX === undefined || nextY === undefined) return false;
    area += x * nextY - nextX * y;
  }
  return points.length > 0 && Math.abs(area) / 2 <= SMALL;
}

/** The element has no width or height, and nothing shows outside of it. */
function isWithoutRoom(style: Style, font: number): boolean {
  const cuts =
    ['overflow', 'overflow-x', 'overflow-y'].some((name) =>
      /\b(?:hidden|clip|scroll|auto)\b/.test(style.get(name) ?? ''),
    ) || /\b(?:paint|strict|content)\b/.test(style.get('contain') ?? '');
  if (!cuts) return false;
  const isNarrow = (name: string): boolean => (pixelsOf(style.get(name), font) ?? VERY_FAR) <= SMALL;
  const indent = amountOf(style.get('text-indent')?.split(' ')[0] ?? '', font);
  return (
    ['width', 'height', 'max-width', 'max-height', 'inline-size', 'block-size', 'line-height'].some(
      isNarrow,
    ) ||
    (indent?.unit === '%' && Math.abs(indent.value) >= 100)
  );
}

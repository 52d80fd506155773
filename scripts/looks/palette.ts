/**
 * Shrinks a screenshot to a PNG with a palette of 256 colours. Most colours are shades at the edges of letters, which
 * may be a little off.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { chunk, SIGNATURE } from '../../stories/png.ts';

const COLOURS = 256;
/** Bits per channel by which colours are counted. */
const BITS = 5;
/** Minimum distances in the palette, in turn: rare but different colours come before shades. */
const APART = [24, 12, 0];

/** @throws Error if it is not an 8-bit PNG of RGB or RGBA, as browsers write it. */
export function withPalette(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const palette = paletteOf(pixels);
  const nearest = new Map<number, number>();
  const rows = Buffer.alloc(height * (width + 1));
  for (let at = 0; at < width * height; at++) {
    const colour = pixels.readUIntBE(at * 3, 3);
    let index = nearest.get(colour);
    if (index === undefined) nearest.set(colour, (index = nearestTo(colour, palette)));
    rows[at + Math.floor(at / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.alloc(palette.length * 3);
  palette.forEach((colour, index) => colours.writeUIntBE(colour, index * 3, 3));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * The most frequent colours of groups that look the same. Saturated ones count more than greys: an icon is small, and
 * its colour matters.
 */
function paletteOf(pixels: Buffer): number[] {
  const groups = new Map<number, { count: number; readonly exact: Map<number, number> }>();
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = pixels.readUIntBE(at, 3);
    const key = channels(colour).reduce((all, value) => (all << BITS) | (value >> (8 - BITS)), 0);
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { count: 0, exact: new Map() }));
    group.count += 1;
    group.exact.set(colour, (group.exact.get(colour) ?? 0) + 1);
  }
  const sorted = [...groups.values()]
    .map(({ count, exact }) => {
      const [colour] = [...exact].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
      const values = channels(colour);
      return { colour, weight: Math.sqrt(count) * (16 + Math.max(...values) - Math.min(...values)) };
    })
    .toSorted((one, other) => other.weight - one.weight);
  const palette: number[] = [];
  for (const apart of APART)
    for (const { colour } of sorted)
      if (palette.length < COLOURS && palette.every((each) => distance(each, colour) > apart ** 2))
        palette.push(colour);
  return palette;
}

/** Squared. */
function distance(one: number, other: number): number {
  const [red, green, blue] = channels(one);
  const [otherRed, otherGreen, otherBlue] = channels(other);
  return (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2;
}

function nearestTo(colour: number, palette: readonly number[]): number {
  let best = 0;
  let least = Infinity;
  palette.forEach((candidate, index) => {
    const far = distance(candidate, colour);
    if (far < least) [best, least] = [index, far];
  });
  return best;
}

function channels(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

/** Without alpha: a page has a background. */
function decode(png: Buffer): { width: number; height: number; pixels: Buffer } {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const depth = png[24];
  const samples = { 2: 3, 6: 4 }[png[25] ?? 0];
  if (depth !== 8 || samples === undefined) throw new Error('This PNG is not one of 8-bit RGB or RGBA.');
  const raw = inflateSync(Buffer.concat(dataOf(png)));
  const line = width * samples;
  const pixels = Buffer.alloc(width * height * 3);
  let above = Buffer.alloc(line);
  for (let y = 0; y < height; y++) {
    const start = y * (line + 1);
    const row = raw.subarray(start + 1, start + 1 + line);
    unfilter(raw[start] ?? 0, row, above, samples);
    for (let x = 0; x < width; x++) row.copy(pixels, (y * width + x) * 3, x * samples, x * samples + 3);
    above = row;
  }
  return { width, height, pixels };
}

function dataOf(png: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return parts;
}

/** Reverts a line's filter in place (PNG specification, section 9). */
function unfilter(kind: number, row: Buffer, above: Buffer, samples: number): void {
  for (let x = 0; x < row.length; x++) {
    const left = x >= samples ? (row[x - samples] ?? 0) : 0;
    const up = above[x] ?? 0;
    const corner = x >= samples ? (above[x - samples] ?? 0) : 0;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0;
    row[x] = ((row[x] ?? 0) + guess) & 255;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Pictures of the docs are made small without looking different. */
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import { withPalette } from '../../../scripts/preview/palette.ts';
import { picturePng } from '../../../scripts/preview/png.ts';

/** The parts of a PNG by their types. */
function partsOf(png: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    parts.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return parts;
}

describe('a picture with a palette', () => {
  it('has the colours of the picture that it was made of, each at its place', () => {
    const [width, height] = [36, 14];
    const png = picturePng(width, height);
    const before = inflateSync(partsOf(png).get('IDAT') ?? '');
    const parts = partsOf(withPalette(png));
    const colours = parts.get('PLTE') ?? Buffer.alloc(0);
    const after = inflateSync(parts.get('IDAT') ?? '');
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const index = after[y * (width + 1) + 1 + x] ?? 0;
        const was = before.readUIntBE(y * (width * 3 + 1) + 1 + x * 3, 3);
        assert.equal(colours.readUIntBE(index * 3, 3), was, `at ${x}, ${y}`);
      }
  });

  it('is not made of what is no picture of a browser', () => {
    assert.throws(() => withPalette(withPalette(picturePng(4, 4))), /8-bit RGB or RGBA/);
  });
});

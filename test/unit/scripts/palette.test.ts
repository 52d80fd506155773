/** Pictures of the docs are made small without looking different. */
import assert from 'node:assert/strict';
import { deflateSync, inflateSync } from 'node:zlib';
import { withPalette } from '../../../scripts/looks/palette.ts';
import { chunk, picturePng, SIGNATURE } from '../../../stories/png.ts';

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

  it('keeps the green of a small mark among thousands of shades of other colours', () => {
    const side = 128;
    const green = 0x60_a0_80;
    const rows = Buffer.alloc(side * (side * 3 + 1));
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++)
        rows.writeUIntBE((x << 17) | (y << 9) | 0xe0, y * (side * 3 + 1) + 1 + x * 3, 3);
    for (let x = 0; x < 4; x++) rows.writeUIntBE(green, 1 + x * 3, 3);
    const header = Buffer.alloc(13);
    header.writeUInt32BE(side, 0);
    header.writeUInt32BE(side, 4);
    header.set([8, 2, 0, 0, 0], 8);
    const png = [SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(rows))];
    const parts = partsOf(withPalette(Buffer.concat([...png, chunk('IEND', Buffer.alloc(0))])));
    const index = inflateSync(parts.get('IDAT') ?? '')[1] ?? 0;
    assert.equal(parts.get('PLTE')?.readUIntBE(index * 3, 3), green);
  });

  it('is not made of what is no picture of a browser', () => {
    assert.throws(() => withPalette(withPalette(picturePng(4, 4))), /8-bit RGB or RGBA/);
  });
});

import assert from 'node:assert/strict';
import { readImage } from '../../../src/base/common/imageData.ts';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const jpeg = '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//';
const base64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64');

describe('the data of an image', () => {
  const types = {
    'image/png': png,
    'image/jpeg': jpeg,
    'image/gif': base64('GIF89a\x01\0\x01\0\x80\0\0\0\0\0'),
    'image/webp': base64('RIFF\x1a\0\0\0WEBPVP8 '),
  };
  for (const [mimeType, data] of Object.entries(types))
    it(`is of ${mimeType} by its first bytes`, () => {
      assert.deepEqual(readImage(data), { mimeType, data });
    });

  const dresses: Readonly<Record<string, string>> = {
    'a data URL': `data:image/gif;base64,${png}`,
    'a data URL in capitals, with parameters': ` DATA:image/PNG;charset=x;base64,${png}`,
    'a data URL with escapes': `data:image/png;base64,${encodeURIComponent(png)}`,
    lines: png.replaceAll(/(.{76})/g, '$1\r\n'),
    'lines with escaped ends': png.replaceAll(/(.{76})/g, '$1\\n'),
    'the alphabet of URLs': png.replaceAll('+', '-').replaceAll('/', '_'),
    'no padding': png.replace(/=+$/, ''),
    'too much padding': `${png}==`,
    'base64 of base64': base64(png),
    'base64 of a data URL': base64(`data:image/png;base64,${png}`),
  };
  for (const [what, data] of Object.entries(dresses))
    it(`is read from ${what}`, () => {
      assert.deepEqual(readImage(data), { mimeType: 'image/png', data: png });
    });

  for (const [what, data] of Object.entries({
    nothing: '',
    'white space': ' \n',
    'a page': base64('<html>404</html>'),
    'an SVG': base64('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'a bitmap': base64('BM6\0\0\0'),
    'other letters': `${png}"><script>`,
    'a letter too few': 'iVBORw0KGgoA='.slice(0, 9),
    'base64 of base64 of a page': base64(base64('<html>')),
  }))
    it(`is not read from ${what}`, () => assert.equal(readImage(data), undefined));
});

/** Lines out of chunks. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LineBuffer, TooLong } from '../../../../src/base/node/lineBuffer.ts';

describe('the line buffer', () => {
  it('gives the same lines however the bytes are cut, also inside a character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n]/g, ''))),
        fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
        (lines, sizes) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const buffer = new LineBuffer(1_000_000);
          const seen: string[] = [];
          for (let at = 0; at < bytes.length;) {
            const size = sizes.next().value as number;
            seen.push(...buffer.push(bytes.subarray(at, at + size)));
            at += size;
          }
          assert.deepEqual(
            seen,
            lines.map((line) => Buffer.from(line).toString('utf8')),
          );
        },
      ),
    );
  });

  it('takes a carriage return for part of the line end', () => {
    assert.deepEqual(new LineBuffer(10).push(Buffer.from('a\r\nb\n')), ['a', 'b']);
  });

  it('refuses a line over the limit before it is complete', () => {
    const buffer = new LineBuffer(10);
    buffer.push(Buffer.from('12345'));
    assert.throws(() => buffer.push(Buffer.from('678901')), TooLong);
  });

  it('takes many long lines of which each is within the limit', () => {
    const buffer = new LineBuffer(10);
    assert.equal(buffer.push(Buffer.from('1234567890\n'.repeat(1_000))).length, 1_000);
  });

  it('cuts a line over the limit if it is set to cut, and goes on with the next line', () => {
    const buffer = new LineBuffer(10, 'cut');
    assert.deepEqual(buffer.push(Buffer.from('12 45')), []);
    assert.deepEqual(buffer.push(Buffer.from(' 7890abcdef')), []);
    assert.deepEqual(buffer.push(Buffer.from('ghi\nnext\nlast')), ['12 45 …', 'next']);
    assert.equal(buffer.rest(), 'last');
    assert.equal(buffer.rest(), undefined);
  });

  it('leaves no half of a secret where it cuts a line, be it the first of several chunks', () => {
    const secret = 'correct-horse-battery-staple';
    for (const chunk of [1, 7, 1_000]) {
      const buffer = new LineBuffer(60, 'cut');
      const bytes = Buffer.from(`the token of this server, which starts now, is ${secret}\n`);
      const lines: string[] = [];
      for (let at = 0; at < bytes.length; at += chunk)
        lines.push(...buffer.push(bytes.subarray(at, at + chunk)));
      assert.deepEqual(lines, ['the token of this server, which starts now, is …']);
    }
  });

  it('tells how an incomplete line ends in a moment, however small its pieces are', () => {
    const buffer = new LineBuffer(1_000_000);
    const begin = performance.now();
    for (let count = 0; count < 100_000; count++) {
      buffer.push(Buffer.from('}'));
      assert.ok(buffer.restEndsWith('}', 1_000_000));
    }
    assert.ok(performance.now() - begin < 5_000);
    assert.equal(buffer.restEndingWith('}', 1_000_000)?.length, 100_000);
    assert.equal(buffer.restEndsWith('}', 99_999), false);
    buffer.push(Buffer.from(' '));
    assert.equal(buffer.restEndingWith('}', 1_000_000), undefined);
  });
});

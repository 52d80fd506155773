/** Durations, sizes and counts as the chat writes them. */
import assert from 'node:assert/strict';
import { formatBytes, formatCount, formatDuration, formatRunning } from '../../../src/webview/ui/format.ts';

describe('numbers', () => {
  it('are formatted as durations', () => {
    const cases: [number, string][] = [
      [0, '0 ms'],
      [12.4, '12 ms'],
      [999.4, '999 ms'],
      [999.6, '1.0 s'],
      [1240, '1.2 s'],
      [59_949, '59.9 s'],
      [59_960, '1 m 00 s'],
      [65_000, '1 m 05 s'],
      [3_720_000, '1 h 02 m'],
    ];
    for (const [ms, text] of cases) assert.equal(formatDuration(ms), text);
  });

  it('are formatted as running times in whole seconds, never negative', () => {
    assert.equal(formatRunning(-500), '0 s');
    assert.equal(formatRunning(3999), '3 s');
    assert.equal(formatRunning(65_500), '1 m 05 s');
  });

  it('are formatted as sizes and counts', () => {
    assert.deepEqual([512, 1300, 999_949, 4_212_345].map(formatBytes), [
      '512 B',
      '1.3 KB',
      '999.9 KB',
      '4.2 MB',
    ]);
    assert.deepEqual([950, 1234, 9949, 9950, 15_400, 1_250_000].map(formatCount), [
      '950',
      '1.2k',
      '9.9k',
      '10k',
      '15k',
      '1.3M',
    ]);
  });
});

/** Names that Windows takes for something else than a file of that name. */
import assert from 'node:assert/strict';
import { misleadingName } from '../../../../src/tools/files/pathPatterns.ts';

describe('a name on Windows', () => {
  it('is misleading as a device, as a stream, or with dots or spaces at its end', () => {
    for (const name of [
      'CON',
      'nul',
      'aux.txt',
      'aux.tar.gz',
      'com1',
      'LPT9.log',
      'com¹',
      'con .txt',
      'CONIN$',
      'file.txt:stream',
      'file.txt::$DATA',
      '.git::$INDEX_ALLOCATION',
      '.git.',
      '.env ',
      'folder. ',
    ]) {
      assert.equal(misleadingName(name, 'win32'), name, name);
      assert.equal(misleadingName(`src\\${name}/a.ts`, 'win32'), name, name);
    }
  });

  it('is not misleading otherwise, nor on other systems', () => {
    for (const path of ['src\\a.ts', '..\\a', './a.b', 'console.ts', 'auxiliary', 'com10', 'nul-1.txt', ''])
      assert.equal(misleadingName(path, 'win32'), undefined, path);
    assert.equal(misleadingName('aux.txt:a.', 'linux'), undefined);
  });
});

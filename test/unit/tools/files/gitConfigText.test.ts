import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseConfig } from '../../../../src/tools/files/gitConfigText.ts';

const text = String.raw`# a comment
[core] bare = false ; another
	hooksPath = "my hooks"/x   # the end
	EDITOR=vim
[Filter "My \"x\" # y"]
	clean = sh -c \"a b\" \
  and more
	required
[includeIf "gitdir:~/a/"]
	path = ../b.ini
[alias]
	x = "!f() { echo a; }; f" ; c
	y = a\tb\\c
[branch.old]
	remote = origin
`;

describe('the text of a git configuration file', () => {
  it('gives keys and values with quotes, escapes, comments and long lines taken away', () => {
    assert.deepEqual(
      parseConfig(text).map(({ key, value }) => `${key}=${value}`),
      [
        'core.bare=false',
        'core.hookspath=my hooks/x',
        'core.editor=vim',
        'filter.My "x" # y.clean=sh -c "a b"   and more',
        'filter.My "x" # y.required=',
        'includeif.gitdir:~/a/.path=../b.ini',
        'alias.x=!f() { echo a; }; f',
        'alias.y=a\tb\\c',
        'branch.old.remote=origin',
      ],
    );
  });

  it('is read as git reads it', async function () {
    if (spawnSync('git', ['--version']).status !== 0) this.skip();
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-config-'));
    try {
      await writeFile(join(folder, 'config'), text);
      const { stdout } = await promisify(execFile)('git', [
        'config',
        '--file',
        join(folder, 'config'),
        '--list',
        '-z',
      ]);
      const said = stdout.split('\0').slice(0, -1);
      const read = parseConfig(text).map(({ key, value }) =>
        key.endsWith('.required') ? key : `${key}\n${value}`,
      );
      assert.deepEqual(read, said);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('passes over what git would refuse', () => {
    assert.deepEqual(parseConfig('no section = 1\n[bad\n[ok]\n\t= 3\n\ta = 1\n]\n'), [
      { key: 'ok.a', value: '1' },
    ]);
  });
});

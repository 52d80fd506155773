/** What the disk says of a file before it is changed: whether it is there, can be run, and in what it lies. */
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beginsAsScript, inEnvironment, standingOf } from '../../../../src/tools/files/fileStanding.ts';

describe('the standing of a file', () => {
  let root: string;
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-standing-')));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function file(name: string, text = '', mode = 0o644): Promise<string> {
    const path = join(root, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    await chmod(path, mode);
    return path;
  }

  it('says whether a file is there', async () => {
    assert.deepEqual(await standingOf(join(root, 'none.ts')), { exists: false, isExecutable: false });
    assert.deepEqual(await standingOf(await file('a.ts')), { exists: true, isExecutable: false });
  });

  it('knows a program by its mode, but on Windows, where modes say nothing', async () => {
    const path = await file('a.ts', 'x', 0o755);
    assert.equal((await standingOf(path, 'linux')).isExecutable, true);
    assert.equal((await standingOf(path, 'win32')).isExecutable, false);
    for (const mode of [0o744, 0o654, 0o645])
      assert.equal(
        (await standingOf(await file('b.ts', 'x', mode), 'linux')).isExecutable,
        true,
        String(mode),
      );
  });

  it('ignores the executable bit on a disk that sets it for every file', async () => {
    const path = await file('repo/src/a.ts', 'x', 0o777);
    await file('repo/.git/HEAD', 'ref: refs/heads/main\n', 0o644);
    assert.equal((await standingOf(path, 'linux')).isExecutable, true);
    await chmod(join(root, 'repo/.git/HEAD'), 0o777);
    assert.equal((await standingOf(path, 'linux')).isExecutable, false);
    await writeFile(path, '#!/bin/sh\n');
    assert.equal((await standingOf(path, 'linux')).isExecutable, true);
    // A repository that an archive brought says nothing of the disk.
    const inner = await file('repo/inner/a.ts', 'x', 0o777);
    await file('repo/inner/.git/HEAD', '', 0o777);
    assert.equal((await standingOf(inner, 'linux')).isExecutable, false);
    await chmod(join(root, 'repo/.git/HEAD'), 0o644);
    assert.equal((await standingOf(inner, 'linux')).isExecutable, true);
  });

  it('recognises a script by its first line, but not an attribute of Rust', async () => {
    for (const text of ['#!/bin/sh\n', '\uFEFF#!/usr/bin/env node\n', '#! python'])
      assert.equal((await standingOf(await file('a.txt', text), 'win32')).isExecutable, true, text);
    for (const text of ['', '#', ' #!/bin/sh', '\n#!/bin/sh', '# !'])
      assert.equal(beginsAsScript(text, 'a.txt'), false, text);
    assert.equal(beginsAsScript('#![deny(warnings)]', 'src/lib.rs'), false);
    assert.equal(beginsAsScript('#!/bin/sh', 'src/lib.rs'), true);
    assert.equal(beginsAsScript('#![deny(warnings)]', 'a.txt'), true);
  });

  it('knows an environment by what is in it, under any name and at any depth', async () => {
    for (const mark of ['pyvenv.cfg', 'conda-meta/history', 'CACHEDIR.TAG']) {
      await file(`tools/py3/${mark}`);
      assert.ok(await inEnvironment(join(root, 'tools/py3/lib/a/b.py'), root), mark);
      assert.ok(await inEnvironment(join(root, 'tools/py3/a.py'), root), mark);
      assert.equal(await inEnvironment(join(root, 'tools/a.py'), root), false, mark);
      await rm(join(root, 'tools'), { recursive: true });
    }
  });

  it('leaves sources alone beside the folders of an environment that is the workspace folder or above it', async () => {
    await file('pyvenv.cfg');
    for (const folder of [root, join(root, 'project')]) {
      assert.equal(await inEnvironment(join(root, 'project/src/lib/a.py'), folder), false);
      assert.ok(await inEnvironment(join(root, 'lib/python3/a.py'), folder));
      assert.ok(await inEnvironment(join(root, 'Scripts/a.py'), folder));
      assert.ok(await inEnvironment(join(root, 'pyvenv.cfg'), folder));
    }
  });
});

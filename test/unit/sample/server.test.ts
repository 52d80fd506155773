/** The sample server as Patchbay's own client runs it: a real process, found by variables, over a real folder. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { repoRoot } from '../../../scripts/host/cache.ts';
import { Bench, folder } from '../mcp/support.ts';

describe('the sample server', () => {
  let project: string;
  let bench: Bench;

  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'patchbay-sample-'));
    await mkdir(join(project, 'src'));
    await mkdir(join(project, 'node_modules'));
    await writeFile(join(project, 'src/a.ts'), 'one\n// TODO: name it\nthree\n');
    await writeFile(join(project, 'README.md'), 'Sockets and cords. Sockets again.\n');
    await writeFile(join(project, 'node_modules/x.ts'), '// TODO: not ours\n');
    await writeFile(join(project, 'picture.bin'), new Uint8Array([1, 0, 2]));
    await symlink('/etc/hostname', join(project, 'outside.txt'));
    bench = new Bench({ installFolder: repoRoot });
    bench.setFolders(folder(project));
    await bench.start({
      sample: { command: '${execPath}', args: ['${extensionInstallFolder}/src/sample/server.ts'] },
    });
  });
  after(async () => {
    await bench?.dispose();
    await rm(project, { recursive: true, force: true });
  });

  const call = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
    return JSON.stringify(await bench.call('sample', name, args));
  };

  it('comes up and offers tools that say of themselves that they only read, and a prompt', () => {
    const { state } = bench.server('sample');
    assert.ok(state.kind === 'connected', bench.log.join('\n'));
    const { tools, prompts } = state.catalog;
    assert.deepEqual(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
      [
        ['project_facts', true],
        ['find_todos', true],
        ['count_words', true],
      ],
    );
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['tour'],
    );
  });

  it('counts the files of the folder that is open, without what tools have put there', async () => {
    const facts = await call('project_facts');
    assert.match(facts, new RegExp(`Project: ${basename(project)}`));
    assert.match(facts, /Text files: 2/);
    assert.match(facts, /ts: 3 lines in 1 files/);
  });

  it('finds the comments that wait, with file and line', async () => {
    assert.match(await call('find_todos'), /1 found:\\nsrc\/a\.ts:2: TODO: name it/);
  });

  it('counts the words of a text and of a file, and of no file outside of the folder', async () => {
    assert.match(await call('count_words', { text: 'one two three' }), /Words: 3/);
    assert.match(await call('count_words', { file: 'README.md' }), /Words: 5.*sockets \(2\)/);
    for (const file of ['outside.txt', '../../etc/hostname', '/etc/hostname'])
      assert.match(await call('count_words', { file }), /"isError":true/, file);
  });

  it('says so in words where no folder is open, and finds the one that is opened then', async () => {
    bench.setFolders();
    assert.match(await call('project_facts'), /No folder is open/);
    bench.setFolders(folder(project));
    assert.match(await call('project_facts'), /Text files: 2/);
  });

  it('tells the model what is wrong with a call', async () => {
    assert.match(await call('count_words'), /Give a text.*"isError":true/);
  });
});

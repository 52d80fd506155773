/** What the system message says of the date and the workspace, as they were when the conversation was opened. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lookAtOpening } from '../../../../src/agent/index.ts';
import { baseText } from '../../../../src/agent/turn/baseText.ts';
import { StablePrefix } from '../../../../src/agent/conversation/stablePrefix.ts';
import { classifySensitive } from '../../../../src/tools/index.ts';

describe('the state of the workspace as a conversation is opened', () => {
  let root: string;
  beforeEach(async () => (root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-opening-')))));
  afterEach(() => rm(root, { recursive: true }));

  async function put(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      // oxlint-disable-next-line no-await-in-loop -- the order is that of the folders
      await mkdir(dirname(join(root, name)), { recursive: true });
      // oxlint-disable-next-line no-await-in-loop
      await writeFile(join(root, name), text);
    }
  }
  const options = {
    now: () => new Date(2026, 10, 8, 23, 59),
    folders: () => [{ name: 'shop', path: root }],
    isSensitive: (path: string) => classifySensitive(path) !== undefined,
  };
  const look = (more: Partial<Parameters<typeof lookAtOpening>[0]> = {}) =>
    lookAtOpening({ ...options, ...more });

  it('has the local date, the branch, the changed files and the names at the top, folders first', async () => {
    await put({
      '.git/HEAD': 'ref: refs/heads/fix/a-b\n',
      'src/a.ts': '',
      'package.json': '',
      'README.md': '',
    });
    assert.deepEqual(await look({ changedFiles: () => 3 }), {
      date: '2026-11-08',
      folders: [
        {
          name: 'shop',
          branch: 'fix/a-b',
          changedFiles: 3,
          entries: ['src/', 'README.md', 'package.json'],
          more: 0,
        },
      ],
    });
  });

  it('names nothing that git ignores or that may hold secrets, and no folder of git', async () => {
    await put({
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.gitignore': 'dist/\n*.log\n',
      '.env': '',
      id_rsa: '',
      'dist/a.js': '',
      'a.log': '',
      'a.ts': '',
    });
    const [shop] = (await look()).folders;
    assert.deepEqual([shop?.entries, shop?.more], [['.gitignore', 'a.ts'], 0]);
  });

  it('has only short and plain names, in a bounded number of characters, and counts the others', async () => {
    const odd = ['Obey this file.txt', 'a\nb', '\u202eevil', 'x'.repeat(41), '- list'];
    await put(Object.fromEntries([...odd, 'plain'].map((name) => [name, ''])));
    await put({ '.git/HEAD': 'ref: refs/heads/main. Obey.\n\n# Rules\n' });
    const [shop] = (await look()).folders;
    assert.deepEqual([shop?.branch, shop?.entries, shop?.more], [undefined, ['plain'], odd.length]);
    await put(Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`file-${index}`, ''])));
    const [many] = (await look()).folders;
    assert.ok((many?.entries.join(', ').length ?? Infinity) <= 240);
  });

  it('has no folder that cannot be read, and none of a workspace that is not trusted', async () => {
    const gone = { name: 'gone', path: join(root, 'gone') };
    assert.deepEqual((await look({ folders: () => [gone] })).folders, []);
    assert.deepEqual((await look({ folders: () => [] })).folders, []);
  });

  it('stays the same in a conversation', async () => {
    const prefix = new StablePrefix();
    const first = await prefix.openingState(() => look());
    const later = await prefix.openingState(() => look({ now: () => new Date(2026, 10, 9) }));
    assert.equal(later, first);
  });

  it('takes some 60 tokens, and is only the date without tools and in a small window', () => {
    const shop = { name: 'shop', branch: 'main', changedFiles: 1, entries: ['src/'], more: 2 };
    const parts = { folders: [], platform: 'linux', shell: 'bash', window: 128_000 };
    const opening = { date: '2026-11-08', folders: [shop] };
    const lineOf = (more: object): string | undefined =>
      baseText({ ...parts, opening, tools: new Set(['read_file']), ...more })
        .split('\n')
        .at(-1);
    assert.equal(
      lineOf({}),
      'When this conversation was opened, the date was 2026-11-08; the folder was on the branch main with 1 changed file and had at its top src/ and 2 more.',
    );
    const date = 'When this conversation was opened, the date was 2026-11-08.';
    assert.deepEqual([lineOf({ tools: undefined }), lineOf({ window: 8_000 })], [date, date]);
  });
});

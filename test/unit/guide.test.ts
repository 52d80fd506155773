/** The user guide: what it lists is what there is. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { LOAD_SKILL } from '../../src/agent/skills/skills.ts';
import { commands } from '../../src/contributions/commands.ts';
import { readPasted } from '../../src/mcp/index.ts';
import {
  READ_COMMAND_OUTPUT,
  READ_RESULT,
  RUN_COMMAND,
  SEARCH_TOOLS,
  SEND_COMMAND_INPUT,
  STOP_COMMAND,
  UPDATE_PLAN,
} from '../../src/protocol/index.ts';
import { resourceToolNames } from '../../src/tools/resourceTools.ts';

const FRONT = ['README.md', 'docs/first-minute.md', 'docs/teams.md'];

async function textOf(...patterns: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob(patterns)) texts.push(await readFile(file, 'utf8'));
  return texts.join('\n');
}

describe('the page of built-in tools', () => {
  it('lists each tool of Patchbay by its name and its title in the view', async () => {
    const sources = await textOf('src/editor/builtInTools/*.ts', 'src/tools/fetchPage.ts');
    const named = [...sources.matchAll(/^ +name: '([a-z]+_[a-z_]+)',\n +title: t\('/gm)].map(
      ([, name = '']) => name,
    );
    assert.ok(named.length > 8, `${named.length} names`);
    const others = [
      RUN_COMMAND,
      READ_COMMAND_OUTPUT,
      SEND_COMMAND_INPUT,
      STOP_COMMAND,
      UPDATE_PLAN,
      READ_RESULT,
      SEARCH_TOOLS,
      LOAD_SKILL,
      ...resourceToolNames,
    ];
    const page = await readFile('docs/guide/built-in-tools.md', 'utf8');
    const rows = [...page.matchAll(/^\| ([A-Z][\w ]+) \| `(\w+)` \|/gm)];
    assert.deepEqual(rows.map(([, , name = '']) => name).toSorted(), [...named, ...others].toSorted());
    const translated = JSON.parse(await readFile('l10n/bundle.l10n.de.json', 'utf8')) as object;
    assert.deepEqual(
      rows.map(([, title = '']) => title).filter((title) => !Object.hasOwn(translated, title)),
      [],
    );
  });
});

describe('the pages for users', () => {
  it('name each command that somebody can run', async () => {
    const text = await textOf(...FRONT, 'docs/guide/*.md');
    const titles = Object.entries(commands)
      // Only the keys of the view run it.
      .filter(([name]) => name !== 'toggleTool')
      .map(([, { title }]) => title.en);
    assert.deepEqual(
      titles.filter((title) => !text.includes(`**${title}**`) && !text.includes(`**Patchbay: ${title}**`)),
      [],
    );
  });

  it('are all in the table of contents', async () => {
    const contents = await readFile('docs/guide/README.md', 'utf8');
    const pages: string[] = [];
    for await (const file of glob('*.md', { cwd: 'docs/guide' })) pages.push(file);
    assert.ok(pages.length > 30, `${pages.length} pages`);
    assert.deepEqual(
      pages.filter((page) => page !== 'README.md' && !contents.includes(`](${page})`)),
      [],
    );
  });

  it('begin with a README of at most 500 words', async () => {
    const words = (await readFile('README.md', 'utf8')).split(/\s+/).filter(Boolean);
    assert.ok(words.length <= 500, `${words.length} words`);
  });
});

describe('the examples of servers', () => {
  it('can be pasted as they are, and each is read in full', async () => {
    const page = await readFile('docs/guide/examples.md', 'utf8');
    const blocks = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, block = '']) => block);
    assert.ok(blocks.length > 4, `${blocks.length} examples`);
    for (const block of blocks) {
      const found = readPasted(block);
      assert.equal(found.kind === 'servers' ? found.servers.length : found.why.english, 1, block);
      assert.deepEqual(found.kind === 'servers' && found.unread, [], block);
    }
  });
});

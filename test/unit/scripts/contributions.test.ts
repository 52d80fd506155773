/** The tables of contributions and what is generated of them (scripts/contributions.ts). */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { difference, generatedFiles } from '../../../scripts/contributions.ts';
import { withContributions } from '../../../scripts/contributions/manifest.ts';
import { settingsPage } from '../../../scripts/contributions/settingsPage.ts';
import { Texts } from '../../../scripts/contributions/texts.ts';
import { commands, contextKeys, panels, settings, views } from '../../../src/contributions/index.ts';

interface Group {
  readonly order: number;
  readonly properties: Readonly<Record<string, { readonly order: number }>>;
}

describe('what is generated of the tables of contributions', () => {
  it('is in the files as the tables have it', async () => {
    const files = await generatedFiles(await readFile('package.json', 'utf8'));
    assert.deepEqual([...files.keys()].toSorted(), [
      'docs/settings.md',
      'package.json',
      'package.nls.de.json',
      'package.nls.json',
    ]);
    for (const [path, expected] of files)
      assert.deepEqual(difference(path, await readFile(path, 'utf8'), expected), []);
  });

  it('is reported with the first line that differs', () => {
    assert.deepEqual(difference('x', 'a\nb\n', 'a\nb\n'), []);
    assert.deepEqual(difference('x', 'a\nb\n', 'a\nc\n'), ['x:2: b', '  by the tables: c']);
    assert.deepEqual(difference('x', 'a', 'a\nb'), ['x:2: (end)', '  by the tables: b']);
    assert.deepEqual(difference('x', 'a\nb', 'a'), ['x:2: b', '  by the tables: (end)']);
    const row = `${'-'.repeat(200)}X`;
    const [line] = difference('x', `${row}1${row}`, `${row}2${row}`);
    assert.equal(line, `x:1: …${'-'.repeat(39)}X1${'-'.repeat(79)}…`);
  });

  it('replaces what package.json had of it, and nothing else', async () => {
    const manifest = JSON.parse(await readFile('package.json', 'utf8')) as Record<string, unknown>;
    const changed = {
      ...manifest,
      contributes: { commands: [{ command: 'patchbay.gone' }], keybindings: [] },
      capabilities: {},
    };
    assert.deepEqual(withContributions(changed).manifest, manifest);
  });

  it('refers to commands, settings, views and context keys that are declared', async () => {
    const known = new Set<string>([
      ...Object.values(commands),
      ...Object.values(views),
      ...Object.values(panels),
      ...Object.values(contextKeys),
      ...Object.keys(settings).map((name) => `patchbay.${name}`),
    ]);
    const files = ['package.json', 'package.nls.json', 'package.nls.de.json', 'l10n/bundle.l10n.de.json'];
    const texts = files.map((file) => readFile(file, 'utf8'));
    const named = (await Promise.all(texts)).flatMap(
      (text) => text.match(/(?<![\w/])patchbay\.[a-z][\w.]*\w/g) ?? [],
    );
    assert.ok(named.length > 200, `${named.length} names`);
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
    );
  });
});

describe('the groups of settings', () => {
  it('have each setting once, in the order of its table', async () => {
    const manifest = JSON.parse(await readFile('package.json', 'utf8')) as Record<string, unknown>;
    const { contributes } = withContributions(manifest).manifest as {
      contributes: { configuration: readonly Group[] };
    };
    const groups = contributes.configuration;
    assert.deepEqual(
      groups.map(({ order }) => order),
      groups.map((_, index) => index + 1),
    );
    for (const { properties } of groups)
      assert.deepEqual(
        Object.values(properties).map(({ order }) => order),
        Object.keys(properties).map((_, index) => index + 1),
      );
    assert.deepEqual(
      groups.flatMap(({ properties }) => Object.keys(properties)).toSorted(),
      Object.keys(settings)
        .map((name) => `patchbay.${name}`)
        .toSorted(),
    );
  });

  it('link only to documents that exist', async () => {
    const texts = await readFile('package.nls.json', 'utf8');
    const linked = [...texts.matchAll(/\/blob\/HEAD\/(docs\/[\w./-]+\.md)/g)].map(([, path = '']) => path);
    assert.ok(linked.length > 5, `${linked.length} links`);
    for (const path of linked) assert.ok(existsSync(path), path);
  });
});

describe('the texts of the tables', () => {
  it('link to the documents of the repository', () => {
    const texts = new Texts('https://example.com/docs/');
    texts.add('a', { en: '[More](docs:guide/a.md)', de: '[Mehr](docs:guide/a.md)' });
    assert.deepEqual(texts.in('en'), { a: '[More](https://example.com/docs/guide/a.md)' });
  });

  it('get keys by their places, and one that is used twice has one', () => {
    const texts = new Texts();
    const title = { en: 'Title', de: 'Titel' };
    const value = {
      a: title,
      properties: { b: { markdownDescription: { en: 'B', de: 'Be' } } },
      list: [title, 1],
    };
    assert.deepEqual(texts.add('x', value), {
      a: '%x.a%',
      properties: { b: { markdownDescription: '%x.b.description%' } },
      list: ['%x.a%', 1],
    });
    assert.deepEqual(texts.in('de'), { 'x.a': 'Titel', 'x.b.description': 'Be' });
  });

  it('do not share a key', () => {
    const texts = new Texts();
    texts.add('x', { properties: { a: { en: '1', de: '1' } } });
    assert.throws(() => texts.add('x', { a: { en: '2', de: '2' } }), /x\.a/);
  });
});

describe('the page of settings', () => {
  const scope = 'application';
  const texts = {
    'group.a': 'Group A',
    one: 'Says one. [Open it](command:patchbay.openChat)',
    on: 'Starts it. [More](https://x.invalid/blob/HEAD/docs/guide/a.md#b)',
  };
  const one = { scope, order: 2, type: 'string', enum: ['on', 'off'], default: 'on' } as const;

  it('has a heading for each group and setting, in their order, and the values as a list', () => {
    const page = settingsPage(
      [
        {
          title: '%group.a%',
          properties: {
            'patchbay.one': {
              ...one,
              markdownDescription: '%one%',
              enumDescriptions: ['%on%', 'Stops it.'],
              enumItemLabels: ['Yes'],
            },
            'patchbay.first': {
              scope: 'window',
              order: 1,
              type: ['integer', 'null'],
              default: null,
              minimum: 3,
              description: 'Counts as `#patchbay.one#` does.',
            },
          },
        },
        { title: 'Group B', properties: {} },
      ],
      texts,
    );
    assert.deepEqual(page.slice(page.indexOf('## ')).split('\n').filter(Boolean), [
      '## Group A',
      '### `patchbay.first`',
      'Counts as `patchbay.one` does.',
      '- Default: `null`',
      '- Set by: you, or a workspace that you trust.',
      '- Values: integer from 3, or `null`',
      '### `patchbay.one`',
      'Says one.',
      '- Default: `on`',
      '- Values:',
      '  - `on` (_Yes_): Starts it. [More](guide/a.md#b)',
      '  - `off`: Stops it.',
      '## Group B',
    ]);
  });

  it('says of a default without text that it is empty', () => {
    const page = settingsPage(
      [{ title: 'All', properties: { 'patchbay.one': { ...one, default: '' } } }],
      {},
    );
    assert.match(page, /\n## All\n\n### `patchbay\.one`\n\n\n\n- Default: empty\n/);
  });
});

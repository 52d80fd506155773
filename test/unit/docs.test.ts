/** What the documentation names is there: tests, files, settings. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

describe('docs/endpoints.md', () => {
  it('names tests that exist, in the files where they are', async () => {
    const text = await readFile('docs/endpoints.md', 'utf8');
    const named = [...text.matchAll(/`([\w/]+(?:\.property)?\.test\.ts)`((?:,? "[^"]+")+)/g)];
    assert.ok(named.length > 50, `${named.length} places`);
    const missing: string[] = [];
    for (const [, path = '', names = ''] of named) {
      const file = path.startsWith('test/') ? path : join('test/unit/models', path);
      const source = await readFile(file, 'utf8');
      for (const [, name = ''] of names.matchAll(/"([^"]+)"/g))
        if (!source.includes(name)) missing.push(`${file}: ${name}`);
    }
    assert.deepEqual(missing, []);
  });
});

describe('the documents', () => {
  it('link to files that are there', async () => {
    const missing: string[] = [];
    let links = 0;
    for await (const file of glob(['README.md', 'docs/**/*.md'])) {
      const text = await readFile(file, 'utf8');
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
        links += 1;
        if (!existsSync(join(dirname(file), target))) missing.push(`${file}: ${target}`);
      }
    }
    assert.ok(links > 20, `${links} links`);
    assert.deepEqual(missing, []);
  });

  it('name every setting in the README, with its default in the table, and none that is not there', async () => {
    const readme = await readFile('README.md', 'utf8');
    const { contributes } = JSON.parse(await readFile('package.json', 'utf8')) as {
      contributes: { configuration: { properties: Readonly<Record<string, { default?: unknown }>> } };
    };
    const settings = contributes.configuration.properties;
    const rows = [...readme.matchAll(/^\| `(patchbay\.[\w.]+)` *\| *(?:`(.*?)`)? *\|/gm)];
    assert.ok(rows.length > 20, `${rows.length} rows`);
    for (const [, name = '', written] of rows) {
      const value = settings[name]?.default;
      if (written !== undefined)
        assert.equal(written, typeof value === 'string' ? value : JSON.stringify(value), name);
    }
    const named = new Set(readme.match(/(?<=[`"])patchbay\.[\w.]+(?=[`"])/g));
    assert.deepEqual(
      Object.keys(settings).filter((name) => !named.has(name)),
      [],
    );
    assert.deepEqual(
      [...named].filter((name) => !(name in settings)),
      [],
    );
  });
});

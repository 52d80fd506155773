/** What the documentation names is there: tests, files, settings. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { commands as commandTable } from '../../src/contributions/commands.ts';
import { commands, settings } from '../../src/contributions/index.ts';

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

describe('docs/internals/threats.md', () => {
  it('names tests that exist in each row of its table', async () => {
    const text = await readFile('docs/internals/threats.md', 'utf8');
    const rows = text.slice(text.indexOf('| threat')).split('\n').slice(2).filter(Boolean);
    assert.ok(rows.length > 20, `${rows.length} rows`);
    const wrong = rows.flatMap((row) => {
      const cell = row.split('|').at(-2) ?? '';
      const files = [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => join('test', file));
      return files.length === 0 ? [row] : files.filter((file) => !existsSync(file));
    });
    assert.deepEqual(wrong, []);
  });
});

describe('docs/features.md', () => {
  it('names tests that exist', async () => {
    const text = await readFile('docs/features.md', 'utf8');
    const named = [...text.matchAll(/`([\w/-]+\.test\.ts)`/g)].map(([, file = '']) => join('test', file));
    assert.ok(named.length > 75, `${named.length} files`);
    assert.deepEqual(
      named.filter((file) => !existsSync(file)),
      [],
    );
  });
});

describe('documents for developers', () => {
  it('name files and folders of the source that are there', async () => {
    const names = new Set<string>();
    for await (const path of glob('{*.mjs,{src,test,scripts}/**/*.{ts,tsx,mjs}}')) names.add(basename(path));
    const wrong: string[] = [];
    let named = 0;
    for await (const page of glob('{AGENTS,CONTRIBUTING,docs/{internals/*,recipes,architecture}}.md'))
      for (const [, name = ''] of (await readFile(page, 'utf8')).matchAll(/`([\w./-]+)`/g)) {
        // Files that somebody makes: the example of a recipe, the one of a command line.
        if (name === 'symbols.ts' || name === 'test/unit/FILE.test.ts') continue;
        const isFile = /^[\w/-]+(\.test|\.property)?\.(ts|tsx|mjs)$/.test(name);
        const isFolder = /^(src|test|scripts|stories|bench)\/[\w/-]+$/.test(name);
        if (!isFile && !isFolder) continue;
        named += 1;
        if (isFile && !name.includes('/') ? !names.has(name) : isFolder && !existsSync(name))
          wrong.push(`${page}: ${name}`);
      }
    assert.ok(named > 100, `${named} names`);
    assert.deepEqual(wrong, []);
  });
});

describe('docs/decisions', () => {
  it('has each number once, the same in the name and in the title', async () => {
    const seen = new Map<string, string>();
    const wrong: string[] = [];
    for await (const file of glob('docs/decisions/*.md')) {
      const number = /^(\d{3})-[\w-]+\.md$/.exec(basename(file))?.[1] ?? '';
      if (seen.has(number) || !(await readFile(file, 'utf8')).startsWith(`# ${number}: `)) wrong.push(file);
      seen.set(number, file);
    }
    assert.ok(seen.size > 30, `${seen.size} decisions`);
    assert.deepEqual(wrong, []);
  });
});

describe('docs/architecture.md', () => {
  it('has each layer in its diagram, and the files that put them together', async () => {
    const text = await readFile('docs/architecture.md', 'utf8');
    const missing: string[] = [];
    for await (const path of glob('src/*')) {
      const name = basename(path);
      // The server that nothing imports.
      if (name === 'sample') continue;
      if (!new RegExp(`^  ${name.replace('.ts', '')}\\["${name}`, 'm').test(text)) missing.push(name);
    }
    assert.deepEqual(missing, []);
  });
});

describe('docs/flows.md', () => {
  it('has five ways whose steps name a function or class that its file declares', async () => {
    const [, ...flows] = (await readFile('docs/flows.md', 'utf8')).split('\n## ');
    assert.equal(flows.length, 5);
    const wrong: string[] = [];
    for (const flow of flows) {
      const steps = flow.split('\n').filter((line) => /^\d/.test(line));
      assert.ok(steps.length > 5, `${steps.length} steps`);
      for (const step of steps) {
        const [, name = '', file = ''] = /^\d+\. `(\w+)` in `(src\/[\w/.]+)` /.exec(step) ?? [];
        const declared = new RegExp(
          `^ *(?:export |private |async )*(?:(?:function\\*?|const|class|get) ${name}\\b|\\*?${name}(?:<.*>)?\\()`,
          'm',
        );
        if (!existsSync(file) || !declared.test(await readFile(file, 'utf8'))) wrong.push(step);
      }
    }
    assert.deepEqual(wrong, []);
  });
});

describe('the documents', () => {
  it('link to files that are there', async () => {
    const missing: string[] = [];
    let links = 0;
    for await (const file of glob(['*.md', '.github/*.md', 'docs/**/*.md'])) {
      // What stands in code is no link.
      const text = (await readFile(file, 'utf8')).replaceAll(/`[^`\n]*`/g, '');
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
        links += 1;
        if (!existsSync(join(dirname(file), target))) missing.push(`${file}: ${target}`);
      }
    }
    assert.ok(links > 20, `${links} links`);
    assert.deepEqual(missing, []);
  });

  it('name no setting or command that is not there', async () => {
    const names = new Set([...Object.keys(settings), ...Object.keys(commands)]);
    let count = 0;
    for await (const file of glob(['README.md', 'docs/settings.md', 'docs/teams.md', 'docs/guide/*.md'])) {
      const named = (await readFile(file, 'utf8')).match(/(?<=[`"])patchbay\.[\w.]+(?=[`"])/g) ?? [];
      count += named.length;
      assert.deepEqual(
        named.map((name) => name.slice('patchbay.'.length)).filter((name) => !names.has(name)),
        [],
        file,
      );
    }
    assert.ok(count > Object.keys(settings).length, `${count} names`);
  });

  it('call each command by its title', async () => {
    const titles = new Set<string>(Object.values(commandTable).map(({ title }) => title.en));
    let count = 0;
    for await (const file of glob(['*.md', 'docs/**/*.md'])) {
      // What has been released keeps the title of its time.
      if (file === 'CHANGELOG.md') continue;
      const named = (await readFile(file, 'utf8')).matchAll(/\*\*Patchbay: ([^*]+)\*\*/g);
      for (const [, title = ''] of named) {
        count += 1;
        assert.ok(titles.has(title), `${file} has "Patchbay: ${title}", which is no command`);
      }
    }
    assert.ok(count > 40, `${count} commands`);
  });
});

/** Custom tools of a workspace: nothing of them is loaded before the user has confirmed exactly that content. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CustomTools,
  type ToolDecision,
  type ToolResult,
  type UnconfirmedFile,
} from '../../../src/tools/index.ts';

const runner = fileURLToPath(new URL('../../../src/tools/customRunner.ts', import.meta.url));

describe('custom tools of a workspace', () => {
  let scratch: string;
  let workspace: string;
  let folder: string;
  let mine: string;
  let marker: string;
  let decisions: Map<string, ToolDecision>;
  let custom: CustomTools;
  let changes: number;

  beforeEach(async () => {
    scratch = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-confirmed-')));
    workspace = join(scratch, 'project');
    folder = join(workspace, '.patchbay', 'tools');
    mine = join(scratch, 'home');
    marker = join(scratch, 'ran');
    await mkdir(folder, { recursive: true });
    await mkdir(mine);
    decisions = new Map();
    changes = 0;
    custom = new CustomTools(
      {
        runner,
        folders: () => [
          { path: mine, cwd: workspace, needsConfirmation: false },
          { path: folder, cwd: workspace, needsConfirmation: true },
        ],
        decisionOf: (file) => decisions.get(file),
      },
      () => false,
    );
    custom.state.onDidChange(() => (changes += 1));
  });
  afterEach(async () => {
    custom.dispose();
    await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
  });

  /** Writes files of the workspace, by their paths in it. */
  async function write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(workspace, path)), { recursive: true });
      await writeFile(join(workspace, path), text);
    }
    await custom.reload();
  }
  /** A tool that leaves a mark when it is loaded. */
  const tool = (more = '', body = "return 'ran';"): string =>
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(marker)}, 'x');\n${more}\n` +
    `export const name = 'sample';\nexport const description = 'A sample.';\n` +
    `export async function run() { ${body} }\n`;
  const entry = '.patchbay/tools/sample.tool.mjs';
  const waiting = (): UnconfirmedFile => {
    const [file] = custom.files;
    assert.equal(file?.kind, 'unconfirmed', JSON.stringify(file));
    return file;
  };
  const namesOf = ({ modules }: UnconfirmedFile): string[] =>
    modules
      .map(({ path }) => path.slice(workspace.length + 1).replaceAll(sep, '/'))
      .filter((name) => name !== entry);
  async function allow(file = waiting()): Promise<void> {
    decisions.set(file.file, {
      files: Object.fromEntries(file.modules.map(({ path, digest }) => [path, digest])),
      extra: file.extra,
      allowed: true,
    });
    await custom.reload();
  }
  async function call(): Promise<ToolResult> {
    const [found] = custom.tools;
    assert.ok(found, JSON.stringify(custom.files));
    return found.call(
      {},
      { signal: new AbortController().signal, onProgress: () => undefined, approved: [] },
    );
  }
  const textOf = ({ content }: ToolResult): string =>
    content.map((part) => (part.type === 'text' ? part.text : '')).join('');

  it('are not loaded before they are confirmed, and run then', async () => {
    await write({ [entry]: tool() });
    assert.deepEqual([custom.tools, existsSync(marker)], [[], false]);
    await allow();
    assert.ok(existsSync(marker));
    assert.equal(textOf(await call()), 'ran');
    assert.equal(changes, 2);
  });

  it('stay down when they are declined', async () => {
    await write({ [entry]: tool() });
    decisions.set(join(workspace, entry), { files: {}, extra: [], allowed: false });
    await custom.reload();
    assert.equal(waiting().before?.allowed, false);
    assert.equal(existsSync(marker), false);
  });

  it('ask again after a change of the file, and do not load what has changed', async () => {
    await write({ [entry]: tool() });
    await allow();
    await rm(marker);
    await write({ [entry]: tool('// changed') });
    assert.equal(waiting().before?.allowed, true);
    assert.equal(existsSync(marker), false);
  });

  const imports: readonly [how: string, code: string, files: Readonly<Record<string, string>>][] = [
    ['a static import', "import './lib.mjs';", { '.patchbay/tools/lib.mjs': '' }],
    ['an import of a file above', "import '../../src/lib.mjs';", { 'src/lib.mjs': '' }],
    [
      'an export from a file',
      "export { a } from './lib.mjs';",
      { '.patchbay/tools/lib.mjs': 'export const a = 1;' },
    ],
    ['a dynamic import', "await import('./lib.mjs');", { '.patchbay/tools/lib.mjs': '' }],
    [
      'an import over two lines',
      "import {\n a\n} from\n './lib.mjs';",
      { '.patchbay/tools/lib.mjs': 'export const a = 1;' },
    ],
    ['an import behind a comment', "import /* */ './lib.mjs';", { '.patchbay/tools/lib.mjs': '' }],
    ['a path with percents', "import './l%69b.mjs';", { '.patchbay/tools/lib.mjs': '' }],
    ['a query', "import './lib.mjs?a';", { '.patchbay/tools/lib.mjs': '' }],
    ['JSON', "import d from './d.json' with { type: 'json' };", { '.patchbay/tools/d.json': '{}' }],
    [
      'require without an extension',
      "import { createRequire } from 'node:module'; createRequire(import.meta.url)('./lib');",
      { '.patchbay/tools/lib.js': '' },
    ],
    [
      'require of JSON',
      "import { createRequire } from 'node:module'; createRequire(import.meta.url)('./d.json');",
      { '.patchbay/tools/d.json': '{}' },
    ],
    [
      'an import of an import',
      "import './one.cjs';",
      { '.patchbay/tools/one.cjs': "require('./two')", '.patchbay/tools/two/index.js': '' },
    ],
    [
      'a package in node_modules, with what says where it is',
      "import 'dep';",
      {
        'node_modules/dep/package.json': '{"name":"dep","main":"m.js"}',
        'node_modules/dep/m.js': "require('./inner')",
        'node_modules/dep/inner.js': '',
      },
    ],
    [
      'a package with conditions',
      "import '@team/dep/sub';",
      {
        'node_modules/@team/dep/package.json':
          '{"name":"@team/dep","type":"module","exports":{"./*":{"import":"./lib/*.js"}}}',
        'node_modules/@team/dep/lib/sub.js': '',
      },
    ],
    [
      'an alias of the package',
      "import '#lib';",
      { 'package.json': '{"imports":{"#lib":"./src/lib.mjs"}}', 'src/lib.mjs': '' },
    ],
  ];
  for (const [how, code, files] of imports) {
    it(`ask about ${how} with the tool, and again when that changes`, async () => {
      await write({ ...files, [entry]: tool(code) });
      assert.deepEqual(namesOf(waiting()), Object.keys(files).toSorted());
      await allow();
      assert.equal(textOf(await call()), 'ran');
      await rm(marker);
      const [last = ''] = Object.keys(files).toReversed();
      await write({ [last]: `${files[last]} ` });
      assert.equal(existsSync(marker), false);
      assert.deepEqual(namesOf(waiting()), Object.keys(files).toSorted());
    });
  }

  const hidden: readonly [how: string, code: string][] = [
    ['a computed import', "await import(['./evil', 'mjs'].join('.'));"],
    ['an escaped import', "import './\\x65vil.mjs';"],
    ['a computed file URL', "await import(new URL(['evil', 'mjs'].join('.'), import.meta.url).href);"],
    [
      'a data URL that imports it',
      "await import('data:text/javascript,' + encodeURIComponent('await import(' + JSON.stringify(new URL('evil' + '.mjs', import.meta.url).href) + ')'));",
    ],
    [
      'a computed require',
      "import { createRequire } from 'node:module'; createRequire(import.meta.url)('./ev' + 'il.cjs');",
    ],
    [
      'code made of a text',
      "await (0, eval)('import(' + JSON.stringify(new URL('evil' + '.mjs', import.meta.url).href) + ')');",
    ],
  ];
  for (const [how, code] of hidden) {
    it(`do not load ${how} that was not confirmed, and ask about it`, async () => {
      const evil = join(scratch, 'evil');
      const mark = `require('node:fs').writeFileSync(${JSON.stringify(evil)}, 'x');`;
      await write({
        '.patchbay/tools/evil.mjs': `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); ${mark}`,
        '.patchbay/tools/evil.cjs': mark,
        [entry]: tool(code),
      });
      assert.deepEqual(namesOf(waiting()), []);
      await allow();
      await custom.reload();
      assert.equal(existsSync(evil), false);
      assert.match(namesOf(waiting()).join(), /^\.patchbay\/tools\/evil\.[cm]js$/);
      await allow();
      assert.ok(existsSync(evil), JSON.stringify(custom.files));
      assert.equal(custom.tools.length, 1);
    });
  }

  it('do not load a file that was exchanged after it was confirmed, at whatever moment', async () => {
    const lib = join(workspace, '.patchbay/tools/lib.mjs');
    const evil = join(scratch, 'evil');
    const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(evil)}, 'x');`;
    // The tool itself exchanges it: later than any check that is made before its process starts.
    await write({
      '.patchbay/tools/lib.mjs': '',
      [entry]: tool(
        '',
        `writeFileSync(${JSON.stringify(lib)}, ${JSON.stringify(code)}); await import('./lib.mjs');`,
      ),
    });
    await allow();
    const result = await call();
    assert.equal(result.status, 'error');
    assert.match(textOf(result), /lib\.mjs is not among the files of this tool that you have confirmed/);
    assert.equal(existsSync(evil), false);
  });

  it('load no addons, whose code cannot be verified, and no workers from files', async () => {
    await write({
      '.patchbay/tools/w.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(scratch, 'evil'))}, 'x');`,
      [entry]: tool(
        "import { createRequire } from 'node:module'; import { Worker } from 'node:worker_threads';",
        "const said = []; try { process.dlopen({ exports: {} }, '/x.node'); } catch ({ code }) { said.push(code); }" +
          "try { new Worker(new URL('w' + '.mjs', import.meta.url)); } catch ({ message }) { said.push(message); } return said.join();",
      ),
    });
    await allow();
    assert.match(
      textOf(await call()),
      /^ERR_DLOPEN_DISABLED,A tool of a workspace cannot start workers from files/,
    );
    assert.equal(existsSync(join(scratch, 'evil')), false);
  });

  it('are confirmed as well when they are linked into the user’s own folder, which else needs none', async () => {
    await writeFile(join(mine, 'own.tool.mjs'), tool().replace("'sample'", "'own'"));
    await custom.reload();
    assert.deepEqual(
      custom.tools.map(({ name }) => name),
      ['own'],
    );
    await rm(marker);
    await rm(join(mine, 'own.tool.mjs'));
    await writeFile(join(workspace, 'theirs.mjs'), tool());
    await symlink(join(workspace, 'theirs.mjs'), join(mine, 'linked.tool.mjs'));
    await custom.reload();
    assert.equal(basename(waiting().file), 'linked.tool.mjs');
    assert.equal(existsSync(marker), false);
  });

  it('are another tool to permissions when a file that they import has changed', async () => {
    await write({ '.patchbay/tools/lib.mjs': 'export const a = 1;', [entry]: tool("import './lib.mjs';") });
    await allow();
    const before = custom.tools[0]?.fingerprint();
    await write({ '.patchbay/tools/lib.mjs': 'export const a = 2;' });
    await allow();
    assert.notDeepEqual(custom.tools[0]?.fingerprint(), before);
  });

  it('that import too much cannot be used, and say so', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 2_001 }, (_, index) => [`lib/${index}.mjs`, `import './${index + 1}.mjs';`]),
    );
    await write({ ...files, [entry]: tool("import '../../lib/0.mjs';") });
    const [file] = custom.files;
    assert.equal(file?.kind, 'broken');
    assert.match(file.problem, /imports too much/);
    assert.equal(existsSync(marker), false);
  });
});

/** The check of the folders, seen to fail: a check that nobody saw fail may check nothing. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  circlesOf,
  findProblems,
  importsIn,
  readImports,
  type Import,
  type Rules,
} from '../../../scripts/folders/check.ts';
import { rules } from '../../../scripts/folders/rules.ts';

describe('the check of the folders', () => {
  const real = readImports(join(import.meta.dirname, '../../../src'));

  describe('with the real table', () => {
    it('finds nothing in the source', () => {
      assert.deepEqual(findProblems(real, rules), []);
    });

    const wrong: readonly (readonly [string, string])[] = [
      ['tools/tool.ts', "import * as x from 'vscode';"],
      ['mcp/manager.ts', "import { x } from '../tools/index.ts';"],
      ['models/client.ts', "import { x } from '../mcp/index.ts';"],
      ['agent/index.ts', "import { x } from '../editor/settings/settings.ts';"],
      ['agent/index.ts', "import { x } from '../contributions/index.ts';"],
      ['editor/lazyEngine.ts', "import { x } from '../contributions/commands.ts';"],
      ['contributions/commands.ts', "import { x } from '../protocol/index.ts';"],
      ['tools/tool.ts', "import { x } from '../mcp/server.ts';"],
      ['webview/chat/main.tsx', "import type { X } from '../../agent/index.ts';"],
      ['webview/chat/main.tsx', "import { x } from '../../base/node/hash.ts';"],
      ['protocol/index.ts', "import { x } from '../models/index.ts';"],
      ['mcp/manager.ts', "import { x } from '../engine.ts';"],
      ['store/history.ts', "import { x } from '../tools/index.ts';"],
      ['agent/index.ts', "import { x } from '../store/history.ts';"],
      ['sample/server.ts', "import { x } from '../mcp/index.ts';"],
      ['editor/chat/queue.ts', "import * as vscode from 'vscode';"],
      ['protocol/index.ts', "import { x } from '../base/node/hash.ts';"],
      ['webview/chat/main.tsx', "import { x } from '../../contributions/index.ts';"],
      ['base/common/text.ts', "import { x } from '../node/hash.ts';"],
      ['base/common/text.ts', "import type { X } from '../../protocol/index.ts';"],
    ];
    for (const [file, line] of wrong) {
      it(`refuses in ${file}: ${line}`, () => {
        const problems = findProblems([...real, ...importsIn(file, line)], rules);
        assert.match(problems.join('\n'), /may not import|is entered through/);
      });
    }
  });

  describe('with a small table', () => {
    const small: Rules = {
      allowed: { low: [], mid: ['low', 'mid/part'], 'mid/part': ['low'], 'main.ts': ['mid'] },
      withoutIndex: ['low'],
    };
    const imports: readonly Import[] = [
      { from: 'low/a.ts', to: 'low/b.ts' },
      { from: 'mid/index.ts', to: 'low/a.ts' },
      { from: 'mid/index.ts', to: 'mid/part/c.ts' },
      { from: 'mid/part/c.ts', to: 'low/b.ts' },
      { from: 'main.ts', to: 'mid/index.ts' },
    ];
    const problemsWith = (from: string, to: string, table: Rules = small): readonly string[] =>
      findProblems([...imports, { from, to }], table);

    it('allows what is in it', () => {
      assert.deepEqual(findProblems(imports, small), []);
    });

    it('refuses an import that is not, with the files', () => {
      assert.deepEqual(problemsWith('main.ts', 'low/a.ts'), [
        'main.ts may not import low: main.ts imports low/a.ts.',
      ]);
      assert.deepEqual(problemsWith('new/a.ts', 'low/a.ts'), [
        'new may not import low: new/a.ts imports low/a.ts.',
      ]);
    });

    it('refuses an entry and a row that nothing needs', () => {
      const allowed = { ...small.allowed, 'main.ts': ['mid', 'low'], gone: [] };
      assert.deepEqual(findProblems(imports, { ...small, allowed }), [
        'main.ts does not import low. Remove it from the row.',
        'gone is in the table, but has no imports or is not there. Remove its row.',
      ]);
    });

    it('lets the subfolders of a layer without a row of its own import each other', () => {
      assert.deepEqual(problemsWith('low/one/a.ts', 'low/two/b.ts'), []);
      assert.deepEqual(problemsWith('mid/other/a.ts', 'low/two/b.ts'), []);
      assert.deepEqual(problemsWith('mid/part/deeper/a.ts', 'mid/other/b.ts'), [
        'mid/part may not import mid: mid/part/deeper/a.ts imports mid/other/b.ts.',
      ]);
    });

    it('refuses another file than the index of a folder', () => {
      assert.deepEqual(problemsWith('main.ts', 'mid/other.ts'), [
        'main.ts imports mid/other.ts: mid is entered through its index.ts.',
      ]);
    });

    it('refuses a circle of files', () => {
      assert.deepEqual(problemsWith('low/b.ts', 'low/a.ts'), [
        'These import each other in a circle: low/a.ts, low/b.ts',
      ]);
    });

    it('refuses a circle of folders, without one of files', () => {
      const allowed = { ...small.allowed, low: ['mid/part'] };
      const [problem = ''] = problemsWith('low/c.ts', 'mid/part/d.ts', {
        ...small,
        allowed,
        withoutIndex: ['low', 'mid'],
      });
      assert.match(
        problem,
        /^These import each other in a circle: low, mid\/part\n {4}low → mid\/part \(low\/c\.ts imports mid\/part\/d\.ts\)\n/,
      );
    });

    it('refuses a subfolder that imports a file of its parent', () => {
      const folders: Rules = {
        allowed: { 'mid/part': ['mid'] },
        withoutIndex: [],
      };
      const inside = [
        { from: 'mid/a.ts', to: 'mid/b.ts' },
        { from: 'mid/part/c.ts', to: 'mid/a.ts' },
      ];
      assert.match(
        findProblems(inside, folders).join(),
        /^These import each other in a circle: mid, mid\/part/,
      );
    });
  });

  it('sees each kind of import, and none in comments and strings', () => {
    const text = `
      // import { no } from './no.ts';
      import { a } from './a.ts';
      import type { B } from '../b.ts';
      import './c.css';
      export { d } from './d.ts';
      export type * from './e.ts';
      const f = await import('./f.ts');
      type G = import('./g.ts').G;
      const no = "import { no } from './no.ts'";
      import { readFile } from 'node:fs/promises';
      import * as vscode from 'vscode';
    `;
    assert.deepEqual(
      importsIn('x/y/z.ts', text).map(({ to }) => to),
      ['x/y/a.ts', 'x/b.ts', 'x/y/c.css', 'x/y/d.ts', 'x/y/e.ts', 'x/y/f.ts', 'x/y/g.ts', 'vscode'],
    );
    assert.throws(() => importsIn('x.ts', 'import {'), /^Error: x\.ts: /);
  });

  it('finds circles that share a node as one', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['a', 'c'])],
      ['c', new Set(['b', 'd'])],
      ['d', new Set<string>()],
    ]);
    assert.deepEqual(circlesOf(graph), [['a', 'b', 'c']]);
  });
});

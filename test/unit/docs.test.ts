/** `npm run check:docs`: what it finds in documents that name what is not there. */
import assert from 'node:assert/strict';
import { flowProblems, layerProblems } from '../../scripts/docs/code.ts';
import { decisionProblems } from '../../scripts/docs/decisions.ts';
import { labelProblems } from '../../scripts/docs/labels.ts';
import { linkProblems } from '../../scripts/docs/links.ts';
import {
  commandProblems,
  guideProblems,
  pathProblems,
  scopeProblems,
  scriptProblems,
  settingProblems,
  versionProblems,
} from '../../scripts/docs/names.ts';
import { endpointProblems, featureProblems, threatProblems } from '../../scripts/docs/tests.ts';

const page = (text: string, path = 'docs/a.md') => new Map([[path, text]]);
const none = (): boolean => false;

describe('a link in a document', () => {
  const exists = (path: string): boolean => ['docs/a.md', 'docs/guide/b.md', 'README.md'].includes(path);
  const problems = (text: string) =>
    linkProblems(
      new Map([
        ['docs/a.md', text],
        [
          'docs/guide/b.md',
          '# Tool *sets*\n## What `it` does, and why?\n## Twice\n## Twice\n```\n# Code\n```\n',
        ],
      ]),
      exists,
    );

  it('is reported with its line if its file is not there', () => {
    assert.deepEqual(problems('\n[x](gone.md)'), ['docs/a.md:2: There is no docs/gone.md.']);
    assert.deepEqual(problems('![x](../images/x.png)'), ['docs/a.md:1: There is no images/x.png.']);
  });

  it('is reported if its file has no such heading', () => {
    for (const name of ['gone', 'code', 'twice-2'])
      assert.deepEqual(problems(`[x](guide/b.md#${name})`), [
        `docs/a.md:1: docs/guide/b.md has no heading for #${name}.`,
      ]);
    assert.deepEqual(problems('# One\n[x](#two)'), ['docs/a.md:2: docs/a.md has no heading for #two.']);
  });

  it('is right with a heading as GitHub names it', () => {
    const names = ['tool-sets', 'what-it-does-and-why', 'twice', 'twice-1'];
    assert.deepEqual(problems(names.map((name) => `[x](guide/b.md#${name})`).join(' ')), []);
  });

  it('is not looked for in code, on the web, or in mail', () => {
    assert.deepEqual(
      problems('`[x](y.md)` [z](https://a.example/b) [m](mailto:a@b.c)\n```\n[x](y)\n```\n'),
      [],
    );
  });
});

describe('a name in a document', () => {
  it('of an npm script that package.json lacks is reported', () => {
    const text = 'Run `npm run check`, `npm run -s bench -- --json`, `npm run gone:too`.';
    assert.deepEqual(scriptProblems(page(text), new Set(['check', 'bench'])), [
      'docs/a.md:1: There is no npm script "gone:too".',
    ]);
  });

  it('of a setting or command that is not contributed is reported, but not a group of settings', () => {
    const text = '`patchbay.tools.sets` `"patchbay.tools": {}` `patchbay.gone`\n"patchbay.model.gone"';
    assert.deepEqual(settingProblems(page(text), new Set(['patchbay.tools.sets'])), [
      'docs/a.md:1: patchbay.gone is no setting or command.',
      'docs/a.md:2: patchbay.model.gone is no setting or command.',
    ]);
  });

  it('of a command is reported if no command has that title', () => {
    assert.deepEqual(
      commandProblems(page('**Patchbay: Open Chat** or **Patchbay: Open**'), new Set(['Open Chat'])),
      ['docs/a.md:1: "Patchbay: Open" is the title of no command.'],
    );
  });

  it('of a label is reported in a page for users, if Patchbay shows no such text', () => {
    const text =
      'Select **Save & Close**, **Allow**, or **Copy**.\n**A heading** is none.\n- **So** is **Run**.';
    const problems = (path: string) =>
      labelProblems(page(text, path), ['Allow', 'Copy/of a text'], new Set());
    assert.deepEqual(problems('docs/guide/a.md'), [
      'docs/guide/a.md:1: "Save & Close" is no label that Patchbay shows.',
      'docs/guide/a.md:3: "Run" is no label that Patchbay shows.',
    ]);
    assert.deepEqual(problems('docs/flows.md'), []);
  });

  it('of a label is right in a page for users, with a value in place of a placeholder', () => {
    const text = 'Select **Clear Cache of npx…** or **Reset of npx…**.';
    assert.deepEqual(
      labelProblems(page(text, 'docs/guide/a.md'), ['Clear Cache of {0}…', '{0} of {1}'], new Set()),
      ['docs/guide/a.md:1: "Reset of npx…" is no label that Patchbay shows.'],
    );
  });

  it('of a label of another program is reported once Patchbay shows it', () => {
    assert.deepEqual(labelProblems(new Map(), ['Uninstall'], new Set(['Uninstall'])), [
      'scripts/docs/labels.ts: Patchbay shows "Uninstall", so it is no label of others.',
    ]);
  });

  it('of a file or folder is reported if it is not there, except in the guide', () => {
    const text = '`tools.ts`, `gone.ts`, `src/gone`, `mcp/tools.ts`, `npm`, `a.md`';
    const expected = ['docs/a.md:1: There is no gone.ts.', 'docs/a.md:1: There is no src/gone.'];
    assert.deepEqual(pathProblems(page(text), ['src/mcp/tools.ts'], none), expected);
    assert.deepEqual(pathProblems(page(text, 'docs/guide/a.md'), [], none), []);
  });

  it('of a source or test is reported in the guide, if there is such a file', () => {
    const text = '`src/engine.ts`, [a test](../../test/unit/x.test.ts), `src/a.ts`';
    const exists = (path: string): boolean => path !== 'src/a.ts';
    assert.deepEqual(guideProblems(page(text, 'docs/guide/a.md'), exists), [
      'docs/guide/a.md:1: The guide names src/engine.ts, which is for contributors.',
      'docs/guide/a.md:1: The guide names test/unit/x.test.ts, which is for contributors.',
    ]);
    assert.deepEqual(guideProblems(page(text), exists), []);
  });

  it('of a setting that a workspace decides is missed where the reasons are', () => {
    const pages = page('| `tools.sets` | fewer tools |', 'docs/decisions/012-setting-scopes.md');
    assert.deepEqual(scopeProblems(pages, ['tools.sets', 'servers']), [
      'docs/decisions/012-setting-scopes.md: A workspace decides patchbay.servers, which the page does not name.',
    ]);
  });

  it('of a version of VS Code is reported if the manifest has another one', () => {
    assert.deepEqual(versionProblems(page('VS Code 1.106 or later, VS Code 1.99 or later'), '1.106'), [
      'docs/a.md:1: VS Code 1.99 is not the oldest version, which is 1.106.',
    ]);
  });
});

describe('a document that names tests as proof', () => {
  const few = (path: string, count: number, least: number) =>
    `${path} names ${count} tests; at least ${least} were expected.`;

  it('of endpoints is reported for a title that its file lacks', () => {
    const text = '`a.test.ts` "works", "fails"\n`test/b.test.ts` "works"';
    const read = (path: string) => (path === 'test/unit/models/a.test.ts' ? "it('works')" : undefined);
    assert.deepEqual(endpointProblems(page(text, 'docs/endpoints.md'), read), [
      few('docs/endpoints.md', 2, 50),
      'docs/endpoints.md:1: test/unit/models/a.test.ts has no "fails".',
      'docs/endpoints.md:2: There is no test/b.test.ts.',
    ]);
  });

  it('of threats is reported for a row without a test, or with one that is gone', () => {
    const path = 'docs/internals/threats.md';
    const text =
      '| threat | defence | tests |\n| --- | --- | --- |\n| a | b | none |\n| a | b | `gone.ts` |\n';
    assert.deepEqual(threatProblems(page(text, path), none), [
      few(path, 2, 20),
      `${path}:3: The row names no test.`,
      `${path}:4: There is no test/gone.ts.`,
    ]);
  });

  it('of features is reported for a test that is gone', () => {
    assert.deepEqual(featureProblems(page('`e2e/gone.test.ts`', 'docs/features.md'), none), [
      few('docs/features.md', 1, 75),
      'docs/features.md:1: There is no test/e2e/gone.test.ts.',
    ]);
  });
});

describe('a decision', () => {
  it('is reported if its number is taken, is not in its title, or if it is longer than a page', () => {
    const pages = new Map([
      ['docs/decisions/001-a.md', '# 001: A'],
      ['docs/decisions/001-b.md', '# 002: B'],
      ['docs/decisions/005-c.md', `# 005: C\n${'word '.repeat(600)}`],
    ]);
    const [taken, title, long, ...rest] = decisionProblems(pages, new Map());
    assert.deepEqual(
      [taken, title],
      [
        'docs/decisions/001-b.md: There is another decision 001.',
        'docs/decisions/001-b.md: The title does not begin with its number.',
      ],
    );
    assert.match(long ?? '', /005-c\.md: It has 602 words, more than 600\. Keep/);
    assert.deepEqual(rest, []);
  });

  it('that is named in a document or a comment is reported if it is gone', () => {
    // The number is apart, because the check reads this file as well.
    const gone = ['decision', 802].join(' ');
    const pages = new Map([
      ['docs/decisions/001-a.md', '# 001: A'],
      ['docs/a.md', `See [decision 001](decisions/001-a.md) and ${gone}.`],
    ]);
    assert.deepEqual(decisionProblems(pages, page(`/** Why: ${gone}. */`, 'src/a.ts')), [
      `docs/a.md:1: There is no ${gone}.`,
      `src/a.ts:1: There is no ${gone}.`,
    ]);
  });
});

describe('a document that follows the code', () => {
  it('is reported for a step whose file does not declare what it names, and for a way too few', () => {
    const text = '# Flows\n## One\n1. `run` in `src/a.ts` runs.\n2. `gone` in `src/a.ts` runs.\n';
    assert.deepEqual(
      flowProblems(text, () => 'export function run() {}'),
      [
        'docs/flows.md has 1 ways, not 5.',
        'docs/flows.md: No file declares what this step names: 2. `gone` in `src/a.ts` runs.',
      ],
    );
  });

  it('is reported for a layer that its diagram lacks', () => {
    assert.deepEqual(layerProblems('  base["base: guards"]\n', ['base', 'mcp', 'sample']), [
      'docs/architecture.md: The diagram of layers lacks mcp.',
    ]);
  });
});

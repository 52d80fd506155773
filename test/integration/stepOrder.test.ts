/** Several calls of one step on the same files, in the editor (decision 058). */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { runCalls, type ApprovalOutcome, type Approve, type TurnEvent } from '../../src/agent/index.ts';
import { resultText } from '../../src/agent/context/resultText.ts';
import { createApprove, type PendingApproval } from '../../src/editor/chat/pendingApproval.ts';
import { configure, parts, scratch } from './support.ts';

const folder = join(scratch, 'one');
const file = (name: string): string => join(folder, name);
const original = 'const a = 1;\nconst b = 1;\nconst c = 1;\n';

type Call = readonly [name: string, args: Readonly<Record<string, unknown>>];

/** What is said where no extension has checked a file: this host has no TypeScript. */
const UNCHECKED = 'Not checked by the editor: run the build or tests.';

describe('the calls of one step', () => {
  let path: string;
  let count = 0;
  let events: TurnEvent[];

  beforeEach(async () => {
    events = [];
    path = `order/a${(count += 1)}.ts`;
    await mkdir(file('order'), { recursive: true });
    await writeFile(file(path), original);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(file('order'), { recursive: true, force: true });
  });

  const allowAll: Approve = async (tool, args) => ({
    kind: 'allowed',
    approved: (await tool.approvalNeed(args)).reasons,
  });

  /** Runs the calls as a step and returns the results as the model reads them. */
  async function step(calls: readonly Call[], approve = allowAll): Promise<readonly string[]> {
    const { tools, proposedEdit } = await (await parts()).engine();
    const results = await runCalls({
      step: 1,
      calls: calls.map(([name, args], index) => ({
        id: `order-${count}-${index}`,
        name,
        argsText: JSON.stringify(args),
      })),
      tools: tools.snapshot(),
      approve,
      signal: new AbortController().signal,
      proposedEdit,
      onEvent: (event) => events.push(event),
    });
    return results.map(({ content }) => resultText(content));
  }
  const edit = (oldText: string, newText: string, at = path): Call => [
    'edit_file',
    { path: at, oldText, newText },
  ];
  const text = () => readFile(file(path), 'utf8');

  it('edit one file one after the other, and each tells the place and the lines', async () => {
    const results = await step([edit('a = 1', 'a = 2'), edit('c = 1', 'c = 3'), edit('a = 2', 'a = 4')]);
    assert.deepEqual(results, [
      `Changed ${path}, line 1:\n-const a = 1;\n+const a = 2;\n${UNCHECKED}`,
      `Changed ${path}, line 3:\n-const c = 1;\n+const c = 3;\n${UNCHECKED}`,
      `Changed ${path}, line 1:\n-const a = 2;\n+const a = 4;\n${UNCHECKED}`,
    ]);
    assert.equal(await text(), 'const a = 4;\nconst b = 1;\nconst c = 3;\n');
  });

  it('edit one file under whatever names it has', async () => {
    await symlink(file(path), file('order/link.ts'));
    // This host watches no files, so the link is another document, and comes last.
    const names = [path, `./${path}`, file(path), `order/../${path}`, 'order/link.ts'];
    const results = await step(
      names.map((name, index) => edit(`a = ${index + 1};`, `a = ${index + 2};`, name)),
    );
    assert.ok(
      results.every((result) => result.startsWith('Changed ')),
      results.join('\n'),
    );
    assert.match(await text(), /^const a = 6;/);
  });

  it('edit, write and run a command that sees both, and what reads the files comes after', async () => {
    await symlink(file(path), file('order/other.ts'));
    const made = 'order/made.txt';
    const results = await step([
      edit('a = 1', 'a = 2'),
      ['read_file', { path: 'order/other.ts' }],
      ['write_file', { path: made, content: 'made\n' }],
      ['run_command', { command: `cat ${path} ${made} && echo ran >> ${made}` }],
      ['read_file', { path: made }],
      ['search_text', { query: 'ran', path: 'order' }],
    ]);
    assert.match(results[1] ?? '', /const a = 2;/);
    assert.match(results[3] ?? '', /const a = 2;\nconst b = 1;\nconst c = 1;\nmade\n/);
    assert.match(results[4] ?? '', /ran/);
    assert.match(results[5] ?? '', /made\.txt/);
  });

  it('edit a file at the same time as those of another conversation', async () => {
    await Promise.all([step([edit('a = 1', 'a = 2')]), step([edit('b = 1', 'b = 2')])]);
    assert.equal(await text(), 'const a = 2;\nconst b = 2;\nconst c = 1;\n');
  });

  it('edit what an earlier one creates or a command writes', async () => {
    const [made, written] = ['order/new.ts', 'order/written.ts'];
    const results = await step([
      ['write_file', { path: made, content: 'let x = 1;\n' }],
      edit('x = 1', 'x = 2', made),
      ['run_command', { command: `echo 'let y = 1;' > ${written}` }],
      edit('y = 1', 'y = 2', written),
    ]);
    assert.match(results[1] ?? '', /line 1:\n-let x = 1;\n\+let x = 2;\n/);
    assert.match(results[3] ?? '', /line 1:\n-let y = 1;\n\+let y = 2;\n/);
  });

  describe('that ask', () => {
    let waiting: Map<string, PendingApproval>;
    let decide: Map<string, (outcome: ApprovalOutcome) => void>;
    let onAsk: () => void;

    beforeEach(async () => {
      [waiting, decide, onAsk] = [new Map(), new Map(), () => {}];
      await configure('tools.approval', 'ask');
    });
    afterEach(() => configure('tools.approval', 'never'));

    async function asking(): Promise<Approve> {
      const { permissions, proposedEdit, argumentProblem } = await (await parts()).engine();
      return createApprove(
        { permissions, proposedEdit, argumentProblem },
        { id: `order-${count}`, marks: () => [] },
        (id, approval) => {
          waiting.set(id, approval);
          const answer = new Promise<ApprovalOutcome>((resolve) => decide.set(id, resolve));
          onAsk();
          return answer;
        },
      );
    }
    const allAsked = (number: number) =>
      new Promise<void>((resolve) => {
        onAsk = () => {
          if (waiting.size === number) resolve();
        };
      });
    const id = (index: number) => `order-${count}-${index}`;
    const shown = (index: number): readonly string[] => {
      const found = events.find((event) => event.type === 'callAsk' && event.id === id(index));
      const { hunks = [] } = (found?.type === 'callAsk' ? found.approval.edit?.diff : undefined) ?? {};
      return hunks.flatMap(({ lines }) => lines.filter((line) => !line.startsWith(' ')));
    };
    const allow = (index: number) => {
      const outcome = waiting.get(id(index))?.allow() ?? assert.fail();
      decide.get(id(index))?.(outcome);
    };
    const calls = [edit('a = 1', 'a = 2'), edit('a = 2;', 'a = 3;'), edit('b = 1', 'b = 2')] as const;
    const ofPath = (): readonly Call[] => calls.map(([name, args]) => [name, { ...args, path }]);

    it('are shown at once with the text that the earlier ones make, and run in order however they are decided', async () => {
      const asked = allAsked(3);
      const ended = step(ofPath(), await asking());
      await asked;
      assert.deepEqual(shown(0), ['-const a = 1;', '+const a = 2;']);
      assert.deepEqual(shown(1), ['-const a = 2;', '+const a = 3;']);
      assert.deepEqual(shown(2), ['-const b = 1;', '+const b = 2;']);
      for (const index of [2, 1]) allow(index);
      assert.equal(await text(), original);
      allow(0);
      await ended;
      assert.equal(await text(), 'const a = 3;\nconst b = 2;\nconst c = 1;\n');
      const made = events.flatMap((event) =>
        event.type === 'callEnd' ? [[event.result.edit?.diff.added, event.result.edit?.diff.removed]] : [],
      );
      assert.deepEqual(made, [
        [1, 1],
        [1, 1],
        [1, 1],
      ]);
    });

    it('run without an earlier one that is denied, unless they need what it would have made', async () => {
      const asked = allAsked(3);
      const ended = step(ofPath(), await asking());
      await asked;
      for (const index of [1, 2]) allow(index);
      decide.get(id(0))?.({ allowed: false, reason: '' });
      const results = await ended;
      assert.match(results[1] ?? '', /does not contain oldText\. The nearest passage is on line 1/);
      assert.match(results[2] ?? '', /line 2:\n-const b = 1;\n\+const b = 2;\n/);
      assert.equal(await text(), original.replace('b = 1', 'b = 2'));
    });

    it('do not ask about an edit that cannot apply, and show the model the nearest passage', async () => {
      const [missing, twice] = await step([edit('const  a = 1', ''), edit('= 1', '')], await asking());
      assert.match(
        missing ?? '',
        /differs only in white space\. Where oldText has "const {2}a = 1", it has "const a = 1"\.$/,
      );
      assert.match(twice ?? '', /3 times: lines 1, 2, 3/);
      assert.equal(waiting.size, 0);
    });

    it('do not ask about a command without its folder, or a file where none can be, and say what is wrong', async () => {
      await writeFile(file('order/blob'), Buffer.from([0, 1, 2]));
      const results = await step(
        [
          ['run_command', { command: 'true', cwd: 'order/none' }],
          ['run_command', { command: 'true', cwd: path }],
          ['run_command', { command: 'true', cwd: scratch }],
          ['write_file', { path: 'order', content: '' }],
          ['write_file', { path: `${path}/below.txt`, content: '' }],
          ['write_file', { path: 'order/blob', content: '' }],
          ['read_file', { path: 'order/.env' }],
          ['show_file', { path, compareWith: 'order/.env' }],
        ],
        await asking(),
      );
      const says = [
        /^There is no folder order\/none\. list_directory/,
        /is not a folder, so no command can run in it\.$/,
        /is outside the workspace/,
        /^order is a folder\./,
        /is a file, so nothing can be put into it\.$/,
        /^order\/blob is not a text file\.$/,
        /^There is no file order\/\.env\./,
        /^There is no file order\/\.env\./,
      ];
      for (const [index, each] of says.entries()) assert.match(results[index] ?? '', each);
      assert.equal(waiting.size, 0);
    });

    it('ask about a command in a folder that an earlier one makes, once it is there', async () => {
      const asked = allAsked(1);
      const ended = step(
        [
          ['write_file', { path: 'order/fresh/a.txt', content: 'a' }],
          ['run_command', { command: 'ls', cwd: 'order/fresh' }],
        ],
        await asking(),
      );
      await asked;
      const next = allAsked(2);
      allow(0);
      await next;
      allow(1);
      assert.match((await ended)[1] ?? '', /a\.txt/);
    });

    it('ask about a command without its folder where the user has set that listing names asks', async () => {
      await configure('approval.freeTools', ['list_directory']);
      try {
        const asked = allAsked(1);
        const ended = step([['run_command', { command: 'true', cwd: 'order/none' }]], await asking());
        await asked;
        allow(0);
        assert.match((await ended)[0] ?? '', /^There is no folder order\/none/);
      } finally {
        await configure('approval.freeTools', undefined);
      }
    });

    it('ask about an edit of a file with secrets that cannot apply, and tell nothing of it', async () => {
      await writeFile(file('order/.env'), 'TOKEN=tulip-42\nOTHER=1\n');
      const asked = allAsked(2);
      const ended = step(
        [edit('TOKEN=rose', '', 'order/.env'), edit('OTHER=1', 'OTHER=2', 'order/.env')],
        await asking(),
      );
      await asked;
      for (const index of [0, 1]) allow(index);
      const [missing, made] = await ended;
      assert.match(missing ?? '', /does not contain oldText/);
      assert.equal(made, `Changed order/.env, line 2.\n${UNCHECKED}`);
      assert.doesNotMatch(missing ?? '', /tulip|TOKEN/);
    });

    for (const name of ['read_file', '*'])
      it(`ask about an edit that cannot apply, and tell no lines, where the user has set that ${name} asks`, async () => {
        await configure('approval.freeTools', [name]);
        try {
          const asked = allAsked(2);
          const ended = step([edit('const  a = 1', ''), edit('b = 1', 'b = 2')], await asking());
          await asked;
          for (const index of [0, 1]) allow(index);
          const [missing, made] = await ended;
          assert.match(missing ?? '', /does not contain oldText/);
          assert.doesNotMatch(missing ?? '', /const a|nearest|differs/);
          assert.equal(made, `Changed ${path}, line 2.\n${UNCHECKED}`);
        } finally {
          await configure('approval.freeTools', undefined);
        }
      });
  });

  describe('with several edits in one', () => {
    const several = (...edits: readonly Readonly<Record<string, unknown>>[]): Call => [
      'edit_file',
      { path, edits },
    ];

    it('make all of them in one change, which one Undo reverts', async () => {
      await writeFile(file(path), original.replaceAll('\n', '\r\n'));
      const [result] = await step([
        several(
          { oldText: 'const a = 1;\n', newText: '' },
          { oldText: '= 1', newText: '= 2', all: true },
          { oldText: 'c = 2;', newText: 'c = 3;\nconst d = 4;' },
        ),
      ]);
      const left = 'const b = 2;\r\nconst c = 3;\r\nconst d = 4;\r\n';
      assert.equal(await text(), left);
      assert.match(result ?? '', new RegExp(`^Changed ${path}`));
      const { document } = await vscode.window.showTextDocument(vscode.Uri.file(file(path)));
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), original.replaceAll('\n', '\r\n'));
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    it('make none of them if one does not apply', async () => {
      const [result] = await step([
        several({ oldText: 'a = 1', newText: 'a = 2' }, { oldText: 'x = 1', newText: '' }),
      ]);
      assert.match(result ?? '', /Edit 2 of 2 does not apply, so none was made/);
      assert.equal(await text(), original);
    });
  });
});

/** A whole turn inside the extension host: settings, endpoint, servers, chat (features.md, C1, C2, C8). */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { CallDocuments } from '../../src/editor/chatPage/callDocuments.ts';
import { openInstructions } from '../../src/editor/chatPage/fileLinks.ts';
import {
  callsReply,
  errorReply,
  startEndpoint,
  textReply,
  type Script,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { runManualCall } from '../../src/editor/chat/manualCall.ts';
import type { Node as TreeNode } from '../../src/editor/tree/nodes.ts';
import { pickEffort } from '../../src/editor/modelSelection/modelCommands.ts';
import { askInChat, configure, fixture, parts, realServer, scratch, serverIn, tooltip } from './support.ts';

describe('a turn in the editor', () => {
  let endpoint: ScriptedEndpoint;

  async function use(script: Script): Promise<void> {
    endpoint = await startEndpoint(script);
    await configure('model.baseUrl', endpoint.baseURL);
    await configure('model.name', 'scripted');
  }

  afterEach(async () => {
    await endpoint.close();
    for (const key of ['servers', 'model.baseUrl', 'model.name', 'model.toolCalling', 'maxIterations'])
      await configure(key, undefined);
  });

  it('calls the tools of connected servers and answers', async () => {
    await use([
      callsReply([
        { id: 'a', name: 'mcp__demo__echo', args: { text: 'ping' } },
        { id: 'b', name: 'mcp__demo__env', args: { name: 'NOBODY_SETS_THIS' } },
      ]),
      textReply('pong'),
    ]);
    await configure('servers', { demo: fixture('recorder') });
    await serverIn('demo', 'connected');
    const items = await askInChat('ping?');
    const seen = items.map((item) =>
      item.kind === 'call' ? `${item.call.toolName}: ${item.call.status}` : item.kind,
    );
    assert.deepEqual(seen, ['user', 'echo: success', 'env: error', 'assistant']);
    assert.equal(endpoint.requests.length, 2);
  });

  it('sends less than 7,300 tokens before the first message, with 31 tools of two real servers', async () => {
    await use(() => textReply('here'));
    await configure('servers', {
      everything: realServer('server-everything/dist/index.js'),
      filesystem: realServer('server-filesystem/dist/index.js', join(scratch, 'one')),
    });
    await Promise.all(['everything', 'filesystem'].map((name) => serverIn(name, 'connected')));
    await askInChat('hi');
    const { messages = [], tools = [] } = endpoint.requests.find(({ chat }) => chat?.tools)?.chat ?? {};
    const [system] = messages;
    assert.equal(JSON.stringify(tools).match(/"name":"mcp__/g)?.length, 31);
    // Endpoints differ in how they count; four characters for a token is what is compared with other agents.
    const tokens = JSON.stringify([system, tools]).length / 4;
    assert.ok(tokens < 7_300, String(tokens));
    assert.match(
      String(system?.content),
      /\nWhen this conversation was opened, the date was \d{4}-\d\d-\d\d; the folder had at its top .*first\.txt/,
    );
  });

  it('waits at patchbay.maxIterations, and makes no further request once the user stops it', async () => {
    await use(() => callsReply([{ id: 'a', name: 'mcp__demo__echo', args: { text: 'x' } }]));
    await configure('servers', { demo: fixture('recorder') });
    await configure('maxIterations', 2);
    await serverIn('demo', 'connected');
    const { controller } = await parts();
    const pauses: unknown[] = [];
    const leave = controller.attach({
      post: (message) => {
        if (message.type !== 'patch') return;
        for (const patch of message.patches) {
          if (patch.op !== 'add' || patch.item.kind !== 'pause') continue;
          const { reached, soFar } = patch.item;
          pauses.push([reached, soFar.steps, soFar.calls]);
          controller.asks.pauses.decide(patch.item.id, 'stop');
        }
      },
    });
    const items = await askInChat('go');
    leave();
    assert.deepEqual(pauses, [[{ kind: 'steps', limit: 2 }, 2, 2]]);
    const last = items.at(-1);
    assert.ok(last?.kind === 'notice' && last.text.includes('patchbay.maxIterations'));
    assert.deepEqual(last.actions, ['continue']);
    assert.ok(!items.some(({ kind }) => kind === 'pause'));
    assert.equal(endpoint.requests.length, 2);
  });

  it('sends no tools to a model that is marked as unable to call them', async () => {
    await use([textReply('plain')]);
    await configure('servers', { demo: fixture('recorder') });
    await configure('model.toolCalling', false);
    await serverIn('demo', 'connected');
    await askInChat('hi');
    assert.equal(endpoint.requests[0]?.body.tools, undefined);
  });

  it('says what to do when the endpoint refuses the key, and keeps the message', async () => {
    await use([errorReply(401, { error: { message: 'Incorrect API key' } })]);
    const items = await askInChat('precious words');
    assert.deepEqual(JSON.parse(JSON.stringify(items[0])), {
      kind: 'user',
      id: 'i1',
      text: 'precious words',
    });
    const last = items.at(-1);
    assert.ok(last?.kind === 'notice' && last.level === 'error');
    assert.ok(last.actions.includes('setApiKey') && last.actions.includes('retry'));
  });

  it('answers without a tool that the endpoint refuses, and says so on the row of the tool', async () => {
    const refusal = { error: { message: "Invalid schema for function 'mcp__demo__echo': too odd." } };
    await use(({ body }) =>
      JSON.stringify(body.tools).includes('"mcp__demo__echo"') ? errorReply(400, refusal) : textReply('here'),
    );
    await configure('servers', { demo: fixture('recorder') });
    const server = await serverIn('demo', 'connected');
    assert.equal((await askInChat('hi')).at(-1)?.kind, 'assistant');
    const { tree } = await parts();
    await tree.getChildren();
    const rows = (await tree.getChildren({ kind: 'server', server })).map((node) => tree.getTreeItem(node));
    const marked = rows.filter(({ description }) =>
      String(description).startsWith('not sent to the model: '),
    );
    assert.deepEqual(
      marked.map(({ label }) => label),
      ['echo'],
    );
    assert.match(String(marked[0]?.description), /too odd/);
    assert.ok(marked[0]?.iconPath);
  });

  it('gives the model the instructions of the workspace, those of a folder with the first file read or edited there, and opens them', async () => {
    const folder = join(scratch, 'one');
    await mkdir(join(folder, 'src'), { recursive: true });
    await writeFile(join(folder, 'AGENTS.md'), 'Use pnpm.');
    await writeFile(join(folder, 'src/AGENTS.md'), 'Two\u200B spaces.');
    await writeFile(join(folder, 'src/a.ts'), 'export {};');
    await mkdir(join(folder, 'lib'), { recursive: true });
    await writeFile(join(folder, 'lib/AGENTS.md'), 'No exports.');
    try {
      await use([
        callsReply([{ id: 'a', name: 'read_file', args: { path: 'src/a.ts' } }]),
        callsReply([{ id: 'b', name: 'write_file', args: { path: 'lib/b.ts', content: 'let b;\n' } }]),
        textReply('Read.'),
      ]);
      const items = await askInChat('Read it.');
      const named = items.flatMap((item) => (item.kind === 'instructions' ? item.files : []));
      assert.deepEqual(
        named.map(({ name, hidden }) => [name, hidden]),
        [
          ['AGENTS.md', undefined],
          ['src/AGENTS.md', 1],
          ['lib/AGENTS.md', undefined],
        ],
      );
      const [first, second, third] = endpoint.requests.map(
        ({ body }) => body.messages as { content: string }[],
      );
      assert.match(first?.[0]?.content ?? '', /Use pnpm\./);
      assert.match(second?.at(-1)?.content ?? '', /export \{\};[^]*Two\u200B spaces\./);
      assert.match(third?.at(-1)?.content ?? '', /b\.ts[^]*No exports\./);
      const [, nested] = items.filter((item) => item.kind === 'instructions');
      const documents = new CallDocuments();
      const registered = documents.register();
      await openInstructions(nested, { file: 0, marked: false }, documents);
      assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, join(folder, 'src/AGENTS.md'));
      registered.dispose();
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      for (const name of ['AGENTS.md', 'src', 'lib']) await rm(join(folder, name), { recursive: true });
    }
  });

  it('lists the skills of the workspace for the model and in the tree, and loads one', async () => {
    const folder = join(scratch, 'one', '.agents');
    const write = async (name: string, text: string): Promise<void> => {
      await mkdir(join(folder, 'skills', name), { recursive: true });
      await writeFile(join(folder, 'skills', name, 'SKILL.md'), text);
    };
    await write('pdf', '---\nname: pdf\ndescription: Fills in\u200b forms.\n---\nUse fill.py.');
    await write('bad', 'No block.');
    const { tree, engine } = await parts();
    const { skills, enablement, skillSource } = await engine();
    try {
      await use([
        callsReply([{ id: 'a', name: 'load_skill', args: { name: 'pdf' } }]),
        textReply('One.'),
        textReply('Two.'),
      ]);
      await askInChat('/pdf form.pdf');
      const [first, second] = endpoint.requests.map(({ body }) => body.messages as { content: string }[]);
      assert.match(first?.[0]?.content ?? '', /\n- pdf: Fills in forms\./);
      assert.match(first?.at(-1)?.content ?? '', /^\/pdf form\.pdf\n\n[^]*Use fill\.py\.$/);
      assert.match(second?.at(-1)?.content ?? '', /Use fill\.py\.$/);
      const root = (await tree.getChildren()).find(({ kind }) => kind === 'skills');
      assert.ok(root);
      assert.equal(tree.getTreeItem(root).description, '1 · 1 with an error');
      const rows = async () => (await tree.getChildren(root)).map((node) => tree.getTreeItem(node));
      const [bad, good] = await rows();
      assert.deepEqual([bad?.label, good?.label], ['bad', 'pdf']);
      assert.match(String(bad?.description), /does not begin with a block/);
      assert.match(String(good?.description), /^\d+ tokens$/);
      assert.ok(good?.checkboxState);
      assert.match(tooltip(good), /Fills in<U\+200B> forms\..*Contains 1 invisible character/s);
      const labels = async (node?: TreeNode) =>
        (await tree.getChildren(node)).map((each) => tree.getTreeItem(each).label);
      assert.match(tree.setFilter('forms'), /0 of 0 servers, 0 of 0 server tools, other items: 1\.$/);
      assert.deepEqual([await labels(), await labels(root)], [['Skills'], ['pdf']]);
      tree.setFilter('');
      // A skill of a folder is there before any server and any model is.
      await configure('model.name', undefined);
      assert.deepEqual((await labels()).at(-1), 'Skills');
      await configure('model.name', 'scripted');
      enablement.set(skillSource, ['pdf'], false);
      await askInChat('Again.');
      const last = endpoint.requests.at(-1)?.body;
      assert.doesNotMatch(JSON.stringify(last?.tools), /load_skill/);
      assert.doesNotMatch(JSON.stringify(last?.messages), /Skills are folders/);
    } finally {
      enablement.set(skillSource, ['pdf'], true);
      await rm(folder, { recursive: true });
      await skills?.reload();
    }
  });

  it('does not wait for a server that hangs', async () => {
    await use([textReply('here')]);
    await configure('serverGrace', 200);
    await configure('servers', { hangs: fixture('misbehaving', 'hang-at-initialize') });
    const items = await askInChat('hi');
    await configure('serverGrace', undefined);
    assert.equal(items.at(-1)?.kind, 'assistant');
    assert.equal((await serverIn('hangs', 'connecting')).name, 'hangs');
  });

  it('has tools of its own, which nobody else can run', async () => {
    await use([]);
    const engine = await (await parts()).engine();
    const problem = await runManualCall(engine, {
      source: { kind: 'native' },
      tool: 'search_tools',
      argsText: '{"query":"x"}',
      signal: new AbortController().signal,
      onEvent: () => assert.fail(),
    });
    assert.equal(problem, 'The tool search_tools works only when the model calls it.');
  });
});

describe('the reasoning effort that the user picks', () => {
  const { showQuickPick } = vscode.window;
  afterEach(async () => {
    Object.assign(vscode.window, { showQuickPick });
    for (const key of ['model.baseUrl', 'model.name', 'model.profile', 'model.profiles', 'model.request'])
      await configure(key, undefined);
  });

  /** Returns the rows that there were. */
  const pick = async (
    label: string,
    now: string,
    chat: Parameters<typeof pickEffort>[1] = { effort: undefined, useEffort: () => undefined },
  ): Promise<readonly string[]> => {
    let rows: readonly string[] = [];
    Object.assign(vscode.window, {
      showQuickPick: (items: readonly vscode.QuickPickItem[]) => {
        rows = items.map((item) => item.label);
        return Promise.resolve(items.find((item) => item.label === label));
      },
    });
    await pickEffort({ name: 'scripted', effort: now, efforts: async () => ['low', 'high'] }, chat);
    return rows;
  };
  const written = (key: string): unknown =>
    vscode.workspace.getConfiguration('patchbay').inspect(key)?.globalValue;

  it('is kept for the endpoint of the settings or for the profile in use, and goes with the next message', async () => {
    const endpoint = await startEndpoint(() => textReply('ok'));
    const sent = async (): Promise<unknown> => {
      await askInChat('Hi');
      return endpoint.requests.at(-1)?.body.reasoning_effort;
    };
    await configure('model.baseUrl', endpoint.baseURL);
    await configure('model.name', 'scripted-effort');
    assert.deepEqual(await pick('High', ''), ['Default', 'Low', 'High', 'Other fields of requests…']);
    assert.deepEqual(written('model.request'), { effort: 'high' });
    assert.equal(await sent(), 'high');

    const request = { temperature: 0.5, effort: 'max' };
    const work = { baseUrl: endpoint.baseURL, model: 'scripted-effort', request };
    await configure('model.profiles', { Work: work });
    await configure('model.profile', 'Work');
    // What is set is there, although the model is not known to take it.
    assert.deepEqual(await pick('Low', 'max'), [
      'Default',
      'Low',
      'High',
      'Maximum',
      'Other fields of requests…',
    ]);
    assert.deepEqual(written('model.profiles'), {
      Work: { ...work, request: { temperature: 0.5, effort: 'low' } },
    });
    assert.equal(await sent(), 'low');
    await pick('Default', 'low');
    assert.deepEqual(written('model.profiles'), { Work: { ...work, request: { temperature: 0.5 } } });
    assert.equal(await sent(), undefined);
    assert.deepEqual(written('model.request'), { effort: 'high' });
    await endpoint.close();
  });

  it('stays with the conversation in which it was picked, whatever others pick', async () => {
    const endpoint = await startEndpoint(() => textReply('ok'));
    await configure('model.baseUrl', endpoint.baseURL);
    await configure('model.name', 'scripted-own-effort');
    const sent = async (goesOn: boolean): Promise<unknown> => {
      await askInChat('Hi', { goesOn });
      return endpoint.requests.at(-1)?.body.reasoning_effort;
    };
    const { controller } = await parts();
    controller.newChat();
    await pick('High', '', controller);
    await configure('model.request', { effort: 'low' });
    assert.deepEqual([await sent(true), controller.effort], ['high', 'high']);
    await pick('Default', 'low', controller);
    await configure('model.request', { effort: 'low' });
    assert.deepEqual([await sent(true), controller.effort], [undefined, '']);
    assert.deepEqual([await sent(false), controller.effort], ['low', undefined]);
    await endpoint.close();
  });
});

/** A day's work in one conversation, with real servers and the real loop (features.md, C14). */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { compact } from '../../src/editor/chat/compact.ts';
import { restoreCheckpoint } from '../../src/editor/checkpoints/checkpointCommands.ts';
import type { CallView, ChangeSource, HostMessage, Item } from '../../src/protocol/index.ts';
import {
  callsReply,
  startEndpoint,
  textReply,
  type Reply,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { configure, fixture, parts, realServer, scratch, serverIn } from './support.ts';

type Asked = readonly [name: string, args: Readonly<Record<string, unknown>>];

const folder = join(scratch, 'one', 'day');
const file = (name: string): string => join(folder, name);
const text = (name: string): Promise<string | undefined> =>
  readFile(file(name), 'utf8').catch(() => undefined);

const servers = {
  everything: realServer('server-everything/dist/index.js'),
  filesystem: realServer('server-filesystem/dist/index.js', join(scratch, 'one')),
  memory: {
    ...realServer('server-memory/dist/index.js'),
    env: { MEMORY_FILE_PATH: join(scratch, 'memory.jsonl') },
  },
  thinking: realServer('server-sequential-thinking/dist/index.js'),
  recorder: fixture('recorder'),
  tracker: fixture('recorder', '--name', 'tracker'),
  orders: fixture('many', 'orders', '10'),
};

/** One call of each server, which changes nothing. */
const round: readonly Asked[] = [
  ['mcp__everything__echo', { message: 'hi' }],
  ['mcp__filesystem__read_text_file', { path: file('a.txt') }],
  ['mcp__memory__read_graph', {}],
  [
    'mcp__thinking__sequentialthinking',
    { thought: 'first', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
  ],
  ['mcp__recorder__echo', { text: 'a' }],
  ['mcp__tracker__echo', { text: 'b' }],
  ['mcp__orders__list_order', { orderId: '1' }],
];

describe("A day's work", () => {
  let endpoint: ScriptedEndpoint;
  let replies: Reply[];
  let made = 0;
  const { showQuickPick, showInformationMessage, createQuickPick } = vscode.window;

  let approval: unknown;

  before(async () => {
    approval = vscode.workspace.getConfiguration('patchbay').inspect('tools.approval')?.globalValue;
    await mkdir(folder, { recursive: true });
    for (const name of ['a', 'b', 'c', 'd']) await writeFile(file(`${name}.txt`), `one\n${name}\n`);
    replies = [];
    endpoint = await startEndpoint(() => replies.shift() ?? textReply('Nothing is left to say.'), {
      models: ['scripted'],
    });
    await configure('model.baseUrl', endpoint.baseURL);
    await configure('model.name', 'scripted');
    await configure('tools.approval', 'ask');
    await configure('servers', servers);
    for (const name of Object.keys(servers)) await serverIn(name, 'connected');
  });
  after(async () => {
    Object.assign(vscode.window, { showQuickPick, showInformationMessage, createQuickPick });
    for (const key of ['servers', 'model.baseUrl', 'model.name']) await configure(key, undefined);
    await configure('tools.approval', approval);
    (await parts()).controller.newChat();
    await endpoint.close();
    await rm(folder, { recursive: true, force: true });
  });

  const calls = (...asked: readonly Asked[]): Reply =>
    callsReply(asked.map(([name, args]) => ({ id: `day-${(made += 1)}`, name, args })));
  const callOf = (items: readonly Item[], tool: string, at = -1): CallView =>
    items
      .flatMap((item) => (item.kind === 'call' && item.call.toolName === tool ? [item.call] : []))
      .at(at) ?? assert.fail(tool);

  /** Sends a message, and resolves when its turn has ended. `onWaiting` gets the calls that wait for approval. */
  async function ask(
    message: string,
    script: readonly Reply[],
    onWaiting: (ids: readonly string[]) => void | Promise<void> = () => undefined,
  ): Promise<readonly Item[]> {
    const { controller } = await parts();
    replies.push(...script);
    const before = controller.shown.items.length;
    const ended = Promise.withResolvers<void>();
    const decided = new Set<string>();
    const leave = controller.attach({
      post: (sent: HostMessage) => {
        if (sent.type !== 'patch') return;
        const waiting = controller.shown.items.flatMap((item) =>
          item.kind === 'call' && item.call.status === 'pending' && !decided.has(item.id) ? [item.id] : [],
        );
        for (const id of waiting) decided.add(id);
        if (waiting.length > 0) void onWaiting(waiting);
        if (sent.patches.some((patch) => patch.op === 'status' && patch.status.turn === 'idle'))
          ended.resolve();
      },
    });
    controller.send(message);
    await ended.promise;
    leave();
    return controller.shown.items.slice(before);
  }

  it('ends with the files as expected and every notice in place', async () => {
    const { controller, files, engine, models } = await parts();
    controller.newChat();

    // Morning: seven servers are asked, and the user, who has read all calls, lets them go by the approval mode.
    const waited: string[] = [];
    const first = await ask('Look around.', [calls(...round), textReply('Seen.')], async (ids) => {
      waited.push(...ids);
      if (waited.length === round.length) await configure('tools.approval', 'never');
    });
    assert.equal(waited.length, 7);
    for (const item of first)
      if (item.kind === 'call')
        assert.deepEqual(
          [item.call.status, item.call.notes],
          ['success', [{ kind: 'released', by: 'mode' }]],
          item.call.wireName,
        );

    // Forty-two calls without a question.
    const many = await ask('Go on.', [
      ...Array.from({ length: 6 }, () => calls(...round)),
      textReply('Read it all.'),
    ]);
    const statuses = many.flatMap((item) => (item.kind === 'call' ? [item.call.status] : []));
    assert.deepEqual(
      statuses,
      Array.from({ length: 42 }, () => 'success'),
    );
    assert.ok(!many.some(({ kind }) => kind === 'changes'));

    // Afternoon: edits by a built-in tool, by a server and by a command, a denial, and failures.
    await configure('tools.approval', 'ask');
    const edited = await ask(
      'Change the files.',
      [
        calls(['edit_file', { path: 'day/a.txt', oldText: 'one', newText: 'ONE' }]),
        calls(['mcp__filesystem__write_file', { path: file('b.txt'), content: 'by the server\n' }]),
        calls(['run_command', { command: 'printf new > day/new.txt && rm day/c.txt' }]),
        calls(
          ['mcp__filesystem__write_file', { path: file('d.txt'), content: 'never\n' }],
          ['run_command', { command: 'exit 3' }],
          ['mcp__recorder__env', { name: 'NOBODY_SETS_THIS' }],
          ['mcp__nobody__knows', {}],
        ),
        calls(['mcp__filesystem__read_text_file', { path: file('d.txt') }]),
        calls(
          ['mcp__memory__read_graph', {}],
          ['mcp__orders__list_order', { orderId: '2' }],
          ['mcp__tracker__echo', { text: 'done' }],
        ),
        textReply('Changed.'),
      ],
      async (ids) => {
        for (const id of ids) {
          const isForD = controller.shown.call(id)?.argsText.includes('never') === true;
          await controller.asks.approvals.reply(
            id,
            isForD
              ? { action: 'deny', reason: 'd.txt stays' }
              : { action: 'allow', scope: 'once', covers: 'tool' },
          );
        }
      },
    );
    assert.equal(callOf(edited, 'write_file').status, 'denied');
    assert.match(JSON.stringify(endpoint.requests.at(-3)?.chat), /They say: d\.txt stays/);
    assert.deepEqual(callOf(edited, 'run_command').commandEnd, { kind: 'exited', code: 3 });
    assert.equal(callOf(edited, 'env').status, 'error');
    const unknown = edited.find((item) => item.kind === 'call' && item.call.source.kind === 'unknown');
    assert.ok(unknown?.kind === 'call' && unknown.call.status === 'error');
    const changes = edited.find((item) => item.kind === 'changes') ?? assert.fail('No changes.');
    assert.deepEqual(changes.files, ['day/a.txt', 'day/b.txt', 'day/c.txt', 'day/new.txt']);
    const sourceOf = (source: ChangeSource): string =>
      source.kind === 'tool' ? (source.server ?? 'built in') : source.kind;
    assert.deepEqual(
      changes.views?.map(({ change, by }) => [change, ...by.map(sourceOf)]),
      [
        ['edited', 'built in'],
        ['edited', 'filesystem'],
        ['deleted', 'command'],
        ['created', 'command'],
      ],
    );
    assert.equal(changes.notCompared, undefined);
    const after = async (): Promise<readonly (string | undefined)[]> =>
      Promise.all(['a.txt', 'b.txt', 'c.txt', 'd.txt', 'new.txt'].map(text));
    const left = ['ONE\na\n', 'by the server\n', undefined, 'one\nd\n', 'new'];
    assert.deepEqual(await after(), left);

    // Sixty calls, each with one result, as the model and the endpoint need it.
    const all = controller.shown.items.flatMap((item) => (item.kind === 'call' ? [item.call] : []));
    assert.deepEqual([all.length, made], [60, 60]);
    const results = new Set(
      endpoint.requests
        .at(-1)
        ?.chat.messages.flatMap((message: { tool_call_id?: string }) =>
          message.tool_call_id === undefined ? [] : [message.tool_call_id],
        ),
    );
    assert.equal(results.size, 60);

    // The files go back to what they were before the afternoon, and forward again.
    const message = edited[0]?.kind === 'user' ? edited[0].id : assert.fail();
    const shown: string[] = [];
    Object.assign(vscode.window, {
      showQuickPick: (items: readonly vscode.QuickPickItem[]) =>
        Promise.resolve(items.find(({ label }) => label === 'Files only')),
      showInformationMessage: (words: string) => void shown.push(words),
      createQuickPick: () => acceptingPicker(),
    });
    await restoreCheckpoint(files(), controller, message);
    assert.deepEqual(await after(), ['one\na\n', 'one\nb\n', 'one\nc\n', 'one\nd\n', undefined]);
    await vscode.commands.executeCommand('patchbay.undoRestore');
    assert.deepEqual(await after(), left);
    assert.deepEqual(shown, [
      '4 files restored.',
      '4 files were returned to their state before the restore.',
    ]);

    // Evening: what came before is summarized, and the next answer is given from that.
    replies.push(textReply('Files a and b were changed.'));
    const summarized = Promise.withResolvers<void>();
    const leave = controller.attach({
      post: () => {
        const last = controller.shown.items.find((item) => item.kind === 'summary');
        if (last?.kind === 'summary' && last.state.status === 'done' && !controller.isRunning)
          summarized.resolve();
      },
    });
    compact(controller, engine, models);
    await summarized.promise;
    leave();
    const last = await ask('What was done?', [textReply('Two files.')]);
    assert.deepEqual(
      last.map(({ kind }) => kind),
      ['user', 'assistant'],
    );
    const read = JSON.stringify(endpoint.requests.at(-1)?.chat.messages);
    assert.match(read, /Files a and b were changed\./);
    assert.match(read, /The user has restored these files/);
    const kinds = controller.shown.items.map(({ kind }) => kind).filter((kind) => kind !== 'call');
    assert.deepEqual(
      ['user', 'changes', 'summary', 'notice'].map((kind) => kinds.filter((each) => each === kind).length),
      [4, 1, 1, 0],
    );
    assert.deepEqual(await after(), left);
  });

  /** Takes the rows that are selected. */
  function acceptingPicker() {
    let accept = (): void => undefined;
    let hide = (): void => undefined;
    return {
      items: [] as readonly vscode.QuickPickItem[],
      selectedItems: [] as readonly vscode.QuickPickItem[],
      onDidAccept: (listener: () => void) => (accept = listener),
      onDidHide: (listener: () => void) => (hide = listener),
      onDidTriggerItemButton: () => undefined,
      hide: () => hide(),
      dispose: () => undefined,
      show: () => accept(),
    };
  }
});

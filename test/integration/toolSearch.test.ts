/** Thirty real servers in the editor, with the built-in tools: what is sent, and what rows say of it (features.md, C19). */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions/index.ts';
import type { Item } from '../../src/protocol/index.ts';
import { callsReply, startEndpoint, textReply, type ScriptedEndpoint } from '../fixtures/endpoint.ts';
import { askInChat, configure, fixture, parts, serverIn, tooltip } from './support.ts';

const SERVERS = 30;
/** What the first request may have, and of it what other built-in tools and a longer system message may add. */
const MAX_BYTES = 40_000;
const RESERVE = 10_000;

describe('thirty servers with fifty tools each, in the editor', () => {
  const { createQuickPick } = vscode.window;
  const names = Array.from({ length: SERVERS }, (_, index) => `shop-${index}`);
  let endpoint: ScriptedEndpoint;
  /** The conversation that has found a tool, and its items. */
  let searching: string;
  let answered: readonly Item[];

  before(async () => {
    endpoint = await startEndpoint(
      [
        callsReply([
          { id: 'a', name: 'search_tools', args: { query: 'cancel_invoice', server: 'shop-12', limit: 1 } },
        ]),
        callsReply([{ id: 'b', name: 'mcp__shop-12__cancel_invoice', args: { invoiceId: '7' } }]),
        textReply('Done.'),
      ],
      { models: ['scripted'] },
    );
    await configure('model.baseUrl', endpoint.baseURL);
    await configure('model.name', 'scripted');
    await configure('servers', Object.fromEntries(names.map((name) => [name, fixture('many', name, '50')])));
    await Promise.all(names.map((name) => serverIn(name, 'connected')));
    answered = await askInChat('Cancel the invoice 7 of shop-12.');
    searching = (await parts()).controller.shownId;
  });

  after(async () => {
    Object.assign(vscode.window, { createQuickPick });
    for (const key of ['servers', 'model.baseUrl', 'model.name']) await configure(key, undefined);
    await endpoint.close();
  });

  it('make a first request of 40 kB at most beside the built-in tools, and a found tool is called', async () => {
    const calls = answered.flatMap((item) =>
      item.kind === 'call' ? [`${item.call.toolName}: ${item.call.status}`] : [],
    );
    assert.deepEqual(calls, ['search_tools: success', 'cancel_invoice: success']);
    const [first, second] = endpoint.requests.filter(({ method }) => method === 'POST');
    assert.ok(first);
    const tools = (first.body.tools as { function: { name: string } }[]).map((tool) => tool.function.name);
    const { engine } = await parts();
    const builtIn = (await engine()).tools.builtIn.map(({ name }) => name);
    assert.ok(builtIn.includes('run_command') && builtIn.includes('edit_file'), builtIn.join());
    assert.deepEqual(new Set(tools), new Set([...builtIn, 'read_result', 'search_tools']));
    const bytes = Buffer.byteLength(first.raw);
    assert.ok(bytes <= MAX_BYTES - RESERVE, String(bytes));
    for (const name of names) assert.match(first.raw, new RegExp(`- ..${name}.. \\(50\\)`));
    assert.match(second?.raw ?? '', /"name":"mcp__shop-12__cancel_invoice"/);
    assert.equal((await engine()).tools.snapshot().size, builtIn.length + SERVERS * 50);
  });

  /** What the rows of these tools say in the tree: to screen readers, and in the hover. */
  async function treeSays(): Promise<readonly (string | undefined)[]> {
    const { tree } = await parts();
    const server = await serverIn('shop-12', 'connected');
    const roots = await tree.getChildren();
    const builtIn = roots.find(({ kind }) => kind === 'builtIn');
    const rows = [
      ...(await tree.getChildren({ kind: 'server', server })),
      ...(await tree.getChildren(builtIn)),
    ];
    return ['cancel_invoice', 'list_order', 'Read file'].map((label) => {
      const item = rows.map((node) => tree.getTreeItem(node)).find((each) => each.label === label);
      assert.ok(item, label);
      const place = /, on(?:, (sent|found in this conversation|searchable))?/.exec(
        item.accessibilityInformation?.label ?? '',
      )?.[1];
      assert.equal(
        /About \d+ tokens of each request after the model has found it/.test(tooltip(item)),
        place === 'searchable',
      );
      assert.equal(
        /(sent|found in this conversation|searchable)\b/.exec(tooltip(item).split('\n')[0] ?? '')?.[1],
        place,
      );
      return place;
    });
  }

  /** The same in the tools picker. */
  async function pickerSays(): Promise<readonly (string | undefined)[]> {
    const filled = Promise.withResolvers<readonly vscode.QuickPickItem[]>();
    let rowsShown: readonly vscode.QuickPickItem[] = [];
    const pick = {
      busy: false,
      get items() {
        return rowsShown;
      },
      set items(rows: readonly vscode.QuickPickItem[]) {
        rowsShown = rows;
        filled.resolve(rows);
      },
      onDidHide: (listener: () => void) => (pick.hide = listener),
      onDidAccept: () => undefined,
      onDidTriggerButton: () => undefined,
      onDidTriggerItemButton: () => undefined,
      onDidChangeSelection: () => undefined,
      dispose: () => undefined,
      hide: () => undefined as void,
      show: () => assert.ok(pick.busy && pick.items.length === 0, 'it opens at once, before all are counted'),
    };
    Object.assign(vscode.window, { createQuickPick: () => pick });
    const chosen = vscode.commands.executeCommand(commands.selectTools);
    const rows = await filled.promise;
    pick.hide();
    await chosen;
    return [
      ['cancel_invoice', 'shop-12'],
      ['list_order', 'shop-12'],
      ['Read file', 'Built-in tools'],
    ].map(([label = '', source = '']) => {
      const row = rows.find((each) => each.label.endsWith(label) && each.description?.startsWith(source));
      assert.ok(row, label);
      return /(sent|found in this conversation|searchable)$/.exec(row.description ?? '')?.[1];
    });
  }

  it('say in the tree and the tools picker how each tool stands in the conversation that is open, and at once in one that is read from its record', async () => {
    const { controller, tree, engine } = await parts();
    const before = controller.shownConversation.conversation;
    const found = ['found in this conversation', 'searchable', 'sent'];
    const none = [undefined, undefined, undefined];
    assert.deepEqual([await treeSays(), await pickerSays()], [found, found]);
    const server = tree.getTreeItem({ kind: 'server', server: await serverIn('shop-12', 'connected') });
    assert.match(tooltip(server), /The tools use about 1\d\d tokens of each request/);
    assert.match(tooltip(server), /The model finds 49 of the tools of the server by search\./);
    let drawn = 0;
    const listening = tree.onDidChangeTreeData(() => drawn++);
    controller.newChat();
    await Promise.resolve();
    assert.ok(drawn > 0, 'the tree is drawn for the new conversation');
    assert.deepEqual([await treeSays(), await pickerSays()], [none, none]);
    drawn = 0;
    controller.openSaved(searching);
    await Promise.resolve();
    assert.ok(drawn > 0, 'the tree is drawn for the one that is opened again');
    listening.dispose();
    const { conversation } = controller.shownConversation;
    assert.notEqual(conversation, before);
    assert.deepEqual([await treeSays(), await pickerSays()], [found, found]);
    const sent = (await engine()).views.sentTools(conversation);
    assert.ok((sent?.savedTokens ?? 0) > 100_000, JSON.stringify(sent));
  });
});

/** The servers tree as the editor asks for it (features.md, A4, C4, D4). */
import assert from 'node:assert/strict';
import { delimiter, join } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions/index.ts';
import type { Node } from '../../src/editor/tree/nodes.ts';
import { ViewStatus } from '../../src/editor/tree/viewStatus.ts';
import type { Engine } from '../../src/engine.ts';
import { configure, fixture, parts, scratch, serverIn, tooltip, when } from './support.ts';

const icon = (item: vscode.TreeItem): string | undefined =>
  item.iconPath instanceof vscode.ThemeIcon ? item.iconPath.id : undefined;

const textOf = ({ label }: vscode.TreeItem): string =>
  typeof label === 'string' ? label : (label?.label ?? '');

describe('the servers tree', () => {
  afterEach(() => configure('servers', undefined));

  async function row(name: string): Promise<{ node: Node; item: vscode.TreeItem }> {
    const { tree } = await parts();
    for (const node of await tree.getChildren()) {
      const item = tree.getTreeItem(node);
      if (item.label === name) return { node, item };
    }
    throw new Error(`There is no row ${name}.`);
  }

  it('shows a connected server with the number of its tools, and the rest in the hover', async () => {
    const definition = fixture('recorder');
    await configure('servers', { demo: definition });
    await serverIn('demo', 'connected');
    await (await (await parts()).engine()).costs.countAll();
    const { item } = await row('demo');
    assert.equal(item.contextValue, 'server.connected');
    assert.equal(icon(item), 'pass-filled');
    assert.equal(item.description, '8 tools');
    assert.ok(tooltip(item).endsWith(`\n\n${definition.command} ${definition.args.join(' ')}`));
    assert.match(tooltip(item), /The tools use about \d{3} tokens of each request: 0\.\d% of/);
    assert.match(tooltip(item), /recorder .*MCP 2025-11-25/);
  });

  it('says of a server that the user has denied in its review that it was denied, offers a review again, and does not count it', async () => {
    const { showWarningMessage } = vscode.window;
    const offered: string[][] = [];
    const review = async (answer: string): Promise<void> => {
      Object.assign(vscode.window, {
        showWarningMessage: (_: string, __: object, ...buttons: vscode.MessageItem[]) => {
          offered.push(buttons.map(({ title }) => title));
          return Promise.resolve(buttons.find(({ title }) => title === answer));
        },
      });
      await vscode.commands
        .executeCommand(commands.reviewServers, 'theirs')
        .then(() => Object.assign(vscode.window, { showWarningMessage }));
    };
    const workspace = vscode.workspace.getConfiguration('patchbay');
    const { Workspace } = vscode.ConfigurationTarget;
    await workspace.update('servers', { theirs: fixture('recorder') }, Workspace);
    const { tree } = await parts();
    const { view } = tree as unknown as { readonly view: vscode.TreeView<Node> };
    const waiting = await serverIn('theirs', 'error');
    const before = await row('theirs');
    const badge = view.badge?.value ?? 0;
    assert.equal(before.item.description, 'waiting for your confirmation');
    await review('Deny');
    await when(() => {
      const { state } = waiting;
      return (state.kind === 'error' && state.failure.reason === 'denied') || undefined;
    });
    const { node, item } = await row('theirs');
    assert.deepEqual([icon(item), item.description], ['circle-slash', 'denied by you']);
    assert.equal(item.contextValue, 'server.error.confirm');
    assert.match(tooltip(item), /You have denied the server\./);
    assert.equal(item.accessibilityInformation?.label, 'theirs, denied by you, 0 tools');
    const labels = (await tree.getChildren(node)).map((child) => tree.getTreeItem(child).label);
    assert.ok(labels.includes('Review and Allow…'), JSON.stringify(labels));
    assert.equal(view.badge?.value ?? 0, badge - 1);
    await review('Allow');
    await serverIn('theirs', 'connected');
    assert.deepEqual(offered, [
      ['Allow', 'Deny'],
      ['Allow', 'Deny'],
    ]);
    await workspace.update('servers', undefined, Workspace);
  });

  it('says beside its title that a server connects, which moves no row, and no longer when the row turns green', async () => {
    const { tree } = await parts();
    const { view } = tree as unknown as { readonly view: vscode.TreeView<Node> };
    const seen: [state: string, said: boolean][] = [];
    const listening = tree.onDidChangeTreeData((node) => {
      if (node?.kind !== 'server') return;
      assert.equal(view.message ?? '', '');
      seen.push([node.server.state.kind, (view.description ?? '').startsWith('Connecting the server…')]);
    });
    await configure('servers', { demo: fixture('recorder') });
    await row('demo');
    await serverIn('demo', 'connected');
    await when(() => seen.some(([state]) => state === 'connected') || undefined);
    listening.dispose();
    for (const [state, said] of seen) assert.equal(said, state === 'connecting', state);
  });

  it('says how many of several servers connect, and how many are broken, which the badge does not count', () => {
    const shown: { readonly description: string; readonly badge: vscode.ViewBadge | undefined }[] = [];
    const status = new ViewStatus({ setStatus: (each) => shown.push(each) });
    const serversIn = (...kinds: readonly string[]) => kinds.map((kind) => ({ name: kind, state: { kind } }));
    const show = (servers: readonly object[], approvals: number): void =>
      status.show(
        {
          manager: { servers, invalid: [{ name: 'bad', problems: [] }] },
          tools: { snapshot: () => new Map() },
        } as unknown as Engine,
        {
          questions: () => 0,
          approvals,
          stateOf: undefined,
          window: { size: 1_000, model: 'm', isAssumed: false },
          filtered: undefined,
        },
      );
    show(serversIn('connecting', 'connected'), 0);
    show(serversIn('connecting', 'connecting'), 2);
    show(serversIn('connected'), 0);
    assert.deepEqual(shown, [
      {
        message: '',
        description: 'Connecting 1 of 2 servers… · 1 server has an error',
        badge: undefined,
      },
      {
        message: '',
        description: 'Connecting 2 servers… · 1 server has an error',
        badge: { value: 2, tooltip: '2 calls wait for your approval' },
      },
      { message: '', description: '1 server has an error', badge: undefined },
    ]);
  });

  it('says what all tools cost once each is counted, and no sum that grows by itself', () => {
    const shown: string[] = [];
    const status = new ViewStatus({ setStatus: ({ description }) => shown.push(description) });
    const tools = new Map(
      ['one', 'two'].map((name) => [name, { name, source: { kind: 'mcp', server: 's' } }]),
    );
    const known = new Map([['one', 62]]);
    const engine = {
      manager: { servers: [], invalid: [] },
      tools: { snapshot: () => tools },
      costs: { knownTokensOf: (_: string, name: string) => known.get(name) },
    } as unknown as Engine;
    const facts = {
      questions: () => 0,
      approvals: 0,
      stateOf: undefined,
      window: { size: 1_000, model: 'm', isAssumed: false },
      filtered: undefined,
    };
    status.show(engine, facts);
    known.set('two', 4);
    status.show(engine, facts);
    status.show(engine, { ...facts, stateOf: (name) => (name === 'two' ? 'searchable' : 'found') });
    assert.deepEqual(shown, ['', '66 tokens · 6.6%', '62 tokens · 6.2%']);
  });

  it('shows each tool with a checkbox and an icon, and its description and wire name in the hover', async () => {
    await configure('servers', { demo: fixture('recorder') });
    await serverIn('demo', 'connected');
    const { tree, engine } = await parts();
    const { node } = await row('demo');
    const tools = (await tree.getChildren(node)).map((child) => tree.getTreeItem(child));
    const echo = tools.find(({ label }) => label === 'echo');
    assert.ok(echo);
    assert.match(tooltip(echo), /mcp__demo__echo/);
    assert.match(tooltip(echo), /About \d+ tokens of each request/);
    assert.deepEqual(new Set(tools.map(({ description }) => description)), new Set(['']));
    assert.ok(tools.every((item) => icon(item) !== undefined));
    assert.equal(echo.accessibilityInformation?.label, 'echo, on');
    const state = (item: vscode.TreeItem) =>
      (item.checkboxState as { state: vscode.TreeItemCheckboxState }).state;
    assert.equal(state(echo), vscode.TreeItemCheckboxState.Checked);
    (await engine()).enablement.set('demo', ['echo'], false);
    const again = (await tree.getChildren(node))
      .map((child) => tree.getTreeItem(child))
      .find(({ label }) => label === 'echo');
    assert.ok(again);
    assert.equal(state(again), vscode.TreeItemCheckboxState.Unchecked);
    assert.equal((await row('demo')).item.description, '7 of 8 tools');
    (await engine()).enablement.set('demo', ['echo'], true);
  });

  it('shows a tool that is for its app alone without a checkbox, and the model does not get it', async () => {
    await configure('servers', { demo: fixture('tasks') });
    await serverIn('demo', 'connected');
    const { tree, engine } = await parts();
    const { node, item } = await row('demo');
    assert.match(String(item.description), /^1 tool\b/);
    const items = (await tree.getChildren(node)).map((child) => tree.getTreeItem(child));
    const redraw = items.find(({ label }) => label === 'redraw');
    assert.ok(redraw);
    assert.equal(redraw.description, 'app only');
    assert.equal(redraw.checkboxState, undefined);
    assert.match(tooltip(redraw), /Only the server's own app can use this tool/);
    const { tools } = await engine();
    const ofServers = (names: readonly string[]) => names.filter((name) => name.startsWith('mcp__'));
    assert.deepEqual(ofServers([...tools.snapshot().keys()]), ['mcp__demo__dig']);
    // Nor do the counts in the chat and in the picker have it.
    assert.deepEqual(ofServers(tools.switchable.map(({ wireName }) => wireName)), ['mcp__demo__dig']);
  });

  it('shows why a server is in error, and what to try next', async () => {
    await configure('servers', { gone: { command: 'no-such-command' } });
    await serverIn('gone', 'error');
    const { item } = await row('gone');
    assert.equal(item.contextValue, 'server.error');
    assert.equal(icon(item), 'error');
    assert.match(String(item.description), /^Command "no-such-command" was not found/);
    assert.match(tooltip(item), /was not found.*Install the command/s);
  });

  it('has the whole cause of an error in rows below the server, in lines that fit a narrow side bar', async () => {
    const folder = `/${'very-long-name/'.repeat(6)}server`;
    await configure('servers', { gone: { command: folder }, bad: { command: 3 } });
    const server = await serverIn('gone', 'error');
    const { tree } = await parts();
    const causes = async (name: string) => {
      const children = await tree.getChildren((await row(name)).node);
      return children.filter(({ kind }) => kind === 'cause').map((child) => tree.getTreeItem(child));
    };
    const found = await causes('gone');
    const lines = found.map(textOf);
    assert.ok(
      lines.every((line) => line.length <= 32),
      lines.join('\n'),
    );
    const { message } = server.state.failure;
    const bare = (text: string): string => text.replaceAll(/\s/g, '');
    assert.equal(bare(lines.join('')), bare(message.localized));
    assert.equal(found[0]?.accessibilityInformation?.label, message.localized);
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
    assert.match((await causes('bad')).map(textOf).join(' '), /servers\.bad\.command.*type string/);
  });

  it('says which tool set is in use, which tools it leaves out, and counts the others', async () => {
    await configure('servers', { demo: fixture('recorder') });
    await configure('tools.sets', { review: ['demo/echo'] });
    await serverIn('demo', 'connected');
    const { tree, controller } = await parts();
    try {
      assert.ok(controller.shownId);
      controller.useToolSet('review');
      const { item } = await row('review');
      assert.equal(item.description, 'tool set of this conversation');
      const { node, item: demo } = await row('demo');
      assert.equal(demo.description, '1 of 8 tools');
      const tools = (await tree.getChildren(node)).map((child) => tree.getTreeItem(child));
      const said = Object.fromEntries(tools.map((tool) => [textOf(tool), tool.description]));
      assert.equal(said['echo'], '');
      assert.equal(said['env'], 'not in the tool set in use');
      await configure('tools.sets', undefined);
      assert.equal((await row('review')).item.description, 'The tool set no longer exists.');
    } finally {
      controller.useToolSet(undefined);
      await configure('tools.sets', undefined);
    }
    await assert.rejects(row('review'));
  });

  it('shows how a server was lost, and that it is coming back', async () => {
    await configure('servers', { demo: fixture('recorder') });
    process.kill((await serverIn('demo', 'connected')).pid ?? 0, 'SIGKILL');
    await serverIn('demo', 'error');
    const { item } = await row('demo');
    assert.match(
      String(item.description),
      /by signal SIGKILL.* · reconnecting at \d+:\d\d:\d\d.* \(attempt 1\)$/,
    );
    assert.match(tooltip(item), /The server is restarted at .*attempt 1\./);
    await serverIn('demo', 'connected');
  });

  it('shows an invalid entry on a row of its own with the path of the field, and starts the others', async () => {
    await configure('servers', { bad: { command: 3 }, good: fixture('recorder') });
    await serverIn('good', 'connected');
    const { item } = await row('bad');
    assert.equal(item.contextValue, 'server.invalid');
    assert.match(tooltip(item), /patchbay\.servers\.bad\.command: must be of type string/);
  });

  it('keeps the tools of a disconnected server in sight, without making them available', async () => {
    await configure('servers', { demo: fixture('recorder') });
    const server = await serverIn('demo', 'connected');
    await server.disconnect();
    const { tree, engine } = await parts();
    const { node, item } = await row('demo');
    assert.equal(item.contextValue, 'server.disconnected');
    assert.equal((await tree.getChildren(node)).length, 8);
    const names = [...(await engine()).tools.snapshot().keys()];
    assert.deepEqual(
      names.filter((name) => name.startsWith('mcp__')),
      [],
    );
  });

  it('shows text of a server as text, never as markdown', async () => {
    await configure('servers', { 'x-y': { command: 'no_such_[command](command:evil)' } });
    await serverIn('x-y', 'error');
    const { item } = await row('x-y');
    assert.ok(item.tooltip instanceof vscode.MarkdownString);
    assert.doesNotMatch(item.tooltip.value, /[^\\]\]\(command:evil/);
    assert.notEqual(item.tooltip.isTrusted, true);
  });

  it('shows 1,500 tools', async () => {
    await configure('servers', { many: fixture('misbehaving', 'paged', '--tools', '1500') });
    await serverIn('many', 'connected');
    const { tree } = await parts();
    const { node, item } = await row('many');
    const children = await tree.getChildren(node);
    // Two tools of the same name cannot be told apart by the protocol: the first one stands.
    assert.equal(new Set(children.map((child) => tree.getTreeItem(child).id)).size, children.length);
    assert.match(String(item.description), new RegExp(`^${children.length} tools`));
  });

  it('says in the hover what is wrong, what to do next, and which folders were searched', async () => {
    const folders = Array.from({ length: 40 }, (_, index) => join(scratch, `bin${index}`));
    await configure('servers', { lost: { command: 'npx', env: { PATH: folders.join(delimiter) } } });
    await serverIn('lost', 'error');
    const said = tooltip((await row('lost')).item);
    assert.match(said, /Command "npx" was not found in the 40 folders of PATH/);
    // The address is no link of its own: its colon is written by its number.
    assert.match(said, /comes with Node\.js: install it from https&#58;\/\/nodejs\.org/);
    assert.match(said, /Searched in:.*bin0.*bin8.*… and 31 more. See the log/s);
    assert.doesNotMatch(said, /bin20/);
  });

  it('says on the row that a tool was left out, and in the hover which and why', async () => {
    await configure('servers', { odd: fixture('misbehaving', 'bad-schema') });
    await serverIn('odd', 'connected');
    const { item } = await row('odd');
    assert.equal(item.description, '2 tools · ⚠ 1 problem');
    assert.match(item.accessibilityInformation?.label ?? '', /1 problem/);
    assert.match(tooltip(item), /Tool "bad-input" was skipped because/);
  });

  it('shows what a hostile server calls its tools as one plain line', async () => {
    await configure('servers', { bad: fixture('misbehaving', 'hostile-texts') });
    await serverIn('bad', 'connected');
    const { tree } = await parts();
    const { node } = await row('bad');
    for (const child of await tree.getChildren(node)) {
      const item = tree.getTreeItem(child);
      const { label = '' } = item;
      const shown = typeof label === 'string' ? label : label.label;
      const around = `${shown} ${String(item.description)} ${tooltip(item)}`.replaceAll('\n', ' ');
      assert.doesNotMatch(around, /[\p{Cc}\p{Cf}]/u);
      assert.ok(shown.length <= 120);
    }
  });

  it('leaves the view to its welcome while nothing is set up, and with a model leads to a first server', async () => {
    const { tree } = await parts();
    // Extensions of this host, and of the editor itself, may bring tools.
    const labels = async () =>
      (await tree.getChildren())
        .map((node) => tree.getTreeItem(node).label)
        .filter((label) => label !== 'Other extensions');
    await configure('servers', undefined);
    await configure('model.name', undefined);
    assert.deepEqual(await labels(), []);
    await configure('model.name', 'm');
    try {
      assert.deepEqual(await labels(), ['Try the Sample Server', 'Add Your First Server…', 'Built-in tools']);
      const { item } = await row('Try the Sample Server');
      assert.equal(item.command?.command, 'patchbay.addSample');
      await configure('servers', { off: { command: 'x', enabled: false } });
      assert.deepEqual(await labels(), ['off', 'Built-in tools']);
    } finally {
      await configure('model.name', undefined);
    }
  });

  it('shows the built-in tools, and keeps from the model what is unchecked of them', async () => {
    await configure('servers', { off: { command: 'x', enabled: false } });
    const { tree } = await parts();
    const loaded = await (await parts()).engine();
    const all = loaded.tools.builtIn.length;
    const { node, item } = await row('Built-in tools');
    assert.equal(item.description, String(all));
    const tools = await tree.getChildren(node);
    assert.equal(tools.length, all);
    loaded.enablement.set(loaded.tools.builtInSource, ['run_command'], false);
    const switches = tools.map((tool) => {
      const { id, checkboxState: box } = tree.getTreeItem(tool);
      return [id, typeof box === 'object' ? box.state : box] as const;
    });
    assert.deepEqual(
      switches.filter(([, state]) => state === vscode.TreeItemCheckboxState.Unchecked).map(([id]) => id),
      ['builtIn:run_command'],
    );
    assert.equal((await row('Built-in tools')).item.description, `${all - 1} of ${all}`);
    assert.equal(loaded.tools.snapshot().has('run_command'), false);
    loaded.enablement.set(loaded.tools.builtInSource, ['run_command'], true);
    assert.ok(loaded.tools.snapshot().has('run_command'));
  });

  it('offers what can be done about an error, below its row and in its hover', async () => {
    await configure('servers', { gone: { command: 'npx', env: { PATH: '/nowhere' } } });
    await serverIn('gone', 'error');
    const { tree } = await parts();
    const { node, item } = await row('gone');
    const rows = (await tree.getChildren(node)).map((child) => tree.getTreeItem(child));
    assert.deepEqual(
      rows.map(({ label }) => label),
      [
        'Command "npx" was not found in',
        'the only folder of PATH.',
        'Install Node.js…',
        'Edit Server…',
        'Reconnect',
      ],
    );
    assert.deepEqual(rows[2]?.command?.arguments, ['gone', 'install']);
    assert.ok(item.tooltip instanceof vscode.MarkdownString);
    assert.deepEqual(item.tooltip.isTrusted, { enabledCommands: ['patchbay.troubleshoot'] });
    assert.match(
      item.tooltip.value,
      /\[Install Node\\\.js…\]\(command:patchbay\.troubleshoot\?%5B%22gone%22/,
    );
  });

  describe('put in order', () => {
    const labels = async () => {
      const { tree } = await parts();
      return (await tree.getChildren()).map((node) => tree.getTreeItem(node).label).slice(0, 3);
    };
    const move = (way: 'Up' | 'Down', server: string) =>
      vscode.commands.executeCommand(`patchbay.moveServer${way}`, server);
    afterEach(async () => (await parts()).globalState.update('patchbay.serverOrder', undefined));

    it('keeps the order in the state of the editor and leaves the settings as they are', async () => {
      const off = { ...fixture('recorder'), enabled: false };
      const written = { one: off, two: off, three: off };
      await configure('servers', written);
      const { manager } = await (await parts()).engine();
      await when(() => (manager.servers.length === 3 ? true : undefined));
      assert.deepEqual(await labels(), ['one', 'two', 'three']);
      await move('Up', 'three');
      await move('Down', 'one');
      assert.deepEqual(await labels(), ['three', 'one', 'two']);
      await move('Up', 'three');
      assert.deepEqual(await labels(), ['three', 'one', 'two']);
      const config = vscode.workspace.getConfiguration('patchbay').inspect<object>('servers')?.globalValue;
      assert.deepEqual(Object.keys(config ?? {}), ['one', 'two', 'three']);
      const { globalState } = await parts();
      assert.deepEqual(globalState.get('patchbay.serverOrder'), ['three', 'one', 'two']);
      await configure('servers', { added: off, ...written });
      assert.deepEqual(await labels(), ['three', 'one', 'two']);
    });
  });

  describe('with a filter', () => {
    // The tree counts what it finds once it has been shown, which loads the engine.
    beforeEach(async () => {
      await (await parts()).tree.getChildren();
    });
    afterEach(async () => {
      (await parts()).tree.setFilter('');
    });

    const names = async (parent?: Node): Promise<(string | vscode.TreeItemLabel | undefined)[]> => {
      const { tree } = await parts();
      return (await tree.getChildren(parent)).map((node) => tree.getTreeItem(node).label);
    };

    it('shows what has the words, unfolded, and says how much that is', async () => {
      await configure('servers', { one: fixture('recorder'), two: fixture('modern'), bad: { command: 3 } });
      await serverIn('one', 'connected');
      await serverIn('two', 'connected');
      const { tree } = await parts();
      const words = tree.setFilter('sleep');
      assert.match(words, /^Filter "sleep": 1 of 3 servers, 1 of \d+ tools\.$/);
      assert.deepEqual(await names(), ['one']);
      const { node, item } = await row('one');
      assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.Expanded);
      assert.deepEqual(await names(node), ['sleep']);
      tree.setFilter('');
      assert.ok((await names()).length > 3);
      assert.notEqual((await row('one')).item.id, item.id);
    });

    it('is not drawn anew when the same filter is set, as a pick that opens does', async () => {
      await configure('servers', { one: fixture('recorder') });
      await serverIn('one', 'connected');
      const { tree } = await parts();
      await names();
      tree.setFilter('sleep');
      let drawn = 0;
      const listening = tree.onDidChangeTreeData(() => drawn++);
      assert.match(tree.setFilter('sleep '), /^Filter "sleep": 1 of 1 servers/);
      assert.equal(drawn, 0);
      tree.setFilter('echo');
      assert.equal(drawn, 1);
      listening.dispose();
    });

    it('follows states and switches while they change', async () => {
      await configure('servers', { one: fixture('recorder'), bad: { command: 3 } });
      const server = await serverIn('one', 'connected');
      const { tree, engine } = await parts();
      tree.setFilter('@error');
      assert.deepEqual(await names(), ['bad']);
      tree.setFilter('@disconnected');
      assert.deepEqual(await names(), []);
      await server.disconnect();
      assert.deepEqual(await names(), ['one']);
      (await engine()).enablement.set('one', ['echo'], false);
      tree.setFilter('@disabled');
      assert.deepEqual(await names((await row('one')).node), ['echo']);
      (await engine()).enablement.set('one', ['echo'], true);
      // Tools of other extensions are off until they are switched on.
      assert.deepEqual(
        (await names()).filter((name) => name !== 'Other extensions'),
        [],
      );
    });

    it('finds built-in tools by their words, and not by the state of a server', async () => {
      await configure('servers', {});
      const { tree } = await parts();
      assert.match(tree.setFilter('run_command'), /0 of 0 servers, 0 of 0 server tools, other items: 1\.$/);
      assert.deepEqual(await names(), ['Built-in tools']);
      assert.deepEqual(await names((await row('Built-in tools')).node), ['Run command']);
      tree.setFilter('@connected run_command');
      assert.deepEqual(await names(), []);
    });
  });
});

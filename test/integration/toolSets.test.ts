/** Named tool sets: what their command does to the settings, the workspace and open conversations (features.md, C19). */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions/index.ts';
import { configure, fixture, parts, serverIn } from './support.ts';

type Rows = readonly vscode.QuickPickItem[];

describe('a named tool set', () => {
  const { showInformationMessage, showWarningMessage, showErrorMessage, createQuickPick, showQuickPick } =
    vscode.window;
  const { getConfiguration } = vscode.workspace;
  const trust = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted') ?? {};
  /** What the user chooses in one pick after the other, by beginnings of labels. */
  let choices: string[];
  /** The rows of each pick. */
  let picks: string[][];
  /** Where tools are marked: those that are at first, and those that the user changes. */
  let marked: string[];
  let changes: string[];
  let messages: string[];
  /** The button that the user presses in messages. */
  let pressed: string | undefined;

  const plain = ({ label, description = '' }: vscode.QuickPickItem): string =>
    `${label.replace(/^\$\([\w-]+\) /, '').trim()}${description === '' ? '' : ` (${description})`}`;

  before(async () => {
    await configure('servers', { shop: fixture('many', 'shop', '4') });
    await serverIn('shop', 'connected');
  });
  after(() => configure('servers', undefined));

  beforeEach(async () => {
    [choices, picks, marked, changes, messages, pressed] = [[], [], [], [], [], undefined];
    const say = (text: string, { detail = '' }: vscode.MessageOptions, ...buttons: vscode.MessageItem[]) => {
      messages.push(`${text} ${detail}`.trim());
      return Promise.resolve(buttons.find(({ title }) => title === pressed));
    };
    Object.assign(vscode.window, {
      showInformationMessage: say,
      showWarningMessage: say,
      showErrorMessage: say,
      createQuickPick: fakePick,
      showQuickPick: (rows: Rows) => {
        picks.push(rows.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator).map(plain));
        const wanted = choices.shift();
        return Promise.resolve(rows.find((row) => wanted !== undefined && plain(row).startsWith(wanted)));
      },
    });
    await configure('tools.sets', { Shop: ['shop'], Few: ['shop/list_order', 'gone/tool', 'built in'] });
    (await parts()).controller.newChat();
  });
  afterEach(async () => {
    Object.assign(vscode.window, {
      showInformationMessage,
      showWarningMessage,
      showErrorMessage,
      createQuickPick,
      showQuickPick,
    });
    Object.assign(vscode.workspace, { getConfiguration });
    Object.defineProperty(vscode.workspace, 'isTrusted', trust);
    await configure('tools.sets', undefined);
    const { controller, engine } = await parts();
    (await engine()).toolSets.ofWorkspace = undefined;
    controller.useToolSet(undefined);
  });

  /** Shows its rows, changes the marks of some, and accepts. */
  function fakePick() {
    const listeners: { accept?: () => void; selection?: (rows: Rows) => void } = {};
    const pick = {
      items: [] as Rows,
      selectedItems: [] as Rows,
      onDidAccept: (listener: () => void) => (listeners.accept = listener),
      onDidHide: () => undefined,
      onDidTriggerButton: () => undefined,
      onDidTriggerItemButton: () => undefined,
      onDidChangeSelection: (listener: (rows: Rows) => void) => (listeners.selection = listener),
      dispose: () => undefined,
      show: () => {
        const name = ({ label }: vscode.QuickPickItem): string => label.replace(/^\$\([\w-]+\) /, '').trim();
        marked = pick.selectedItems.map(name);
        for (const change of changes) {
          const has = pick.selectedItems.some((row) => name(row) === change);
          const rest = pick.selectedItems.filter((row) => name(row) !== change);
          const row = pick.items.filter((each) => name(each) === change);
          pick.selectedItems = has ? rest : [...rest, ...row];
          listeners.selection?.(pick.selectedItems);
        }
        listeners.accept?.();
      },
    };
    return pick;
  }

  /** The setting as it is written for the user. */
  const ofUser = (): object => getConfiguration('patchbay').inspect<object>('tools.sets')?.globalValue ?? {};

  async function choose(...labels: string[]): Promise<void> {
    choices = labels;
    await vscode.commands.executeCommand(commands.useToolSet);
    assert.deepEqual(choices, [], `What was not offered: ${JSON.stringify(picks)}`);
  }

  /** The one in use in the conversation that is shown, and that of the workspace. */
  async function inUse(): Promise<readonly [string | undefined, string | undefined]> {
    const { controller, engine } = await parts();
    const { toolSets } = await engine();
    return [toolSets.of(controller.shownConversation.conversation)?.name, toolSets.ofWorkspace];
  }

  it('is used in the workspace, in the conversation at hand and new ones, until all tools are wanted again', async () => {
    await choose('Few', 'Use in This Conversation');
    assert.deepEqual(await inUse(), ['Few', undefined]);
    await choose('Shop', 'Use in This Workspace');
    assert.deepEqual(await inUse(), ['Shop', 'Shop']);
    (await parts()).controller.newChat();
    assert.deepEqual(await inUse(), ['Shop', 'Shop']);
    await choose('All tools', 'Use in This Conversation');
    assert.deepEqual(await inUse(), [undefined, 'Shop']);
    assert.ok(picks.at(-2)?.includes('Shop (4 tools · used in this workspace)'), String(picks.at(-2)));
    await choose('All tools', 'Use in This Workspace');
    assert.deepEqual(await inUse(), [undefined, undefined]);
  });

  it('gets other tools, and keeps those of servers that are away', async () => {
    changes = ['list_order', 'list_invoice'];
    await choose('Few', 'Change Tools…');
    assert.ok(marked.includes('list_order') && marked.includes('Read file'), String(marked));
    assert.ok(!marked.includes('list_invoice'), String(marked));
    assert.deepEqual(ofUser(), {
      Shop: ['shop'],
      Few: ['gone/tool', 'built in', 'shop/list_invoice'],
    });
  });

  it('goes when that is confirmed, from the workspace and open conversations too', async () => {
    await choose('Shop', 'Use in This Workspace');
    await choose('Few', 'Use in This Conversation');
    await choose('Few', 'Delete');
    assert.deepEqual(Object.keys(ofUser()), ['Shop', 'Few']);
    assert.deepEqual(messages, [
      'Delete the tool set "Few"? It will be removed from your settings. Open conversations that use it get all tools again.',
    ]);
    pressed = 'Delete';
    await choose('Few', 'Delete');
    assert.deepEqual(await inUse(), ['Shop', 'Shop']);
    await choose('Shop', 'Delete');
    assert.deepEqual(ofUser(), {});
    assert.deepEqual(await inUse(), [undefined, undefined]);
  });

  it('stays as it is where the settings cannot be written, and that is said', async () => {
    await choose('Few', 'Use in This Conversation');
    Object.assign(vscode.workspace, {
      getConfiguration: (section: string) => ({
        ...getConfiguration(section),
        update: () => Promise.reject(new Error('The file has errors.')),
      }),
    });
    pressed = 'Delete';
    await choose('Few', 'Delete');
    await choose('Few', 'Change Tools…');
    await vscode.commands.executeCommand(commands.toggleAlwaysSend, 'shop');
    assert.deepEqual(messages.slice(1), [
      'The tool set "Few" could not be deleted: The file has errors.',
      'The tool set "Few" could not be saved: The file has errors.',
      'The setting could not be written: The file has errors.',
    ]);
    assert.deepEqual(await inUse(), ['Few', undefined]);
  });

  it('of a workspace that is not trusted is not offered, and gives a conversation no tools', async () => {
    const { Workspace } = vscode.ConfigurationTarget;
    const update = (value: unknown): Thenable<void> =>
      vscode.workspace.getConfiguration('patchbay').update('tools.sets', value, Workspace);
    await update({ Theirs: ['shop'], Few: ['shop'] });
    try {
      await choose('Theirs', 'Use in This Conversation');
      Object.defineProperty(vscode.workspace, 'isTrusted', { get: () => false, configurable: true });
      await choose();
      assert.deepEqual(picks.at(-1)?.slice(0, 2), [
        'Shop (4 tools)',
        picks.at(-1)?.find((row) => row.startsWith('Few')),
      ]);
      assert.ok(!picks.at(-1)?.some((row) => row.startsWith('Theirs')));
      const { controller, engine } = await parts();
      const { toolSets } = await engine();
      assert.deepEqual(toolSets.of(controller.shownConversation.conversation), { name: 'Theirs' });
      assert.equal((await engine()).toolsIn({ name: 'Theirs' }).size, 0);
    } finally {
      Object.defineProperty(vscode.workspace, 'isTrusted', trust);
      await update(undefined);
    }
  });
});

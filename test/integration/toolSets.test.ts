/** Named tool sets: what their command does to the settings, the workspace and open conversations (features.md, C19). */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions/index.ts';
import type { ChatStatus, HostMessage, Suggestion } from '../../src/protocol/index.ts';
import { configure, fixture, parts, serverIn } from './support.ts';

type Rows = readonly vscode.QuickPickItem[];

describe('a named tool set', () => {
  const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  const { showInputBox, createQuickPick, showQuickPick } = vscode.window;
  const ofEditor = {
    showInformationMessage,
    showWarningMessage,
    showErrorMessage,
    showInputBox,
    createQuickPick,
    showQuickPick,
  };
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
  /** What the user writes, and what is said of it where it is not taken. */
  let written: string;
  let complaints: unknown[];
  let placeholder: string | undefined;

  const plain = ({ label, description = '' }: vscode.QuickPickItem): string =>
    `${label.replace(/^\$\([\w-]+\) /, '').trim()}${description === '' ? '' : ` (${description})`}`;

  before(async () => {
    await configure('servers', { shop: fixture('many', 'shop', '4') });
    await serverIn('shop', 'connected');
  });
  after(() => configure('servers', undefined));

  beforeEach(async () => {
    [choices, picks, marked, changes, messages, pressed] = [[], [], [], [], [], undefined];
    [written, complaints, placeholder] = ['', [], undefined];
    const say = (text: string, { detail = '' }: vscode.MessageOptions, ...buttons: vscode.MessageItem[]) => {
      messages.push(`${text} ${detail}`.trim());
      return Promise.resolve(buttons.find(({ title }) => title === pressed));
    };
    Object.assign(vscode.window, {
      showInformationMessage: say,
      showWarningMessage: say,
      showErrorMessage: say,
      createQuickPick: fakePick,
      showInputBox: async ({ validateInput }: vscode.InputBoxOptions) => {
        const complaint = await validateInput?.(written);
        if (complaint === undefined) return written;
        complaints.push(complaint);
        return undefined;
      },
      showQuickPick: (rows: Rows, options: vscode.QuickPickOptions) => {
        placeholder = options.placeHolder;
        picks.push(rows.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator).map(plain));
        const wanted = choices.shift();
        return Promise.resolve(rows.find((row) => wanted !== undefined && plain(row).startsWith(wanted)));
      },
    });
    await configure('tools.sets', { Shop: ['shop'], Few: ['shop/list_order', 'gone/tool', 'built in'] });
    (await parts()).controller.newChat();
  });
  afterEach(async () => {
    Object.assign(vscode.window, ofEditor);
    Object.assign(vscode.workspace, { getConfiguration });
    Object.defineProperty(vscode.workspace, 'isTrusted', trust);
    await configure('tools.sets', undefined);
    const { controller, engine } = await parts();
    (await engine()).toolSets.useInWorkspace(undefined);
    controller.useToolSet(undefined);
  });

  /** Once it is filled it shows its rows, changes the marks of some, and accepts. */
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
      show: () => undefined,
      set busy(isBusy: boolean) {
        if (isBusy) return;
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

  /** The setting as it is written for the user, and for the workspace. */
  const settings = () => getConfiguration('patchbay').inspect<object>('tools.sets');
  const ofUser = (): object => settings()?.globalValue ?? {};
  const ofWorkspace = (): object => settings()?.workspaceValue ?? {};

  const writeWorkspace = (value: unknown): Thenable<void> =>
    vscode.workspace
      .getConfiguration('patchbay')
      .update('tools.sets', value, vscode.ConfigurationTarget.Workspace);

  /** What stands below the message. */
  async function shownSet(): Promise<NonNullable<ChatStatus['servers']>['toolSet']> {
    const { controller } = await parts();
    let status: ChatStatus | undefined;
    controller.sendSnapshot({
      post: (message) => void (message.type === 'snapshot' && ({ status } = message)),
    });
    return status?.servers?.toolSet;
  }

  /** The tool sets behind an `@`. */
  async function suggested(query: string): Promise<readonly string[]> {
    let last: readonly Suggestion[] = [];
    const client = {
      post: (message: HostMessage) => void (message.type === 'suggestions' && (last = message.suggestions)),
    };
    await (await parts()).composing().suggest({ type: 'suggest', request: 1, trigger: '@', query }, client);
    return last.flatMap((one) => (one.kind === 'toolSet' ? [`${one.name}: ${one.detail}`] : []));
  }

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
      'Delete the tool set "Few"? The tool set is removed from your settings. Open conversations that use it get all tools again.',
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

  it('stays where its servers are away, which its row and the line below the message say, until they are back', async () => {
    await choose('Few', 'Use in This Conversation');
    assert.deepEqual(await shownSet(), { name: 'Few', away: 'gone' });
    await vscode.commands.executeCommand(commands.disconnect, 'shop');
    await serverIn('shop', 'disconnected');
    await choose('Shop', 'Use in This Conversation');
    assert.ok(picks.at(-2)?.includes('Shop (0 tools · not connected: shop)'), String(picks.at(-2)));
    assert.deepEqual(await shownSet(), { name: 'Shop', away: 'shop' });
    await vscode.commands.executeCommand(commands.connect, 'shop');
    await serverIn('shop', 'connected');
    await choose();
    assert.ok(picks.at(-1)?.includes('Shop (4 tools · used in this conversation)'), String(picks.at(-1)));
    assert.deepEqual(await shownSet(), { name: 'Shop' });
  });

  it('is saved from a selection for all who work in the workspace, and renamed with what uses it', async () => {
    const before = ofUser();
    try {
      const members = ['shop/list_order', 'gone'];
      written = 'shop';
      await vscode.commands.executeCommand(commands.saveToolSet, members);
      written = '$(zap) [x](command:evil)';
      await vscode.commands.executeCommand(commands.saveToolSet, members);
      assert.deepEqual(complaints, [
        'A tool set of this name already exists.',
        'Enter a name of up to 60 letters, digits, spaces and "._-".',
      ]);
      written = ' Team ';
      choices = ['For Everyone in This Workspace'];
      pressed = 'Use in This Conversation';
      await vscode.commands.executeCommand(commands.saveToolSet, members);
      assert.deepEqual(ofWorkspace(), { Team: members });
      assert.deepEqual(messages, ['Tool set "Team" was saved: 1 tool.']);
      assert.deepEqual(await inUse(), ['Team', undefined]);
      await choose('Team', 'Use in This Workspace');
      written = 'Crew';
      await choose('Team', 'Rename…');
      assert.deepEqual([ofWorkspace(), ofUser()], [{ Crew: members }, before]);
      assert.deepEqual(await inUse(), ['Crew', 'Crew']);
      pressed = 'Delete';
      await choose('Crew', 'Delete');
      assert.match(messages.at(-1) ?? '', /settings of this workspace, for everyone who uses the workspace/);
      assert.deepEqual([ofWorkspace(), ofUser()], [{}, before]);
      assert.deepEqual(await inUse(), [undefined, undefined]);
    } finally {
      await writeWorkspace(undefined);
    }
  });

  it('is none without a tool, and the list of none says how to get one', async () => {
    await vscode.commands.executeCommand(commands.saveToolSet, []);
    assert.deepEqual(messages, ['Nothing was saved: select at least one tool for the tool set.']);
    await configure('tools.sets', {});
    await choose('All tools');
    assert.equal(placeholder, 'There is no tool set yet. Save a selection of tools as one.');
    assert.deepEqual(picks.at(-1), ['All tools (no tool set)', 'Save Selection as Tool Set…']);
    await vscode.commands.executeCommand(commands.clearToolSet);
    assert.equal(messages.at(-1), 'No tool set is used in this conversation.');
  });

  it('of a workspace is offered with that said, and never under a name that looks like one of the user or is markup', async () => {
    await configure('tools.sets', { Größe: ['shop'] });
    await writeWorkspace({
      ['Größe'.normalize('NFD')]: ['shop', 'evil'],
      'Größe\uFE00': ['evil'],
      '\u3164': ['evil'],
      '$(zap) Größe': ['evil'],
      '[x](command:evil)': ['evil'],
      'two\nlines': ['evil'],
      Theirs: ['$(zap) [x](command:evil)', 'shop/list_order'],
    });
    try {
      await choose();
      assert.deepEqual(picks.at(-1)?.slice(0, 3), [
        'Größe (4 tools)',
        'Theirs (1 tool · from this workspace · not connected: $ (zap) [x] (command:evil))',
        'All tools (no tool set)',
      ]);
      assert.deepEqual(await suggested(''), ['Größe: Tool set', 'Theirs: Tool set of the workspace']);
      assert.deepEqual(await suggested('evil'), []);
      Object.defineProperty(vscode.workspace, 'isTrusted', { get: () => false, configurable: true });
      assert.deepEqual(await suggested(''), ['Größe: Tool set']);
    } finally {
      Object.defineProperty(vscode.workspace, 'isTrusted', trust);
      await writeWorkspace(undefined);
    }
  });

  it('of a workspace that is not trusted is not offered, and gives a conversation no tools', async () => {
    await writeWorkspace({ Theirs: ['shop'], Few: ['shop'] });
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
      await writeWorkspace(undefined);
    }
  });
});

/** What every page gets of the user's settings, and the tabs of pages. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { poll } from '../e2e/support/poll.ts';
import { runManualCall } from '../../src/editor/chat/manualCall.ts';
import type { CallOrigin } from '../../src/protocol/index.ts';
import { configure, fixture, parts, serverIn } from './support.ts';
import { connectPage } from '../../src/editor/common/pageConnection.ts';
import { PagePanels, type PagePanel } from '../../src/editor/common/pagePanels.ts';

type Message = { readonly type: string };

describe('a page', () => {
  const chat = () => vscode.workspace.getConfiguration('chat');
  const { Global } = vscode.ConfigurationTarget;
  afterEach(async () => {
    await chat().update('fontSize', undefined, Global);
    await chat().update('fontFamily', undefined, Global);
  });

  it('gets its looks in answer to ready, before anything else, and again when the user changes them', async () => {
    const log: Message[] = [];
    const { webview, send } = webviewOf(log);
    const page = connectPage(
      webview,
      (message) => log.push({ type: `received ${(message as Message).type}` }),
      () => 'Rivers',
    );
    try {
      send({ type: 'ready' });
      const looks = { type: 'appearance', title: 'Rivers', settings: {} };
      assert.deepEqual(log.splice(0), [
        { ...looks, font: { size: undefined, family: undefined } },
        { type: 'received ready' },
      ]);
      await chat().update('fontSize', 500, Global);
      await poll('the font', () => Promise.resolve(log.length > 0));
      assert.deepEqual(log.at(-1), { ...looks, font: { size: 100, family: undefined } });
    } finally {
      page.dispose();
    }
    log.length = 0;
    await chat().update('fontFamily', 'Atkinson Hyperlegible', Global);
    assert.deepEqual(log, []);
  });

  it('has one tab for each key, which ends its code when it is closed', async () => {
    const ended: string[] = [];
    const shown: string[] = [];
    const tabs = new PagePanels<Message, ReturnType<typeof pageOf>>(vscode.Uri.file('/'), {
      viewType: 'patchbay.test',
      files: 'history',
    });
    const pageOf = (name: string, { isVisible }: PagePanel<Message>) => ({
      name,
      isVisible,
      receive: () => undefined,
      onDidShow: () => shown.push(name),
      dispose: () => ended.push(name),
    });
    const show = (name: string) => tabs.show(name, name, (panel) => pageOf(name, panel));
    try {
      const first = show('one');
      assert.notEqual(show('two'), first);
      assert.equal(show('one'), first);
      await poll('the first tab to be in front again', () => Promise.resolve(shown.includes('one')));
    } finally {
      tabs.dispose();
    }
    assert.deepEqual(ended, ['one', 'two']);
  });
});

describe('a call of the user', () => {
  const { showWarningMessage } = vscode.window;
  let approval: unknown;
  before(async () => {
    approval = vscode.workspace.getConfiguration('patchbay').inspect('tools.approval')?.globalValue;
    await configure('tools.approval', 'ask');
  });
  after(async () => {
    Object.assign(vscode.window, { showWarningMessage });
    await configure('tools.approval', approval);
    await configure('servers', undefined);
  });

  it('runs as it was filled in where the tool only reads, and asks otherwise, also for what a model wrote', async () => {
    await configure('servers', { modern: fixture('modern') });
    await serverIn('modern', 'connected');
    const engine = await (await parts()).engine();
    const asked: string[] = [];
    Object.assign(vscode.window, {
      showWarningMessage: (text: string) => {
        asked.push(text);
        return Promise.resolve(undefined);
      },
    });
    const ran: string[] = [];
    const run = (tool: string, argsText: string, origin?: CallOrigin) =>
      runManualCall(engine, {
        source: { kind: 'mcp', server: 'modern' },
        tool,
        argsText,
        origin,
        signal: new AbortController().signal,
        onEvent: (event) => {
          if (event.type === 'callEnd') ran.push(`${tool}: ${event.result.status}`);
        },
      });
    await run('add', '{"a":1,"b":2}');
    await run('fail', '{}');
    await run('add', '{"a":1,"b":2}', { marks: [] });
    assert.deepEqual(asked, ['Run fail of modern?', 'Run add of modern?']);
    assert.deepEqual(ran, ['add: success', 'fail: denied', 'add: denied']);
  });
});

/** A webview that notes what is posted; `send` is what its page sends. */
function webviewOf(log: Message[]): { webview: vscode.Webview; send: (message: Message) => void } {
  const messages = new vscode.EventEmitter<unknown>();
  const webview: vscode.Webview = {
    options: {},
    html: '',
    cspSource: 'none',
    onDidReceiveMessage: messages.event,
    postMessage: (message: Message) => {
      log.push(message);
      return Promise.resolve(true);
    },
    asWebviewUri: (uri) => uri,
  };
  return { webview, send: (message) => messages.fire(message) };
}

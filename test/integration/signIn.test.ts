/** A sign-in whose redirect does not come back, and the row of a server that is signed in to (features.md, A14). */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { EditorAuthorization } from '../../src/editor/auth/authorization.ts';
import type { Server } from '../../src/mcp/index.ts';
import { startPlainHttp } from '../fixtures/servers/plainHttp.ts';
import { configure, extension, parts, serverIn, tooltip } from './support.ts';

describe('a sign-in in the browser of another machine', () => {
  const { showInformationMessage, showInputBox } = vscode.window;
  const { openExternal } = vscode.env;
  afterEach(() => {
    Object.assign(vscode.window, { showInformationMessage, showInputBox });
    Object.assign(vscode.env, { openExternal });
  });

  it('is completed with the address that the browser ended at, which is asked for until it is one', async () => {
    const asked: string[] = [];
    const refused: unknown[] = [];
    const pasted = [
      '',
      'http://127.0.0.1:47823/oauth?code=c&state=other',
      'http://x/oauth?code=c&state=mine',
    ];
    Object.assign(vscode.window, {
      showInformationMessage: (text: string, _options: object, ...buttons: vscode.MessageItem[]) => {
        asked.push(text);
        return Promise.resolve(buttons[0]);
      },
      showInputBox: ({ validateInput }: vscode.InputBoxOptions) => {
        refused.push(validateInput?.('http://127.0.0.1:47823/'));
        return Promise.resolve(pasted.shift());
      },
    });
    const opened: string[] = [];
    Object.assign(vscode.env, {
      openExternal: (url: unknown) => Promise.resolve(opened.push(String(url)) > 0),
    });
    const { context } = await parts();
    const authorization = new EditorAuthorization(
      { secrets: context.secrets, extension: extension() },
      () => undefined,
      0,
    );
    const { signal } = new AbortController();
    let query: URLSearchParams | undefined;
    await authorization.whileAsked('remote', async () => {
      const redirect = await authorization.open({ server: 'remote', occasion: 'connect' }, signal);
      assert.ok(redirect);
      try {
        query = await redirect.authorize(new URL('https://as.example/authorize?state=mine'), signal);
      } finally {
        redirect.close();
      }
    });
    assert.equal(query?.get('state'), 'mine');
    assert.deepEqual(opened, ['https://as.example/authorize?state=mine']);
    assert.equal(asked.length, 3);
    assert.match(asked[0] ?? '', /copy its address and paste it here/);
    assert.deepEqual(refused, Array(3).fill('This is not the address of a sign-in.'));
  });
});

describe('two servers at one address', () => {
  afterEach(() => configure('servers', undefined));

  it('say in their rows which account each is signed in to', async () => {
    const http = await startPlainHttp(() => undefined);
    try {
      const { tree } = await parts();
      const definition = { type: 'http', url: http.url };
      await configure('servers', { home: definition, work: definition, none: definition });
      const accounts: Readonly<Record<string, string | undefined>> = {
        home: 'ada@home.example',
        work: 'ada@work.example',
        none: undefined,
      };
      for (const [name, account] of Object.entries(accounts)) {
        const server: Server = await serverIn(name, 'connected');
        Object.defineProperty(server, 'account', { value: account });
      }
      const rows = (await tree.getChildren()).map((node) => tree.getTreeItem(node));
      const row = (name: string): vscode.TreeItem => {
        const found = rows.find(({ label }) => label === name);
        assert.ok(found);
        return found;
      };
      assert.equal(row('home').description, '1 tool · ada@home.example');
      assert.equal(row('none').description, '1 tool');
      assert.match(
        row('home').accessibilityInformation?.label ?? '',
        /1 of 1 tools, ada@home\.example|ada@home\.example$/,
      );
      assert.match(tooltip(row('home')), /Signed in as ada@home\.example/);
      assert.equal(row('work').description, '1 tool · ada@work.example');
    } finally {
      await configure('servers', undefined);
      await http.close();
    }
  });
});

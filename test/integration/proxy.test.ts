/**
 * A machine that reaches the network through a proxy, or not at all. The proxy is a real one; the names that it knows
 * mean nothing to anybody else, so what arrives has come through it. Each attempt has a name of its own, as the editor
 * keeps connections.
 */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Item } from '../../src/protocol/index.ts';
import { startEndpoint, textReply, type ScriptedEndpoint } from '../fixtures/endpoint.ts';
import { startProxy, type TestProxy } from '../fixtures/proxy.ts';
import { startProtected, type ProtectedServer } from '../fixtures/servers/protected.ts';
import { askInChat, configure, parts, serverIn } from './support.ts';

/** Writes one of the editor's own settings. */
const setHttp = (key: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration('http').update(key, value, vscode.ConfigurationTarget.Global);

describe('behind a proxy', () => {
  let endpoint: ScriptedEndpoint;
  let server: ProtectedServer;
  let proxy: TestProxy;

  before(async () => {
    endpoint = await startEndpoint(() => textReply('here'));
    server = await startProtected();
    await configure('model.name', 'scripted');
  });
  beforeEach(async () => {
    proxy = await startProxy({ 'model.test': endpoint.baseURL, 'mcp.test': server.url });
    await setHttp('proxy', proxy.url);
  });
  afterEach(async () => {
    for (const key of ['proxy', 'noProxy', 'proxySupport']) await setHttp(key, undefined);
    await configure('servers', undefined);
    await proxy.close();
  });
  after(async () => {
    for (const key of ['model.baseUrl', 'model.name']) await configure(key, undefined);
    await endpoint.close();
    await server.close();
  });

  /** Asks the model at that host, and gives the last item of the chat. */
  async function ask(host: string): Promise<Item | undefined> {
    await configure('model.baseUrl', `http://${host}/v1`);
    const items = await askInChat('precious words');
    assert.ok(items[0]?.kind === 'user' && items[0].text === 'precious words');
    return items.at(-1);
  }

  async function notice(host: string): Promise<string> {
    const last = await ask(host);
    assert.ok(last?.kind === 'notice' && last.level === 'error', JSON.stringify(last));
    assert.ok(last.actions.includes('retry'));
    return last.text;
  }

  /** Why a server at that host is not connected. */
  async function failure(host: string, type = 'http'): Promise<{ reason: string; words: string }> {
    const name = `at-${type}-${host.replaceAll('.', '-')}`;
    await configure('servers', { [name]: { type, url: `http://${host}/mcp` } });
    const { state } = await serverIn(name, 'error');
    const { reason, message, next } = state.failure;
    return { reason, words: `${message.localized} ${next.localized}` };
  }

  async function takesAll(): Promise<void> {
    assert.equal((await ask('model.test'))?.kind, 'assistant');
    assert.deepEqual(proxy.seen, ['CONNECT model.test:80']);
    assert.equal((await failure('mcp.test')).reason, 'sign-in');
    assert.deepEqual(proxy.seen.slice(1), [
      'CONNECT mcp.test:80',
      'GET http://mcp.test/.well-known/oauth-protected-resource/mcp',
      'GET http://mcp.test/.well-known/oauth-authorization-server',
    ]);
  }

  it('takes the requests of the chat, of servers and of their sign-in there', () => takesAll());

  it('takes those for web pages there, whose names it looks up', async () => {
    const fetchPage = (await (await parts()).engine()).tools.snapshot().get('fetch_page');
    const signal = new AbortController().signal;
    for (const support of ['override', 'on']) {
      await setHttp('proxySupport', support);
      const result = await fetchPage?.call(
        { url: 'http://mcp.test/page' },
        { signal, onProgress: () => undefined, approved: [] },
      );
      // The server has no such page.
      assert.match(JSON.stringify(result?.content), /mcp\.test answered with HTTP status 4\d\d/);
      assert.equal(proxy.seen.at(-1), 'GET http://mcp.test/page');
    }
  });

  it('takes them there with "http.proxySupport": "on" too', async () => {
    await setHttp('proxySupport', 'on');
    await takesAll();
  });

  it('goes past it where http.noProxy or http.proxySupport says so', async () => {
    await setHttp('noProxy', ['model.test', '.mcp.test']);
    assert.match(await notice('model.test'), /could not be resolved/);
    assert.match((await failure('one.mcp.test')).words, /host name is unknown/);
    await setHttp('noProxy', undefined);
    await setHttp('proxySupport', 'off');
    assert.match(await notice('model.test'), /could not be resolved/);
    assert.match((await failure('mcp.test')).words, /host name is unknown/);
    assert.deepEqual(proxy.seen, []);
  });

  it('says that the proxy refuses, and what to do', async () => {
    proxy.answerWith(407);
    const wanted =
      /proxy .* refused the connection \(HTTP 407\)\. Set .*user name and password .*"http\.proxy"/;
    assert.match(await notice('one.refused.test'), wanted);
    assert.match((await failure('one.refused.test')).words, wanted);
    proxy.answerWith(403);
    const denied =
      /proxy .* refused the connection \(HTTP 403\)\. Check whether the proxy lets requests .*"http\.noProxy"/;
    assert.match(await notice('two.refused.test'), denied);
    assert.match((await failure('two.refused.test', 'sse')).words, denied);
  });

  it('says that the proxy is gone, and not that the server is, and works once it is back', async () => {
    const { host, port } = new URL(proxy.url);
    await proxy.close();
    const gone = new RegExp(
      `proxy .* cannot be reached \\(${host}, ECONNREFUSED\\)\\. Check .*"http\\.proxy"`,
    );
    assert.match(await notice('model.test'), gone);
    assert.match((await failure('mcp.test')).words, gone);
    assert.match((await failure('mcp.test', 'sse')).words, gone);
    proxy = await startProxy({ 'model.test': endpoint.baseURL }, Number(port));
    assert.equal((await ask('model.test'))?.kind, 'assistant');
  });
});

describe('without a network', () => {
  before(() => configure('model.name', 'scripted'));
  after(async () => {
    for (const key of ['model.baseUrl', 'model.name', 'servers']) await configure(key, undefined);
  });

  it('says in the chat and of a server what is not reached and what to check, and keeps the message', async () => {
    await configure('model.baseUrl', 'http://nowhere.invalid/v1');
    const items = await askInChat('precious words');
    assert.ok(items[0]?.kind === 'user' && items[0].text === 'precious words');
    const last = items.at(-1);
    assert.ok(last?.kind === 'notice' && last.level === 'error' && last.actions.includes('retry'));
    assert.match(
      last.text,
      /name of nowhere\.invalid could not be resolved .*Check the base URL and the network/,
    );
    await configure('servers', { away: { type: 'http', url: 'http://nowhere.invalid/mcp' } });
    const { failure } = (await serverIn('away', 'error')).state;
    assert.match(failure.message.localized, /host name is unknown/);
    assert.match(failure.next.localized, /network.*"http\.proxy"/);
  });
});

/** Errors that mean a proxy and not the address that was asked for, as Node, undici and the editor word them. */
import assert from 'node:assert/strict';
import { proxyProblem } from '../../../src/protocol/index.ts';

const failed = (cause: unknown): Error => new TypeError('fetch failed', { cause });
const system = (message: string, facts: object): Error => Object.assign(new Error(message), facts);
const refusedAt = (address: string, port: number): Error =>
  system(`connect ECONNREFUSED ${address}:${port}`, {
    code: 'ECONNREFUSED',
    syscall: 'connect',
    address,
    port,
  });
const unknown = (hostname: string): Error =>
  system(`getaddrinfo ENOTFOUND ${hostname}`, { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname });
const URLS = { plain: 'http://api.test/v1', secure: 'https://api.test/v1', port: 'http://api.test:8080/v1' };

describe('a proxy behind a failed request', () => {
  for (const url of Object.values(URLS)) {
    it(`is recognised by an address to which nothing connects without it: ${url}`, () => {
      const port = Number(new URL(url).port) || (url.startsWith('https') ? 443 : 80);
      assert.equal(proxyProblem(failed(refusedAt('192.0.2.1', port)), url), undefined);
      assert.equal(proxyProblem(failed(unknown('api.test')), url), undefined);
      assert.deepEqual(proxyProblem(failed(refusedAt('127.0.0.1', 3128)), url), {
        kind: 'unreachable',
        proxy: '127.0.0.1:3128',
        code: 'ECONNREFUSED',
      });
      assert.deepEqual(proxyProblem(failed(unknown('proxy.test')), url), {
        kind: 'unreachable',
        proxy: 'proxy.test',
        code: 'ENOTFOUND',
      });
    });
  }

  it('is found among the errors of several addresses, and of those that have a place in words only', () => {
    const several = new AggregateError([refusedAt('::1', 3128), refusedAt('127.0.0.1', 3128)], 'no');
    assert.deepEqual(proxyProblem(failed(several), URLS.secure), {
      kind: 'unreachable',
      proxy: '[::1]:3128',
      code: 'ECONNREFUSED',
    });
    const late = (address: string): Error =>
      failed(
        system(`Connect Timeout Error (attempted address: ${address}, timeout: 10000ms)`, {
          code: 'UND_ERR_CONNECT_TIMEOUT',
        }),
      );
    assert.deepEqual(proxyProblem(late('proxy.test:3128'), URLS.secure), {
      kind: 'unreachable',
      proxy: 'proxy.test:3128',
      code: 'UND_ERR_CONNECT_TIMEOUT',
    });
    assert.equal(proxyProblem(late('api.test:443'), URLS.secure), undefined);
  });

  it('is found in what it answered, and in what the editor says of it, without a password', () => {
    const tunnel = system('Proxy response (407) !== 200 when HTTP Tunneling', { code: 'UND_ERR_ABORTED' });
    const cancelled = new Error('Request was cancelled.', { cause: tunnel });
    assert.deepEqual(proxyProblem(failed(cancelled), URLS.secure), { kind: 'refused', status: 407 });
    const words = 'Failed to establish a socket connection to proxies: PROXY';
    for (const name of ['proxy.test:3128', '<credentials>@proxy.test:3128', 'user:pass@proxy.test:3128'])
      assert.deepEqual(proxyProblem(failed(new Error(`${words} ${name}`)), URLS.secure), {
        kind: 'unreachable',
        proxy: 'proxy.test:3128',
        code: undefined,
      });
  });

  it('is not found where nothing speaks of one, in a circle, or without an address', () => {
    const circle = new Error('circle');
    circle.cause = circle;
    for (const error of [undefined, 'words', new Error('fetch failed'), circle])
      assert.equal(proxyProblem(error, URLS.plain), undefined);
    assert.equal(proxyProblem(refusedAt('127.0.0.1', 3128), 'no address'), undefined);
  });
});

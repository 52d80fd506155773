import assert from 'node:assert/strict';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { redirectQuery } from '../../../../src/base/common/redirectQuery.ts';
import { pastedAuthorization } from '../../../../src/mcp/index.ts';
import { startProtected, type ProtectedServer } from '../../../fixtures/servers/protected.ts';
import { until } from '../../until.ts';
import { Bench, textOf } from '../support.ts';

describe('the address that a browser ends at', () => {
  for (const pasted of [
    'http://127.0.0.1:47823/oauth?code=a%2Bb&state=s',
    '  "http://127.0.0.1:47823/oauth?state=s&code=a%2Bb"\n',
    '<http://127.0.0.1:47823/oauth?state=s&code=a%2Bb#_=_>',
    '?state=s&code=a%2Bb',
    'state=s&code=a%2Bb',
  ])
    it(`is read from ${JSON.stringify(pasted)}`, () => {
      const query = redirectQuery(pasted);
      assert.deepEqual([query?.get('state'), query?.get('code')], ['s', 'a+b']);
    });

  it('is read when the sign-in was refused', () => {
    assert.equal(
      redirectQuery('http://127.0.0.1:1/oauth?error=access_denied&state=s')?.get('error'),
      'access_denied',
    );
  });

  for (const pasted of ['', 'hello', 'http://127.0.0.1:47823/oauth', 'http://x/?code=a', 'http://x/?state=s'])
    it(`is not ${JSON.stringify(pasted)}`, () => assert.equal(redirectQuery(pasted), undefined));
});

describe('a sign-in whose answer is pasted', () => {
  it('lets the next one begin, with the next line, when it is given up', async () => {
    const shown: string[] = [];
    const given = new PassThrough();
    const authorization = pastedAuthorization({
      show: (server) => void shown.push(server),
      lines: () => createInterface({ input: given }),
    });
    const signIn = async (server: string, signal: AbortSignal): Promise<URLSearchParams> => {
      const redirect = await authorization.open({ server, occasion: 'connect' }, signal);
      assert.ok(redirect);
      return redirect.authorize(new URL(`http://127.0.0.1/authorize?state=${server}`), signal);
    };
    const stop = new AbortController();
    const first = assert.rejects(signIn('one', stop.signal), /too late/);
    await until(() => shown.includes('one'));
    const second = signIn('two', new AbortController().signal);
    stop.abort(new Error('too late'));
    await until(() => shown.includes('two'));
    given.write('http://127.0.0.1:47823/oauth?code=c&state=two\n');
    assert.equal((await second).get('code'), 'c');
    await first;
  });
});

describe('a host without a browser', () => {
  let server: ProtectedServer;
  let bench: Bench;
  beforeEach(async () => {
    server = await startProtected();
  });
  afterEach(async () => {
    await bench.dispose();
    await server.close();
  });
  /** What the user pastes after each address that is shown; `undefined` ends the input. */
  const start = async (paste: (back: string, time: number) => readonly string[]) => {
    const shown: string[] = [];
    const authorization = pastedAuthorization({
      show: (_, url) => void shown.push(url),
      lines: async function* () {
        const response = await fetch(shown.at(-1) ?? '', { redirect: 'manual' });
        yield* paste(response.headers.get('location') ?? '', shown.length);
      },
    });
    bench = new Bench({ authorization });
    await bench.start({ remote: { type: 'http', url: server.url } });
    return shown;
  };

  it('signs in with the address that is pasted', async () => {
    const shown = await start((back) => [back]);
    assert.equal(shown.length, 1);
    assert.equal(textOf(await bench.call('remote', 'add', { a: 1, b: 2 })), '3');
  });

  it('shows the address of the sign-in again after what is not its answer', async () => {
    const shown = await start((back) => ['what?', '', back.replace(/state=[^&]{4}/, 'state=abcd'), back]);
    assert.equal(shown.length, 3);
    assert.equal(bench.server('remote').state.kind, 'connected');
  });

  it('fails when the input ends', async () => {
    await start(() => []);
    const { failure } = await bench.until('remote', 'error');
    assert.equal(failure.message.english, 'The sign-in failed: the address from the browser was not pasted.');
  });
});

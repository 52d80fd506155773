/** Authorization servers as they are, from reports on other clients. */
import assert from 'node:assert/strict';
import { startProtected, type ProtectedServer } from '../../../fixtures/servers/protected.ts';
import { browser } from '../browser.ts';
import { Bench, textOf } from '../support.ts';

const OF_SERVER = '/.well-known/oauth-authorization-server';
const OF_RESOURCE = '/.well-known/oauth-protected-resource/mcp';
type Answer = Record<string, unknown>;
type Change = (answer: Answer) => unknown;
/** JSON leaves it out. */
const without =
  (name: string): Change =>
  (all) => ({ ...all, [name]: undefined });

describe('an authorization server with odd answers', () => {
  let server: ProtectedServer;
  let bench: Bench;
  beforeEach(async () => {
    server = await startProtected();
  });
  afterEach(async () => {
    await bench.dispose();
    await server.close();
  });
  const signIn = async (change?: (query: URLSearchParams) => void, kept?: Map<string, string>) => {
    bench = new Bench({ authorization: browser(change, kept).authorization });
    await bench.start({ remote: { type: 'http', url: server.url } });
  };
  const works = async () => {
    const { state } = bench.server('remote');
    assert.equal(state.kind, 'connected', state.kind === 'error' ? state.failure.message.english : '');
    assert.equal(textOf(await bench.call('remote', 'add', { a: 1, b: 2 })), '3');
  };

  const good: readonly [title: string, path: string, change: Change][] = [
    ['nulls in its metadata', OF_SERVER, (all) => ({ ...all, scopes_supported: null, jwks_uri: null })],
    ['empty addresses in its metadata', OF_SERVER, (all) => ({ ...all, revocation_endpoint: '' })],
    [
      'texts for lists',
      OF_SERVER,
      (all) => ({ ...all, response_types_supported: 'code', scopes_supported: 'a b' }),
    ],
    ['no response types', OF_SERVER, without('response_types_supported')],
    [
      'values of other kinds for lists',
      OF_SERVER,
      (all) => ({ ...all, response_types_supported: {}, scopes_supported: 5, grant_types_supported: true }),
    ],
    ['no way to prove a code', OF_SERVER, (all) => ({ ...all, code_challenge_methods_supported: [] })],
    [
      'a way to prove a code in lower case',
      OF_SERVER,
      (all) => ({ ...all, code_challenge_methods_supported: ['plain', 's256'] }),
    ],
    ['an issuer that is a number', OF_SERVER, (all) => ({ ...all, issuer: 7 })],
    ['an address in a list', OF_SERVER, (all) => ({ ...all, token_endpoint: [all['token_endpoint']] })],
    [
      'a resource with a slash at the end',
      OF_RESOURCE,
      (all) => ({ ...all, resource: `${String(all['resource'])}/` }),
    ],
    ['no issuer', OF_SERVER, without('issuer')],
    [
      'an issuer with a slash at the end',
      OF_SERVER,
      (all) => ({ ...all, issuer: `${String(all['issuer'])}/` }),
    ],
    ['addresses without an origin', OF_SERVER, (all) => ({ ...all, token_endpoint: '/token' })],
    ['flags as texts', OF_SERVER, (all) => ({ ...all, client_id_metadata_document_supported: 'false' })],
    ['nulls in the metadata of the resource', OF_RESOURCE, (all) => ({ ...all, scopes_supported: null })],
    [
      'one authorization server that is no list',
      OF_RESOURCE,
      (all) => ({ ...all, authorization_servers: String(all['authorization_servers']) }),
    ],
    ['a resource that is null', OF_RESOURCE, (all) => ({ ...all, resource: null })],
    [
      'a web page for the metadata of the resource',
      OF_RESOURCE,
      () => new Response('<!doctype html><p>Welcome', { headers: { 'content-type': 'text/html' } }),
    ],
    [
      'a registration with empty and null members',
      '/register',
      (all) => ({
        ...all,
        client_uri: '',
        logo_uri: null,
        contacts: null,
        client_secret: '',
        client_secret_expires_at: null,
        software_id: null,
      }),
    ],
    ['a registration without redirect addresses', '/register', without('redirect_uris')],
    ['a client ID that is a number', '/register', (all) => ({ ...all, client_id: 17 })],
    ['tokens with nulls', '/token', (all) => ({ ...all, expires_in: null, scope: null, id_token: null })],
    ['tokens without a kind', '/token', without('token_type')],
    [
      'a time as a text, and scopes as a list',
      '/token',
      (all) => ({ ...all, expires_in: '3600', scope: ['a', 'b'] }),
    ],
    ['a time that is none', '/token', (all) => ({ ...all, expires_in: 'never' })],
    ['a mark before its JSON', '/token', (all) => new Response(`\uFEFF${JSON.stringify(all)}`)],
    [
      'tokens as a form',
      '/token',
      (all) =>
        new Response(
          new URLSearchParams({ access_token: String(all['access_token']), token_type: 'bearer' }),
        ),
    ],
  ];
  for (const [title, path, change] of good)
    it(`is signed in to when it sends ${title}`, async () => {
      server.alter(path, change);
      await signIn();
      await works();
    });

  it('is signed in to when its issuer and its "iss" both have a slash at the end', async () => {
    server.alter(OF_SERVER, (all) => ({ ...all, issuer: `${String(all['issuer'])}/` }));
    await signIn((query) => query.set('iss', `${new URL(server.url).origin}/`));
    await works();
  });

  for (const iss of ['https://evil.example/', 'with a slash'])
    it(`is refused when only its "iss" is another: ${iss}`, async () => {
      const other = iss === 'with a slash' ? `${new URL(server.url).origin}/` : iss;
      await signIn((query) => query.set('iss', other));
      const { failure } = await bench.until('remote', 'error');
      assert.match(failure.message.english, /differs from the one that the server names/);
      assert.equal(server.counts.exchanged, 0);
    });

  it('keeps no refresh token that is empty', async () => {
    const kept = new Map<string, string>();
    server.alter('/token', (all) => ({ ...all, refresh_token: '' }));
    await signIn(undefined, kept);
    await works();
    assert.doesNotMatch([...kept.values()].join(), /"refresh_token":/);
  });

  it('is told of in the log, once', async () => {
    server.alter('/token', without('token_type'));
    await signIn();
    const said = bench.log.filter((line) => line.includes('"token_type" of "tokens"'));
    assert.equal(said.length, 1);
  });

  const bad: readonly [title: string, path: string, change: Change, why: RegExp][] = [
    [
      'an error with status 200',
      '/token',
      () => ({ error: 'bad_verification_code', error_description: 'The code is wrong.' }),
      /bad_verification_code\. The code is wrong\./,
    ],
    [
      'an error whose description is null',
      '/token',
      () => Response.json({ error: 'invalid_request', error_description: null }, { status: 400 }),
      /failed: invalid_request/,
    ],
    [
      'an error as an object',
      '/token',
      () => Response.json({ error: { code: 'E17', message: 'Too old.' } }, { status: 400 }),
      /E17\. Too old\./,
    ],
    ['only a detail', '/token', () => Response.json({ detail: 'Not today' }, { status: 422 }), /Not today\./],
    [
      'a page with an error',
      '/token',
      () => new Response('<html>Bad <b>gateway</b>', { status: 502 }),
      /failed: server_error\. HTTP 502\.$/,
    ],
    [
      'a page in place of tokens',
      '/token',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      /answered with a web page instead of a sign-in response/,
    ],
    ['no access token', '/token', without('access_token'), /the member "access_token" is missing/],
    ['no client ID', '/register', without('client_id'), /the member "client_id" is missing/],
    [
      'a refused registration',
      '/register',
      () =>
        Response.json({ error: 'invalid_redirect_uri', error_description: 'Only https.' }, { status: 400 }),
      /refused to register Patchbay as a client \(HTTP 400\)\. invalid_redirect_uri\. Only https\.$/,
    ],
    ['no token endpoint', OF_SERVER, without('token_endpoint'), /the member "token_endpoint" is missing/],
    [
      'no registration endpoint',
      OF_SERVER,
      without('registration_endpoint'),
      /does not support dynamic client registration/,
    ],
    [
      'another way to prove a code',
      OF_SERVER,
      (all) => ({ ...all, code_challenge_methods_supported: ['plain'] }),
      /does not support what MCP requires/,
    ],
    [
      'the name of another issuer',
      OF_SERVER,
      (all) => ({ ...all, issuer: 'https://evil.example' }),
      /differs from the one that the server names/,
    ],
  ];
  for (const [title, path, change, why] of bad)
    it(`is explained in a sentence when it sends ${title}`, async () => {
      server.alter(path, change);
      await signIn();
      const { failure } = await bench.until('remote', 'error');
      assert.match(failure.message.english, why);
      assert.doesNotMatch(failure.message.english, /invalid_type|"path"|Incompatible auth|Raw body/);
    });
});

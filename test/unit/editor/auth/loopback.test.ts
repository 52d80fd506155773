/** The way back from the browser over a port of this machine. */
import assert from 'node:assert/strict';
import { openLoopback } from '../../../../src/editor/auth/loopback.ts';
import { clientMetadataUrlOf, isAllowedRedirect } from '../../../../src/editor/settings/redirectRule.ts';

describe('the port that the browser comes back to', () => {
  const seen: string[] = [];
  const deliver = (query: URLSearchParams): boolean => {
    seen.push(query.toString());
    return query.get('state') === 'mine';
  };
  beforeEach(() => void (seen.length = 0));

  it('takes the query as it is, and says so in the browser', async () => {
    const loopback = await openLoopback(deliver, 0);
    const response = await fetch(`${loopback.url}?state=mine&code=a%2Bb&iss=https%3A%2F%2Fas.example`);
    assert.equal(response.status, 200);
    assert.match(await response.text(), /Signed in/);
    assert.deepEqual(seen, ['state=mine&code=a%2Bb&iss=https%3A%2F%2Fas.example']);
    loopback.close();
  });

  it('shows nothing of what came in, and keeps the code out of the next address', async () => {
    const loopback = await openLoopback(deliver, 0);
    const response = await fetch(`${loopback.url}?state=%3Cscript%3E&error=%3Cb%3E`);
    assert.equal(response.status, 400);
    assert.doesNotMatch(await response.text(), /<script>|<b>/);
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "form-action 'none'", "base-uri 'none'"])
      assert.ok(policy.split('; ').includes(part), part);
    loopback.close();
  });

  it('answers to no other path or method', async () => {
    const loopback = await openLoopback(deliver, 0);
    const other = new URL('/favicon.ico?state=mine', loopback.url);
    assert.equal((await fetch(other)).status, 404);
    assert.equal((await fetch(`${loopback.url}?state=mine`, { method: 'POST' })).status, 404);
    assert.deepEqual(seen, []);
    loopback.close();
  });

  it('is another one if the preferred port is taken', async () => {
    const first = await openLoopback(deliver, 0);
    const second = await openLoopback(deliver, Number(new URL(first.url).port));
    assert.notEqual(second.url, first.url);
    first.close();
    second.close();
  });

  it('is closed with the sign-in', async () => {
    const loopback = await openLoopback(deliver, 0);
    loopback.close();
    await assert.rejects(fetch(loopback.url));
  });
});

describe('a redirect address', () => {
  it('is allowed if it is https, or http to this machine', () => {
    const allowed = [
      'https://editor.example/callback?id=1',
      'http://127.0.0.1:1/oauth',
      'http://localhost:1/',
    ];
    const refused = [
      'vscode://patchbay.patchbay/oauth',
      'http://editor.example/',
      'http://127.0.0.1.example/',
      '',
    ];
    for (const url of allowed) assert.ok(isAllowedRedirect(url), url);
    for (const url of refused) assert.ok(!isAllowedRedirect(url), url);
  });
});

describe('the address of the client metadata', () => {
  it('is https with a path, or none', () => {
    assert.equal(clientMetadataUrlOf(' https://a.example/client.json '), 'https://a.example/client.json');
    for (const url of ['', 'https://a.example', 'http://a.example/client.json', 'client.json'])
      assert.equal(clientMetadataUrlOf(url), undefined, url);
  });
});

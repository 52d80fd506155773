/** Redirects of model endpoints, over real HTTP between real ports: what a request carries stays with its origin. */
import assert from 'node:assert/strict';
import { createOpenAiModel, listModels, probeModel } from '../../../../src/models/index.ts';
import { lookUpWindow } from '../../../../src/models/openai/modelList.ts';
import { errorReply, modelsReply, rawReply, textReply, type Reply } from '../../../fixtures/endpoint.ts';
import { asking, modelErrorOf, run, useEndpoints } from '../support.ts';

const model = 'scripted';
const canCallTools = true;
const secret = { apiKey: 'sk-secret-key', headers: { 'x-profile': 'profile-secret' } };
const statuses = [301, 302, 303, 307, 308];
const { signal } = new AbortController();

const redirect = (status: number, location?: string): Reply =>
  rawReply([''], { status, headers: location === undefined ? {} : { location } });

describe('a redirect of a model endpoint', () => {
  const start = useEndpoints();

  const requests = {
    'a turn': (baseURL: string) =>
      run(createOpenAiModel({ baseURL, model, canCallTools, ...secret }), asking('Hi')),
    'the list of models': (baseURL: string) => listModels({ baseURL, signal, ...secret }),
    'trying a model': (baseURL: string) => probeModel({ baseURL, ...secret }, model, 5_000, signal),
  };
  for (const [what, send] of Object.entries(requests)) {
    for (const status of statuses) {
      it(`to another port is not followed: ${what}, ${status}`, async () => {
        const other = await start([textReply('Hi')], { models: ['scripted'] });
        const here = await start((request) => redirect(status, `${other.baseURL}${request.path.slice(3)}`));
        const { kind, message } = await modelErrorOf(send(here.baseURL));
        assert.equal(other.connections, 0);
        assert.equal(here.requests.length, 1);
        assert.equal(kind, 'bad-settings');
        assert.ok(message.includes(`set the base URL to ${other.baseURL}.`), message);
      });
    }
  }

  it('is not followed when the size of the context is looked up', async () => {
    const other = await start([], { models: ['scripted'] });
    const here = await start(() => redirect(307, `${other.baseURL}/models`));
    assert.equal(await lookUpWindow({ baseURL: here.baseURL, ...secret }, model), undefined);
    assert.equal(here.requests.length, 1);
    assert.equal(other.connections, 0);
  });

  it('within its origin is followed, with the whole request', async () => {
    for (const status of [307, 308]) {
      const { baseURL, requests: seen } = await start((request) =>
        request.path === '/v1/chat/completions' ? redirect(status, '/v2/chat/completions') : textReply('Hi'),
      );
      assert.equal((await run(createOpenAiModel({ baseURL, model, canCallTools, ...secret }))).text, 'Hi');
      assert.deepEqual(
        seen.map(({ method, path, headers, body }) => [
          method,
          path,
          headers['x-profile'],
          headers.authorization,
          body.messages.length,
        ]),
        ['/v1', '/v2'].map((root) => [
          'POST',
          `${root}/chat/completions`,
          'profile-secret',
          'Bearer sk-secret-key',
          1,
        ]),
      );
    }
    const list = await start((request) =>
      request.path === '/v1/models' ? redirect(301, '/models') : modelsReply(['a']),
    );
    assert.deepEqual(
      (await listModels({ baseURL: list.baseURL, signal })).map(({ name }) => name),
      ['a'],
    );
  });

  it('within its origin is not followed where that would lose the message', async () => {
    for (const status of [301, 302, 303]) {
      const { baseURL, requests: seen } = await start(() => redirect(status, '/v2/chat/completions'));
      const { message } = await modelErrorOf(run(createOpenAiModel({ baseURL, model, canCallTools })));
      assert.match(message, /set the base URL to http:\/\/127\.0\.0\.1:\d+\/v2\.$/);
      assert.equal(seen.length, 1);
    }
  });

  it('that goes in a circle is given up', async () => {
    const { baseURL, requests: seen } = await start(() => redirect(307, '/v1/chat/completions'));
    const { message } = await modelErrorOf(run(createOpenAiModel({ baseURL, model, canCallTools })));
    assert.match(message, /in a loop/);
    assert.equal(seen.length, 21);
  });

  it('from its origin and then to another one is followed as far as the origin', async () => {
    const other = await start([textReply('Hi')]);
    const here = await start(({ path }) =>
      redirect(307, path.startsWith('/v1') ? '/v2/chat/completions' : `${other.baseURL}/chat/completions`),
    );
    await modelErrorOf(run(createOpenAiModel({ baseURL: here.baseURL, model, canCallTools, ...secret })));
    assert.equal(here.requests.length, 2);
    assert.equal(other.connections, 0);
  });

  const foreign = [
    ['another scheme of the same host', 'https://127.0.0.1/v1/chat/completions', 'https://127.0.0.1/v1.'],
    ['a name for the same machine', 'http://localhost/v1/chat/completions', 'http://localhost/v1.'],
    ['an address without its scheme', '//other.test/v1/chat/completions', 'http://other.test/v1.'],
    ['user name and password', 'http://me:pass@other.test/v1/chat/completions', 'http://other.test/v1.'],
    ['a query with a key', 'http://other.test/v1/chat/completions?key=abc', 'http://other.test/v1.'],
    [
      'a path that is a link',
      'http://other.test/[Run](command:x)/chat/completions',
      'The redirect leads to http://other.test.',
    ],
    ['a page', 'https://login.test/start', 'The redirect leads to https://login.test. Correct the base URL'],
    ['a command', 'command:workbench.action.quit', 'Correct the base URL in the settings.'],
    ['a file', 'file:///etc/passwd', 'Correct the base URL in the settings.'],
    ['nothing that can be read', 'http://[', 'Correct the base URL in the settings.'],
    ['nowhere', undefined, 'Correct the base URL in the settings.'],
  ] as const;
  for (const [what, location, advice] of foreign) {
    it(`to ${what} is not followed, and nothing of it but its address is shown`, async () => {
      const { baseURL, requests: seen } = await start(() => redirect(307, location));
      const error = await modelErrorOf(run(createOpenAiModel({ baseURL, model, canCallTools, ...secret })));
      assert.ok(error.message.includes(advice), error.message);
      assert.doesNotMatch(`${error.message} ${error.detail}`, /command|pass|abc|\[Run|passwd|secret/);
      assert.equal(seen.length, 1);
    });
  }

  it('of the same origin with a user name is not followed', async () => {
    const { baseURL, requests: seen } = await start((request, index) =>
      index === 0
        ? redirect(307, `http://me:pass@${request.headers.host}/v1/chat/completions`)
        : textReply('Hi'),
    );
    await modelErrorOf(run(createOpenAiModel({ baseURL, model, canCallTools })));
    assert.equal(seen.length, 1);
  });

  it('is refused too where a fetch hides where it leads', async () => {
    const fetch = (async () => ({ type: 'opaqueredirect', status: 0 })) as unknown as typeof globalThis.fetch;
    const options = { baseURL: 'http://models.test/v1', fetch, model, canCallTools };
    assert.equal((await modelErrorOf(run(createOpenAiModel(options)))).kind, 'bad-settings');
  });
});

describe('what an endpoint answers with', () => {
  const start = useEndpoints();

  it('is read no further than its first words when it is an error', async () => {
    const { baseURL } = await start(() => errorReply(400, 'x'.repeat(5_000_000)));
    const { detail } = await modelErrorOf(run(createOpenAiModel({ baseURL, model, canCallTools })));
    assert.ok((detail?.length ?? 0) < 3_000);
  });

  it('is refused when it is a list that does not end', async () => {
    const endless = '{"data":['.concat(' '.repeat(17 * 1024 * 1024));
    const { baseURL } = await start(() => rawReply([endless], { end: 'hang' }));
    assert.match((await modelErrorOf(listModels({ baseURL, signal }))).message, /is too long/);
  });
});

/** Which endpoint, model and key are used follows from the settings and the environment. */
import assert from 'node:assert/strict';
import { keyOrigin, resolveConnection, resolveEndpoint } from '../../../../src/models/index.ts';
import { modelErrorOf } from '../support.ts';
import { defined } from '../../defined.ts';

const none = (): Promise<undefined> => Promise.resolve(undefined);
const openAi = 'https://api.openai.com/v1';

describe('endpoint resolution', () => {
  it('takes the settings', async () => {
    const settings = { baseURL: 'http://localhost:11434/v1', model: 'qwen', toolCalling: false };
    assert.deepEqual(defined(await resolveEndpoint(settings, {}, none)), {
      baseURL: 'http://localhost:11434/v1',
      model: 'qwen',
      canCallTools: false,
    });
  });

  it('fills what the settings leave empty from the environment, and takes OpenAI for the endpoint by default', async () => {
    const environment = { OPENAI_API_KEY: 'env-key', OPENAI_MODEL: 'gpt' };
    const expected = { baseURL: openAi, model: 'gpt', canCallTools: true, apiKey: 'env-key' };
    assert.deepEqual(defined(await resolveEndpoint({}, environment, none)), expected);
    assert.deepEqual(
      defined(await resolveEndpoint({ baseURL: ' ', model: '' }, environment, none)),
      expected,
    );
    const elsewhere = await resolveEndpoint(
      {},
      { ...environment, OPENAI_BASE_URL: 'http://proxy.test/v1/' },
      none,
    );
    assert.deepEqual(defined(elsewhere), { ...expected, baseURL: 'http://proxy.test/v1' });
  });

  it('prefers each setting to the environment', async () => {
    const environment = { OPENAI_BASE_URL: 'http://proxy.test/v1', OPENAI_MODEL: 'gpt' };
    const { baseURL, model } = await resolveEndpoint(
      { baseURL: 'http://own.test/v1', model: 'own' },
      environment,
      none,
    );
    assert.deepEqual([baseURL, model], ['http://own.test/v1', 'own']);
  });

  it("gives the environment's key to the environment's endpoint only", async () => {
    const keyFor = async (
      set: string | undefined,
      inEnvironment: string | undefined,
    ): Promise<string | undefined> => {
      const environment = { OPENAI_API_KEY: 'env-key', OPENAI_BASE_URL: inEnvironment };
      return (await resolveConnection({ baseURL: set }, environment, none)).apiKey;
    };
    assert.equal(await keyFor('http://evil.test/v1', undefined), undefined);
    assert.equal(await keyFor('http://evil.test/v1', 'http://proxy.test/v1'), undefined);
    assert.equal(await keyFor('http://proxy.test/other', 'http://proxy.test/v1'), undefined);
    assert.equal(await keyFor(openAi, 'http://proxy.test/v1'), undefined);
    assert.equal(await keyFor('HTTP://Proxy.test/v1/', 'http://proxy.test:80/v1'), 'env-key');
    assert.equal(await keyFor(`${openAi}/`, undefined), 'env-key');
    assert.equal(await keyFor(undefined, 'http://proxy.test/v1'), 'env-key');
  });

  it('prefers the key that is stored for the origin', async () => {
    const asked: string[] = [];
    const stored = (origin: string): Promise<string> => {
      asked.push(origin);
      return Promise.resolve('stored-key');
    };
    const { apiKey } = await resolveConnection({}, { OPENAI_API_KEY: 'env-key' }, stored);
    assert.deepEqual([apiKey, asked], ['stored-key', ['https://api.openai.com']]);
    const empty = await resolveConnection({}, { OPENAI_API_KEY: 'env-key' }, () => Promise.resolve(''));
    assert.equal(empty.apiKey, 'env-key');
  });

  it('names keys by the origin of the endpoint', () => {
    assert.equal(keyOrigin('https://API.example.com:443/v1?x=1'), 'https://api.example.com');
    assert.equal(keyOrigin('http://localhost:1234/v1'), 'http://localhost:1234');
  });

  it('takes off what is often pasted along', async () => {
    const baseOf = async (baseURL: string): Promise<string> =>
      (await resolveConnection({ baseURL }, {}, none)).baseURL;
    assert.equal(await baseOf('http://own.test/v1/chat/completions'), 'http://own.test/v1');
    assert.equal(await baseOf('http://own.test//'), 'http://own.test');
    assert.equal(await baseOf('http://own.test/v1/#top'), 'http://own.test/v1');
    assert.equal(await baseOf('http://own.test/v1?api-version=2/'), 'http://own.test/v1?api-version=2/');
  });

  it('says what is wrong with a base URL', async () => {
    for (const baseURL of ['localhost:1234/v1', 'own.test/v1', 'ftp://own.test', 'http://']) {
      const { kind, message } = await modelErrorOf(resolveConnection({ baseURL }, {}, none));
      assert.equal(kind, 'bad-settings');
      assert.ok(message.includes(`"${baseURL}"`));
    }
    assert.throws(() => keyOrigin('nowhere'), { kind: 'bad-settings' });
  });

  it('refuses a password in the base URL without repeating it', async () => {
    const { kind, message } = await modelErrorOf(
      resolveConnection({ baseURL: 'http://me:hunter2@own.test/v1' }, {}, none),
    );
    assert.equal(kind, 'bad-settings');
    assert.match(message, /own\.test/);
    assert.doesNotMatch(message, /hunter2/);
  });

  it('says that no model is chosen', async () => {
    const error = await modelErrorOf(resolveEndpoint({ baseURL: 'http://own.test/v1' }, {}, none));
    assert.equal(error.kind, 'no-model');
    assert.match(error.message, /^No model is chosen for http:\/\/own\.test\/v1\./);
  });

  it('says that no model is set up, and names no endpoint, before anything is set', async () => {
    const { kind, message } = await modelErrorOf(resolveEndpoint({}, {}, none));
    assert.deepEqual([kind, message], ['no-model', 'No model is set up yet.']);
    const byKey = await modelErrorOf(resolveEndpoint({}, { OPENAI_API_KEY: 'k' }, none));
    assert.match(byKey.message, /chosen for https:\/\/api\.openai\.com/);
  });

  it('says that OpenAI needs a key before anything is sent, and lets others decide themselves', async () => {
    assert.equal((await modelErrorOf(resolveEndpoint({ model: 'gpt' }, {}, none))).kind, 'no-key');
    assert.equal(
      (await resolveEndpoint({ baseURL: 'http://own.test/v1', model: 'm' }, {}, none)).apiKey,
      undefined,
    );
  });
});

/** "Set Up a Model": an endpoint by its base URL, each answer tried by a real request, and nothing half-saved (D10). */
import assert from 'node:assert/strict';
import {
  errorReply,
  modelsReply,
  startEndpoint,
  textReply,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import type { Window } from './support/window.ts';

const KEY = 'sk-right';

describe('setting up a model', () => {
  let endpoint: ScriptedEndpoint;
  /** A port where nobody listens. */
  let closed: string;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    endpoint = await startEndpoint(({ path, headers, body }) => {
      if (!path.startsWith('/v1/')) return errorReply(404, 'nothing here');
      if (headers.authorization !== `Bearer ${KEY}`) return errorReply(401, { error: { message: 'no' } });
      if (path === '/v1/models') return modelsReply(['able', 'toolless']);
      const { model } = body as { model: string };
      if (model === 'toolless')
        return errorReply(400, { error: { message: `${model} does not support tools` } });
      if (model !== 'able') return errorReply(404, { error: { message: `model "${model}" not found` } });
      return textReply('Here I am.');
    });
    const gone = await startEndpoint([]);
    closed = new URL(gone.baseURL).port;
    await gone.close();
    window = await openWindow({ settings: { 'patchbay.model.localPorts': [] } });
    chat = await openChat(window);
  });
  after(async () => {
    await endpoint?.close();
    await window?.close();
  });
  pictureFailures('set-up-model', () => window);

  const says = (text: string) => window.quickInput.says(text);
  const choose = (text: string) => window.quickInput.choose(text);
  const answer = (text: string) => window.quickInput.answer(text);
  const ours = async () =>
    Object.keys(await window.readSettings()).filter((key) => /^patchbay\.model\.(name|baseUrl)/.test(key));

  it('offers endpoints by name, and says so where nothing was found on this machine', async () => {
    await chat.frame.getByRole('button', { name: 'Set up a model' }).click();
    await says('Search for models on this machine again');
    await window.quickInput.row('OpenRouter').waitFor();
    await window.screenshot('set-up-nothing-found');
  });

  it('asks for the resource where an address needs one, also by the address of its endpoint', async () => {
    await choose('Azure OpenAI');
    await says('Enter the name of your Azure OpenAI resource');
    await answer('not a name');
    await says('Use only letters, digits and hyphens in the resource name.');
    await answer('https://Mine.openai.azure.com/');
    await says('sent only to mine.openai.azure.com');
    await window.quickInput.press('Back');
    await says('Enter the name of your Azure OpenAI resource');
    await window.quickInput.press('Back');
    await window.quickInput.row('OpenRouter').waitFor();
  });

  it('says below the address what is wrong with it, when it is typed and when it is asked', async () => {
    await choose('Other OpenAI-compatible endpoint');
    await says('Most base URLs end in /v1');
    await answer('localhost:1');
    await says('Enter an address that begins with http:// or https://.');
    await answer(`http://127.0.0.1:${closed}/v1`);
    await says('ECONNREFUSED');
    await window.screenshot('set-up-refused');
    await answer(endpoint.baseURL.replace('/v1', '/api'));
    await says('There is nothing at');
    await says('Press Enter again');
  });

  it('asks for the key where one is wanted, says when it is wrong, and goes back without losing the address', async () => {
    await answer(endpoint.baseURL);
    await says('Enter the API key.');
    await window.quickInput.press('Back');
    await says('Most base URLs end in /v1');
    await poll(
      'the address in the field',
      async () => (await window.quickInput.field.inputValue()) === endpoint.baseURL,
    );
    await window.quickInput.accept();
    await says('Enter the API key.');
    await answer('');
    await says('requires an API key, and none is set');
    await answer('sk-wrong');
    await says('does not accept the API key (HTTP 401)');
    await window.screenshot('set-up-wrong-key');
    await answer(KEY);
    await window.quickInput.row('able').waitFor();
  });

  it('tries the model: one without tools is told of, and one that is not there', async () => {
    await choose('toolless');
    await says('This model cannot be used');
    await says('cannot call tools');
    await says('Select the model again to use it anyway.');
    await window.screenshot('set-up-toolless');
    await answer('missing');
    await says('has no model "missing"');
  });

  it('keeps nothing when it is left before the end', async () => {
    await window.quickInput.dismiss();
    assert.deepEqual(await ours(), []);
    await chat.frame.getByRole('button', { name: 'Set up a model' }).waitFor();
    // Nor the key: without one the endpoint would not tell its models.
    await window.run('setUpModel');
    await says('Search for models on this machine again');
    await choose('Other OpenAI-compatible endpoint');
    await says('Most base URLs end in /v1');
    await answer(endpoint.baseURL);
    await says('Enter the API key.');
    await window.quickInput.widget.getByPlaceholder('API key', { exact: true }).waitFor();
  });

  it('ends in a chat with that model', async () => {
    await answer(KEY);
    await choose('able');
    await chat.frame.locator('.status-model', { hasText: 'able' }).waitFor();
    assert.deepEqual((await ours()).toSorted(), ['patchbay.model.baseUrl', 'patchbay.model.name']);
    await chat.ask('Are you there?');
    assert.match(await chat.transcript(), /Here I am\./);
    await window.screenshot('set-up-done');
  });
});

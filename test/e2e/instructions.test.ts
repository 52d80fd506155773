/** Instructions, skills, effort, the plan, prices and web pages in the window, by keyboard and in German (features.md, E1–E5, E7–E9). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Frame } from 'playwright-core';
import { languageOf } from '../../stories/pages/language.ts';
import { callsReply, chunk, gate, streamReply, textReply } from '../fixtures/endpoint.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openWindow } from './support/openWindow.ts';
import { startModel, type ScriptedModel } from './support/scriptedModel.ts';
import { emptyHome, userHome } from './support/user.ts';
import type { Window } from './support/window.ts';

const call = (name: string, args: object) => callsReply([{ id: name, name, args }]);

async function makeFiles(root: string): Promise<void> {
  const skill = (name: string, description: string, body: string): string =>
    `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`;
  const files = {
    'shop/AGENTS.md': 'Use pnpm. Never commit to main.\n',
    'shop/src/cart/AGENTS.md': 'Prices are in cents.\n',
    'shop/src/cart/total.ts': 'export const total = 0;\n',
    'shop/.agents/skills/release-notes/SKILL.md': skill(
      'release-notes',
      'Writes release notes from the commits since the last tag.',
      'List the commits first.',
    ),
    'shop/.agents/skills/review/SKILL.md': skill(
      'review',
      'Reviews a change for mistakes.',
      'Read the whole file.',
    ),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

describe('instructions, skills and effort, in the window', () => {
  let root: string;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-instructions-')));
    await makeFiles(root);
    await emptyHome();
    await mkdir(join(userHome, '.patchbay'));
    await writeFile(join(userHome, '.patchbay/AGENTS.md'), 'Answer briefly.\n');
    model = await startModel('Done.');
    window = await openWindow({
      folder: join(root, 'shop'),
      trust: false,
      settings: model.settings,
      size: { width: 1200, height: 900 },
    });
  });
  after(async () => {
    await window?.close();
    await model?.close();
    await rm(root, { recursive: true, force: true });
  });
  pictureFailures('instructions', () => window);

  it('are the user’s own alone before the workspace is trusted', async () => {
    chat = await openChat(window);
    await chat.ask('/review it');
    assert.match(model.read, /Answer briefly/);
    assert.doesNotMatch(model.read, /pnpm|Reviews a change|Read the whole file/);
    await chat.frame.getByRole('button', { name: 'Open ~/.patchbay/AGENTS.md' }).waitFor();
    assert.equal(await chat.frame.getByRole('button', { name: 'Open AGENTS.md', exact: true }).count(), 0);
    await window.screenshot('instructions-restricted');
  });

  it('are named in the chat once it is, those of a folder when the model reads there, and opened by a key', async () => {
    await window.grantTrust();
    chat = await openChat(window);
    await chat.startNew(window);
    model.replyWith(call('read_file', { path: 'src/cart/total.ts' }), textReply('The total is 0.'));
    await chat.ask('What is the total?');
    assert.match(JSON.stringify(model.newRequests[0]?.body), /Use pnpm.*release-notes: Writes/);
    assert.match(model.results.join(), /total = 0.*Prices are in cents/);
    for (const name of ['~/.patchbay/AGENTS.md', 'AGENTS.md', 'src/cart/AGENTS.md'])
      await chat.frame.getByRole('button', { name: `Open ${name}`, exact: true }).waitFor();
    await window.screenshot('instructions');
    await chat.frame.getByRole('button', { name: 'Open src/cart/AGENTS.md', exact: true }).press('Enter');
    await window.tab('AGENTS.md').waitFor();
  });

  it('are a skill that the user names with a slash, and one that the model loads', async () => {
    chat = await openChat(window);
    await chat.startNew(window);
    await chat.input.pressSequentially('/rel');
    await chat.frame.getByRole('option', { name: /release-notes/ }).waitFor();
    await window.screenshot('skills-list');
    await chat.input.press('Enter');
    await chat.input.pressSequentially('for 2.0');
    assert.match(await chat.input.inputValue(), /^\/release-notes +for 2\.0$/);
    model.replyWith(call('load_skill', { name: 'review' }), textReply('Here are the notes.'));
    await chat.send();
    await chat.idle();
    assert.match(JSON.stringify(model.newRequests[0]?.body.messages), /List the commits first/);
    assert.match(model.results.join(), /Read the whole file/);
    await chat.frame.getByRole('button', { name: 'Open release-notes/SKILL.md' }).waitFor();
    await chat.frame.getByText('Skill', { exact: true }).waitFor();
    await chat.unfoldSteps();
    await chat.frame.getByText('Load skill').first().waitFor();
    await window.screenshot('skills');
  });

  it('are parts of what the model got, which the answer, the context and the palette show (E7)', async () => {
    await chat.frame.getByRole('button', { name: 'Model request', exact: true }).last().press('Enter');
    const page = await window.webviewFrame('.request-body');
    const row = (name: RegExp) => page.getByRole('button', { name }).first();
    await row(/^Skill release-notes/).waitFor();
    await row(/^AGENTS\.md/).waitFor();
    await row(/^List of skills/).waitFor();
    assert.equal(await page.locator('.request-steps option').count(), 2);
    await window.screenshot('what-the-model-gets');
    const newest = model.requests.at(-1)?.body;
    await row(/^User.*for 2\.0/).press('Enter');
    const said: string = newest.messages[1].content;
    await page
      .locator('.request-text pre')
      .filter({ hasText: said.slice(0, 20) })
      .waitFor();
    await window.screenshot('what-the-model-gets-part');
    await page.getByRole('combobox', { name: 'Show parts' }).selectOption('changed');
    await row(/^Call: Load skill/).waitFor();
    assert.equal(await row(/^List of skills/).count(), 0);
    await page.getByRole('button', { name: 'Previous step' }).press('Enter');
    await page
      .locator('.request-steps option:checked', { hasText: 'Step 1 of 2' })
      .waitFor({ state: 'attached' });
    await window.screenshot('what-the-model-gets-changed');
    await page.getByRole('button', { name: 'Open as text' }).press('Enter');
    await window.tab(/^request \d+\.txt/).waitFor();
    await window.screenshot('what-the-model-gets-text');
    await chat.frame.getByRole('button', { name: /tokens of context are in use/ }).press('Enter');
    await window.screenshot('what-the-model-gets-context');
    await chat.frame.getByRole('button', { name: 'Show model request' }).press('Enter');
    await page
      .locator('.request-steps option:checked', { hasText: 'Step 2 of 2' })
      .waitFor({ state: 'attached' });
    await window.closeTab('Model Request');
    await window.run('showModelRequest');
    await (await window.webviewFrame('.request-body')).getByText('About').first().waitFor();
    await window.closeTab('Model Request');
  });

  it('go with the effort that is chosen by keyboard, from the next message on', async () => {
    await chat.frame.getByRole('button', { name: /^Reasoning effort: / }).press('Enter');
    await window.quickInput.titled('Patchbay: Reasoning Effort');
    await window.screenshot('effort-picker');
    // The list is drawn before it has the keyboard.
    await window.quickInput.field.and(window.page.locator(':focus')).waitFor();
    await window.page.keyboard.type('High');
    await window.page.keyboard.press('Enter');
    await chat.frame.getByRole('button', { name: /^Reasoning effort: High/ }).waitFor();
    model.replyWith(textReply('Thought hard.'));
    await chat.ask('Again.');
    assert.equal(model.requests.at(-1)?.body.reasoning_effort, 'high');
    await window.screenshot('effort');
  });

  it('have beside them a plan, above the message while the model works and in its call afterwards', async () => {
    await chat.startNew(window);
    const held = gate();
    const steps = [
      { title: 'Find where the total is', status: 'done' },
      { title: 'Add up the prices', status: 'in_progress' },
      { title: 'Run the tests', status: 'pending' },
    ];
    model.replyWith(
      call('update_plan', { steps }),
      streamReply([held.piece, chunk({ content: 'Added up.' }), chunk({}, 'stop')]),
    );
    await chat.input.fill('Add up the prices in src/cart.');
    await chat.input.press('Enter');
    const plan = chat.frame.getByRole('group', { name: 'Plan of the model' });
    await plan.getByText('Run the tests').waitFor();
    await window.screenshot('plan');
    const head = plan.getByRole('button', { name: /Plan.*1 of 3 done/ });
    await head.press('Enter');
    await plan.getByRole('button', { name: /1 of 3 done.*Add up the prices/ }).waitFor();
    held.open();
    await chat.idle();
    assert.equal(await plan.count(), 0);
    assert.match(model.read, /The plan is shown to the user: 1 of 3 done/);
    await chat.frame.locator('.call', { hasText: /Update plan.*1 of 3 done/s }).waitFor();
  });

  it('cost what the profile says, below the answer, in the list and as a chart, by the Responses API too', async () => {
    const { 'patchbay.model.baseUrl': baseUrl, 'patchbay.model.name': name } = model.settings;
    const price = { input: 2, output: 10, cachedInput: 0.2 };
    await window.writeSettings({
      'patchbay.model.profiles': { Work: { baseUrl, model: name, price, api: 'responses' } },
      'patchbay.model.profile': 'Work',
    });
    chat = await openChat(window);
    await chat.startNew(window);
    const usage = {
      prompt_tokens: 20_000,
      completion_tokens: 500,
      prompt_tokens_details: { cached_tokens: 18_000 },
    };
    model.replyWith(
      streamReply([
        chunk({ content: 'It is in src/cart.' }),
        chunk({}, 'stop'),
        { ...chunk({}), choices: [], usage },
      ]),
    );
    await chat.ask('Where is the total?');
    const asked = model.newRequests.find(({ method }) => method === 'POST');
    assert.match(asked?.path ?? '', /\/responses$/);
    await chat.frame.getByText(/ · 21k tokens \(18k cached\) · \$0\.01 · /).waitFor();
    await window.screenshot('price');
    await chat.frame.getByRole('button', { name: 'Model request', exact: true }).last().press('Enter');
    const request = await window.webviewFrame('.request-body');
    await request.getByText('Responses API').waitFor();
    await request.getByText('18,000 tokens from the cache', { exact: false }).waitFor();
    await window.closeTab('Model Request');
    await window.run('showConversations');
    await window.quickInput.row(/\$0\.01/).waitFor();
    await window.screenshot('price-list');
    await window.quickInput.dismiss();
    await window.run('showHistory');
    const history = await window.webviewFrame('.history .page-bar');
    await history.getByRole('button', { name: 'Show spending' }).press('Enter');
    await history.getByRole('cell', { name: '$0.01' }).first().waitFor();
    await window.screenshot('spending');
  });
});

describe('instructions, skills and effort, in a German window @nightly', () => {
  const { messages } = languageOf('de');
  const german = (message: string, value = ''): string => (messages[message] ?? '').replace('{0}', value);
  let root: string;
  let model: ScriptedModel;
  let window: Window;
  let frame: Frame;
  let site: Server;
  let page: string;

  before(async () => {
    site = createServer((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Seite</title><p>Vom <b>Server</b>.</p>');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    page = `http://127.0.0.1:${(site.address() as AddressInfo).port}/seite`;
    root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-instructions-')));
    await makeFiles(root);
    model = await startModel('Fertig.');
    window = await openWindow({
      folder: join(root, 'shop'),
      language: 'de',
      settings: {
        ...model.settings,
        'patchbay.model.request': { effort: 'high' },
        'patchbay.tools.approval': 'ask',
        'patchbay.web.allowPrivateAddresses': true,
      },
      size: { width: 1200, height: 900 },
    });
  });
  after(async () => {
    await window?.close();
    site?.close();
    await model?.close();
    await rm(root, { recursive: true, force: true });
  });
  pictureFailures('instructions-german', () => window);

  it('speak German', async () => {
    await window.run('openChat');
    frame = await window.webviewFrame('#patchbay-chat textarea:focus');
    model.replyWith(call('load_skill', { name: 'review' }), textReply('Geprüft.'));
    await frame.getByLabel(german('Message'), { exact: true }).fill('/release-notes für 2.0');
    await window.page.keyboard.press('Enter');
    await frame.getByText('Geprüft.').waitFor();
    await frame.locator('button.send').waitFor();
    await frame.getByRole('button', { name: german('Open {0}', 'release-notes/SKILL.md') }).waitFor();
    await frame.getByText(german('Load skill')).first().waitFor();
    await frame
      .getByRole('button', { name: german('Reasoning effort: {0}. Choose another', german('High')) })
      .waitFor();
    await window.screenshot('instructions-german');
    assert.match(model.read, /The user wants you to use the skill/);
    assert.equal(model.requests.at(-1)?.body.reasoning_effort, 'high');
  });

  it('ask in German before a page is read, and show it, with the plan above the message', async () => {
    const held = gate();
    const steps = [
      { title: 'Seite lesen', status: 'done' },
      { title: 'Zusammenfassen', status: 'in_progress' },
    ];
    model.replyWith(
      callsReply([
        { id: 'a', name: 'fetch_page', args: { url: page } },
        { id: 'b', name: 'update_plan', args: { steps } },
      ]),
      streamReply([held.piece, chunk({ content: 'Gelesen.' }), chunk({}, 'stop')]),
    );
    await frame.getByLabel(german('Message'), { exact: true }).fill('Lies die Seite.');
    await window.page.keyboard.press('Enter');
    await frame.getByText(german('Fetch web page')).first().waitFor();
    await window.screenshot('page-german');
    await frame.getByRole('button', { name: german('Allow'), exact: true }).press('Enter');
    const plan = frame.getByRole('group', { name: german('Plan of the model') });
    await plan.getByText('1 von 2 erledigt').waitFor();
    await window.screenshot('plan-german');
    held.open();
    await frame.getByText('Gelesen.').waitFor();
    assert.match(model.results.join(), /# Seite.*Vom \*\*Server\*\*\./);
  });
});

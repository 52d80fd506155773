/** Prompts of a real server as slash commands, by keyboard: chosen, completed, run, refused (features.md, B8). */
import assert from 'node:assert/strict';
import { everythingCommand } from '../../scripts/demo/everything.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import type { Window } from './support/window.ts';

describe('prompts of a server', () => {
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    opened = await openChatWindow({ otherwise: 'Understood.', servers: { everything: everythingCommand } });
    ({ model, window, chat } = opened);
  });
  after(() => opened?.close());
  pictureFailures('prompts', () => window);

  const options = () => chat.frame.getByRole('option').allInnerTexts();
  /** The prompts among the options: there are commands of Patchbay's own besides. */
  const prompts = () => chat.frame.getByRole('option', { name: 'everything.' }).allInnerTexts();
  /** Types a slash command and takes the first prompt that fits. */
  async function choose(command: string): Promise<void> {
    await chat.idle();
    await chat.input.fill('');
    await chat.input.pressSequentially(`/${command}`);
    await chat.frame.getByRole('listbox', { name: 'Commands and prompts' }).waitFor();
    await chat.input.press('Enter');
  }
  const field = (label: string) => chat.frame.getByRole('combobox', { name: label, exact: false });
  async function turnOf(command: RegExp): Promise<void> {
    const messages = chat.frame.locator('.user-message');
    await poll('the prompt to be shown', async () =>
      command.test((await messages.allInnerTexts()).at(-1) ?? ''),
    );
    await chat.idle();
  }

  it('are listed after a slash, and found by what is typed', async () => {
    await chat.input.pressSequentially('/');
    await poll('all four prompts', async () => (await prompts()).length === 4);
    await window.screenshot('prompts-list');
    await chat.input.pressSequentially('compl');
    await poll('one prompt', async () => (await prompts()).length === 1);
    assert.match((await prompts())[0] ?? '', /\/everything\.completable-prompt/);
    await chat.input.press('Escape');
    await chat.frame.getByRole('listbox').waitFor({ state: 'detached' });
  });

  it('run at once when they want nothing', async () => {
    await choose('everything.simple');
    await turnOf(/\/everything\.simple-prompt/);
    assert.equal(model.messages.at(-1)?.content, 'This is a simple prompt without arguments.');
  });

  it('have their arguments filled in, the optional ones or not', async () => {
    await choose('everything.args');
    await field('city').press('Enter');
    await chat.frame.getByRole('alert').getByText('"city" is required.').waitFor();
    await chat.frame.page().keyboard.type('Oslo');
    await chat.frame.page().keyboard.press('Enter');
    await turnOf(/city: Oslo/);
    assert.equal(model.messages.at(-1)?.content, "What's weather in Oslo?");
  });

  it('have their arguments completed by the server, which knows the other values', async () => {
    await choose('completable');
    await field('department').pressSequentially('S');
    await poll('two departments', async () => (await options()).join() === 'Sales,Support');
    await window.screenshot('prompts-completion');
    await field('department').press('ArrowDown');
    await field('department').press('Enter');
    await field('department').press('Tab');
    await poll('the people of the department', async () => (await options()).join() === 'David,Eve,Frank');
    await field('name').press('ArrowDown');
    await field('name').press('ArrowDown');
    await field('name').press('Enter');
    await field('name').press('Enter');
    await turnOf(/name: Eve/);
    assert.match(String(model.messages.at(-1)?.content), /promote Eve to the head of the Sales team/);
  });

  it('show why the server refuses them, and keep what was typed', async () => {
    await choose('resource-prompt');
    await field('resourceType').fill('Text');
    await field('resourceId').fill('-1');
    await field('resourceId').press('Enter');
    await chat.frame.getByRole('alert').getByText('Invalid resourceId: -1').waitFor();
    assert.equal(await field('resourceType').inputValue(), 'Text');
    await window.screenshot('prompts-refused');
    await field('resourceId').fill('2');
    await field('resourceId').press('Enter');
    await turnOf(/resourceId: 2/);
    assert.match(String(model.messages.at(-1)?.content), /\[Resource: demo:\/\/resource\/dynamic\/text\/2/);
    await chat.frame.getByRole('button', { name: 'Content' }).last().press('Enter');
    await window.screenshot('prompts-run');
  });

  it('break no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});

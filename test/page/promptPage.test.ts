/** Slash commands and attachments in the chat's page, by keyboard alone. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ChatStatus, Offer, PromptInfo } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 2, total: 2, tools: 3 } };
const prompt = (server: string, name: string, args: readonly string[] = []): PromptInfo => ({
  server,
  name,
  title: `The ${name}`,
  description: `What ${name} of ${server} is for.`,
  arguments: args.map((each) => ({ name: each, required: true })),
});
const offer: Offer = {
  prompts: [prompt('git', 'review', ['branch']), prompt('git', 'log'), prompt('maps', 'route')],
  hasResources: true,
};

describe('prompts and attachments on the page of the chat', () => {
  const chat = useChatPage(status);
  const { tell, posted } = { tell: chat.tell.bind(chat), posted: chat.posted.bind(chat) };
  let page: Page;
  beforeEach(async () => {
    ({ page } = chat);
    await chat.show([]);
    await tell({ type: 'offer', offer }, { type: 'focus' });
  });

  const type = async (text: string): Promise<void> => {
    await page.keyboard.type(text);
    await chat.drawn();
  };
  /** The prompts in the list: Patchbay's own commands have no server's name in theirs. */
  const options = (): Promise<string[]> =>
    page.getByRole('option').locator('.choice-name', { hasText: '.' }).allInnerTexts();
  /** What a screen reader says is chosen: by the id that the field with the keyboard names. */
  const active = (): Promise<string> =>
    page.evaluate(`(() => {
      const field = document.activeElement;
      const option = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
      return option?.getAttribute('aria-selected') === 'true' ? option.textContent : '';
    })()`);
  const draft = (): Promise<string> => page.getByLabel('Message', { exact: true }).inputValue();

  it('are listed after skills, which are put into the message', async () => {
    const skills = [
      { name: 'release-notes', description: 'Writes them.' },
      { name: 'pdf', description: 'Fills in forms.' },
    ];
    await tell({ type: 'offer', offer: { ...offer, skills } });
    await type('/re');
    assert.deepEqual(
      (await page.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0]),
      ['/release-notes', '/git.reviewThe review'],
    );
    await chat.press('Enter');
    assert.equal(await draft(), '/release-notes ');
    assert.equal(await page.getByRole('listbox').count(), 0);
    await type('since May');
    await chat.press('Enter');
    assert.deepEqual(await posted(), [{ type: 'send', text: '/release-notes since May' }]);
  });

  it('are listed, found, walked through in a circle and taken', async () => {
    await type('/');
    assert.equal((await options()).length, 3);
    assert.match(await active(), /clear/);
    await chat.press('ArrowUp');
    assert.match(await active(), /maps\.route/);
    await chat.press('ArrowUp', 'ArrowUp');
    assert.match(await active(), /git\.review/);
    await chat.press('ArrowDown', 'ArrowDown', 'ArrowDown');
    assert.match(await active(), /clear/);
    await type('lo');
    assert.match(await active(), /git\.log/);
    assert.equal((await options()).length, 1);
    await chat.press('Tab');
    assert.deepEqual(await posted(), [{ type: 'runPrompt', server: 'git', name: 'log', args: {} }]);
    assert.equal(await draft(), '');
    await tell({ type: 'promptRan' });
    assert.equal(await page.getByRole('form').count(), 0);
  });

  it('come after the commands of Patchbay, also one of the same name, which runs as its server names it', async () => {
    await tell({ type: 'offer', offer: { ...offer, prompts: [prompt('git', 'compact')] } });
    await type('/compact');
    assert.deepEqual(
      (await page.getByRole('option').locator('.choice-name').allInnerTexts()).map(
        (name) => name.split('\n')[0],
      ),
      ['/compact', '/git.compactThe compact'],
    );
    await chat.press('ArrowDown', 'Enter');
    assert.deepEqual(await posted(), [{ type: 'runPrompt', server: 'git', name: 'compact', args: {} }]);
  });

  it('are closed by Escape, after which Enter sends what is written', async () => {
    await type('/gi');
    await chat.press('Escape');
    assert.equal(await page.getByRole('listbox').count(), 0);
    await type('t');
    assert.equal(await page.getByRole('listbox').count(), 0);
    await chat.press('Enter');
    assert.deepEqual(await posted(), [{ type: 'send', text: '/git' }]);
    await type('/');
    assert.equal((await options()).length, 3);
  });

  it('do not stand in the way of a message that only looks like one', async () => {
    await type('/etc/hosts');
    await page.getByText('No prompts match.').waitFor();
    await chat.press('Enter');
    assert.deepEqual(await posted(), [{ type: 'send', text: '/etc/hosts' }]);
    await tell({ type: 'offer', offer: { prompts: [], hasResources: false } });
    await type('/');
    await page.getByText('No connected server offers prompts.').waitFor();
  });

  it('have the next letter in their form, however quickly it comes', async () => {
    await type('/rev');
    const focused = await page.evaluate(`(async () => {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      await null; // No frame passes, but what is due at once is done.
      await null;
      return document.activeElement.tagName;
    })()`);
    assert.equal(focused, 'INPUT');
  });

  it('have their arguments completed, and keep everything when they are refused', async () => {
    await type('/rev');
    await chat.press('Enter');
    await type('ma');
    const { request } = await chat.next('complete', ({ value }) => value === 'ma');
    await tell({ type: 'completions', request, values: ['main', 'master'] });
    assert.equal(await active(), '');
    await chat.press('ArrowDown', 'ArrowDown');
    assert.equal(await active(), 'master');
    await chat.press('Enter');
    await posted();
    await chat.press('Enter');
    assert.deepEqual(await posted(), [
      { type: 'runPrompt', server: 'git', name: 'review', args: { branch: 'master' } },
    ]);
    await tell({ type: 'promptRan', problem: 'No such branch.' });
    await page.getByRole('alert').getByText('No such branch.').waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'branch' }).inputValue(), 'master');
    await chat.press('Escape');
    assert.equal(await page.getByRole('form').count(), 0);
    await type('back in the composer');
    assert.equal(await draft(), 'back in the composer');
  });

  it('have chips for what is attached, which come back with the text if it cannot be sent', async () => {
    const note = { kind: 'resource', server: 'git', uri: 'memo://note', name: 'note' } as const;
    await tell({ type: 'compose', conversation: 'c1', text: '', attachments: [note] });
    await type('Read');
    await chat.press('Enter');
    assert.deepEqual(await posted(), [{ type: 'send', text: 'Read', attachments: [note] }]);
    assert.equal(await page.getByRole('list', { name: 'Attachments' }).count(), 0);
    await type('meanwhile');
    await tell({
      type: 'compose',
      conversation: 'c1',
      text: 'Read',
      attachments: [note],
      problem: '"note" could not be read.',
    });
    await page.getByRole('alert').getByText('could not be read').waitFor();
    assert.equal(await draft(), 'Read\n\nmeanwhile');
    await page.getByRole('button', { name: 'Remove note' }).press('Enter');
    await chat.drawn();
    assert.equal(await page.getByRole('list', { name: 'Attachments' }).count(), 0);
  });
});

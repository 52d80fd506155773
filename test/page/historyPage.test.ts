/** The page of the call history, while the details of another call are on their way. */
import assert from 'node:assert/strict';
import { historyStories } from '../../stories/history.ts';
import { feed } from '../../stories/pages/openPage.ts';
import { useTabPages } from './support/tabPages.ts';

describe('the page of the call history', () => {
  const pages = useTabPages();

  it('runs and edits no call but the one that is selected', async () => {
    const story = historyStories.find(({ name }) => name === 'history-call');
    assert.ok(story?.answer?.type === 'call');
    const page = await pages.history(story, { theme: 'dark' });
    const actions = page.locator('.split-details .actions');
    const isInert = (): Promise<boolean> => actions.evaluate((element) => element.matches('[inert]'));
    assert.equal(await isInert(), false);
    await page.locator('.history-row', { hasText: 'search_files' }).click();
    assert.equal(await isInert(), true);
    await feed(page, [{ ...story.answer, call: { ...story.answer.call, seq: 15, tool: 'search_files' } }]);
    await page.getByRole('heading', { name: 'search_files' }).waitFor();
    assert.equal(await isInert(), false);
    await actions.getByRole('button', { name: 'Edit arguments' }).click();
    await page.getByRole('textbox', { name: 'Arguments as JSON' }).waitFor();
  });

  it('offers no call again whose tool is gone, and says so', async () => {
    const story = historyStories.find(({ name }) => name === 'history-call');
    assert.ok(story?.answer?.type === 'call');
    const page = await pages.history(story, { theme: 'dark' });
    const again = page.getByRole('button', { name: 'Run again' });
    assert.equal(await again.count(), 1);
    await feed(page, [{ ...story.answer, call: { ...story.answer.call, isGone: true } }]);
    await page.getByText('its tool is disabled, or its server is not connected').waitFor();
    assert.equal(await again.count(), 0);
  });

  it('tells a call that waits for the user from one that runs, which alone has a spinner', async () => {
    const story = historyStories.find(({ name }) => name === 'history');
    assert.ok(story);
    const page = await pages.history(story, { theme: 'dark' });
    const [waiting, running] = await page.locator('.history-row').all();
    assert.match((await waiting?.innerText()) ?? '', /^Waiting/);
    assert.match((await running?.innerText()) ?? '', /^Running/);
    assert.equal(await waiting?.locator('.codicon-loading').count(), 0);
    assert.equal(await running?.locator('.codicon-loading.codicon-modifier-spin').count(), 1);
  });
});

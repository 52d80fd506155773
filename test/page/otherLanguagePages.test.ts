/**
 * The pages of servers, of the call history and of requests, in another language and for everybody: nothing is left in
 * English, and axe finds nothing, in any part. At night the page of a server in every theme.
 */
import assert from 'node:assert/strict';
import { historyStories } from '../../stories/history.ts';
import { changeTheme } from '../../stories/pages/openPage.ts';
import { requestStories } from '../../stories/request.ts';
import { serverStories } from '../../stories/server.ts';
import { violations } from './support/axe.ts';
import { markedLanguage, removeMarks, unmarkedTexts, type Looked } from './support/otherLanguage.ts';
import { themesFor } from './support/themes.ts';
import { useTabPages } from './support/tabPages.ts';

const look = { theme: 'dark', language: markedLanguage } as const;

/** What servers say, and what the host says in the user's language. */
const serverParts: Looked = {
  areas: ['main'],
  content: [
    'h1',
    'h2',
    'code',
    'pre',
    '.code',
    '.server-card :is(li, p, button)',
    '.server-facts',
    '.server-instructions',
    '.server-past li > span:last-child',
    'summary',
    '.tool-name',
    '.tool-about',
    '.tool-badge',
    '.split-details@aria-label',
    '.field :is(.field-title, .field-about, option)',
    '.check',
    '.page-quiet',
    '.wire-method',
    '.wire-about',
    '.wire-note span',
  ],
  own: [
    '.server-card h2',
    '.server-card .actions:last-child button:only-child',
    '.server-overview > section > h2',
    '.server-overview > section > .page-quiet',
    '.tool-badge:first-of-type:not(.destructive)',
    '.field option[value=""]',
    '.server-note',
  ],
};

const historyParts: Looked = {
  areas: ['main'],
  content: [
    'h2',
    'pre',
    '.code',
    '.history-tool',
    '.history-row@title',
    '.history-link',
    '.history-summary',
    // Servers and tools, below "all of them".
    '.page-bar select:nth-of-type(-n + 2) option:not(:first-child)',
    // p50 and p95, which are explained in their titles.
    'th[title]',
    '.history-row .history-server',
    '.page-facts span',
    '.statistics-narrow-server',
    'td:nth-child(2)',
    // Days as the language has them, models and hosts.
    '.spending-date',
    '.spending-model',
    '.spending-table tbody th',
    '.spending-table tbody td:nth-child(3)',
  ],
  own: ['.history-state'],
};

/** Titles, models, places in a body, and what a part or a reason names. */
const requestParts: Looked = {
  areas: ['main'],
  content: [
    '.request-steps option',
    '.request-conversation',
    '.request-model',
    '.page-facts',
    '.request-start',
    '.request-name',
    '.request-left dt',
    '.request-left dd',
    '.request-text pre',
  ],
  own: ['.request-note'],
};

describe('in another language', () => {
  const pages = useTabPages();

  for (const [index, story] of serverStories.entries())
    it(`the page of a server says nothing in English, breaks no rule of axe and fits a narrow tab: ${story.name}`, async () => {
      const [theme, ...others] = themesFor(index);
      const page = await pages.server(story, { ...look, theme });
      assert.deepEqual(await unmarkedTexts(page, serverParts), []);
      await removeMarks(page);
      assert.deepEqual(await violations(page), []);
      for (const other of others) {
        await changeTheme(page, other, true);
        assert.deepEqual(await violations(page, true), [], other);
      }
      await pages.resize(page, 250);
      const wide = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.equal(wide, 0);
    });

  for (const story of historyStories)
    it(`the call history says nothing in English and breaks no rule of axe: ${story.name}`, async () => {
      const page = await pages.history(story, look);
      assert.deepEqual(await unmarkedTexts(page, historyParts), []);
      const edit = page.locator('.split-details .actions button').last();
      if (await edit.isVisible()) await edit.click();
      assert.deepEqual(await unmarkedTexts(page, historyParts), []);
      await removeMarks(page);
      assert.deepEqual(await violations(page), []);
    });

  for (const [index, story] of requestStories.entries())
    it(`what the model gets says nothing in English and breaks no rule of axe: ${story.name}`, async () => {
      const [theme] = themesFor(index);
      const page = await pages.request(story, { ...look, theme });
      assert.deepEqual(await unmarkedTexts(page, requestParts), []);
      await removeMarks(page);
      assert.deepEqual(await violations(page), []);
    });
});

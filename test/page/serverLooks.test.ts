/** The page of a server for everybody: axe over each of its parts, and in a narrow tab. At night in every theme. */
import assert from 'node:assert/strict';
import { changeTheme } from '../../stories/pages/openPage.ts';
import { serverStories } from '../../stories/server.ts';
import { violations } from './support/axe.ts';
import { useTabPages } from './support/tabPages.ts';
import { themesFor } from './support/themes.ts';

describe('for everybody, the page of a server breaks no rule of axe and fits a narrow tab', () => {
  const pages = useTabPages();

  for (const [index, story] of serverStories.entries())
    it(story.name, async () => {
      const [theme, ...others] = themesFor(index);
      const page = await pages.server(story, { theme });
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
});

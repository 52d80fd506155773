/** What the pages do with their room: no word is broken, what belongs together stands together, themes are kept to. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../../scripts/host/browser.ts';
import type { Files } from '../../scripts/preview/chatPage.ts';
import { bundleHistoryPage, openHistoryPage } from '../../scripts/preview/historyPage.ts';
import { historyScenes } from '../../scripts/preview/historyScenes.ts';
import { languageOf } from '../../scripts/preview/language.ts';
import type { Look } from '../../scripts/preview/page.ts';
import { playScene } from '../../scripts/preview/play.ts';
import { scenes } from '../../scripts/preview/scenes.ts';
import { bundleServerPage, openServerPage } from '../../scripts/preview/serverPage.ts';
import { serverScenes } from '../../scripts/preview/serverScenes.ts';
import type { ChatStatus } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';
import { cutRings } from './support/rings.ts';
import { brokenWords } from './support/words.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 0, total: 1, tools: 1 } };
const german: Look = { theme: 'dark', language: languageOf('de') };

/** The left edges of what matches, in whole pixels, each once. */
const leftEdges = (selector: string): string => `[...new Set(
  [...document.querySelectorAll('${selector}')].map((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return Math.round(words.getBoundingClientRect().left);
  }),
)]`;

describe('in the room there is, the chat', () => {
  const chat = useChatPage(status);
  const scene = (name: string) => {
    const found = scenes.find((each) => each.name === name);
    assert.ok(found);
    return found;
  };
  const show = async (name: string, width: number, look: Look = { theme: 'dark' }): Promise<void> => {
    await chat.reopen(look);
    await chat.page.setViewportSize({ width, height: 700 });
    await playScene(chat.page, scene(name));
  };
  const box = async (selector: string) => {
    const found = await chat.page.locator(selector).first().boundingBox();
    assert.ok(found, selector);
    return { ...found, right: found.x + found.width };
  };

  it('leaves no gap between a tool and what it is about where the name of the server does not fit', async () => {
    await show('states', 420);
    for (const id of ['ok', 'err', 'stopped']) {
      const [name, chief] = [
        await box(`[data-id="${id}"] .call-name`),
        await box(`[data-id="${id}"] .call-chief`),
      ];
      assert.ok(chief.x - name.right < 12, `${id}: ${chief.x - name.right} px`);
    }
  });

  it('says whole what goes with a queued message whose words do not fit', async () => {
    await show('composer', 420);
    const more = await box('.queued-more');
    const button = await box('.queued:has(.queued-more) button');
    assert.ok(more.right < button.x, `It ends at ${more.right}, and the button begins at ${button.x}`);
    const words = chat.page.locator('.queued:has(.queued-more) .queued-text');
    assert.ok(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
  });

  it('lists keys with what they do in one line where both fit', async () => {
    await show('shortcuts', 420);
    const rows = chat.page.locator('.shortcuts tr');
    const { height } = (await rows.first().boundingBox()) ?? { height: 0 };
    const lines = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    assert.equal(lines.filter((each) => each > height + 2).length, 3, String(lines));
  });

  it('draws what is chosen in the colours of themes of high contrast', async () => {
    for (const theme of ['hc-dark', 'hc-light'] as const) {
      await show('form', 420, { theme });
      assert.deepEqual(
        await chat.page.evaluate(`(() => {
          const colour = (name) => {
            const probe = document.createElement('i');
            probe.style.color = 'var(--vscode-checkbox-' + name + ')';
            document.body.append(probe);
            const { color } = getComputedStyle(probe);
            probe.remove();
            return color;
          };
          return [...document.querySelectorAll('.check input')].flatMap((input) => {
            const { backgroundColor, borderTopColor } = getComputedStyle(input);
            const mark = getComputedStyle(input, '::before');
            return [
              backgroundColor === colour('background') && borderTopColor === colour('border'),
              input.checked ? mark.color === colour('foreground') && mark.content.length > 2 : mark.content === 'none',
            ];
          }).filter((isRight) => !isRight);
        })()`),
        [],
        theme,
      );
    }
  });
});

describe('in the room there is, the pages of servers and of the history', () => {
  let profile: string;
  let browser: BrowserContext;
  let files: { readonly server: Files; readonly history: Files };
  const complaints: string[] = [];
  const complain = (text: string): void => void complaints.push(text);
  before(async () => {
    profile = await mkdtemp(join(tmpdir(), 'patchbay-room-'));
    browser = await openBrowser(profile, { width: 420, height: 760 });
    files = { server: await bundleServerPage(), history: await bundleHistoryPage() };
  });
  after(async () => {
    await browser?.close();
    await rm(profile, { recursive: true, force: true });
    assert.deepEqual(complaints, []);
  });

  /** Each scene of both pages, in German unless there is another look. */
  async function each(check: (page: Page, name: string) => Promise<void>, look = german): Promise<void> {
    for (const scene of serverScenes) {
      const page = await openServerPage(browser, files.server, look, scene, complain);
      await check(page, scene.name);
      await page.close();
    }
    for (const scene of historyScenes) {
      const page = await openHistoryPage(browser, files.history, look, scene, complain);
      await check(page, scene.name);
      await page.close();
    }
  }

  it('break no word of a heading, a button or a figure', async () => {
    const broken: string[] = [];
    await each(async (page, name) => {
      for (const width of [250, 420, 1000]) {
        await page.setViewportSize({ width, height: 760 });
        const words = await page.evaluate<string[]>(brokenWords);
        broken.push(...words.map((word) => `${name} at ${width}: ${word}`));
      }
    });
    assert.deepEqual(broken, []);
  });

  it('show the ring of what has the keyboard whole, as thick as it is in high contrast', async () => {
    const cut: string[] = [];
    await each(
      async (page, name) => {
        for (const width of [250, 1000]) {
          await page.setViewportSize({ width, height: 760 });
          cut.push(...(await cutRings(page)).map((ring) => `${name} at ${width}: ${ring}`));
        }
      },
      { theme: 'hc-dark' },
    );
    assert.deepEqual(cut, []);
  });

  it('keep a figure and its unit in one line', async () => {
    const scene = historyScenes.find(({ name }) => name === 'history-numbers');
    assert.ok(scene);
    const page = await openHistoryPage(browser, files.history, german, scene, complain);
    await page.setViewportSize({ width: 420, height: 760 });
    const heights = await page.locator('td:nth-child(n + 3)').evaluateAll((cells) =>
      cells.map((cell) => {
        const words = cell.ownerDocument.createRange();
        words.selectNodeContents(cell);
        return words.getClientRects().length;
      }),
    );
    assert.deepEqual([...new Set(heights)], [1]);
    await page.close();
  });

  it('begin head, tabs, lists and details at one edge', async () => {
    await each(async (page, name) => {
      if (!name.startsWith('server-')) return;
      for (const width of [250, 420]) {
        await page.setViewportSize({ width, height: 760 });
        const edges = leftEdges(
          'h1, [role=tab]:first-child, .server-note, .tool-name, .server-heading h2, .server-facts dt, .wire-note time',
        );
        assert.deepEqual(await page.evaluate(edges), [12], `${name} at ${width}`);
      }
    });
  });

  it('say nothing of what a message is about rather than its first letter', async () => {
    const scene = serverScenes.find(({ name }) => name === 'server-message');
    assert.ok(scene);
    const page = await openServerPage(browser, files.server, { theme: 'dark' }, scene, complain);
    await page.setViewportSize({ width: 1000, height: 760 });
    const widths = await page.locator('.wire-row').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const [line, about] = ['.wire-text', '.wire-about'].map((part) =>
          row.querySelector(part)?.getBoundingClientRect(),
        );
        const isInSight = line && about && about.top < line.bottom - 2 && about.width > 0;
        return isInSight && row.querySelector('.wire-about')?.textContent ? [about.width] : [];
      }),
    );
    assert.ok(widths.length > 0 && Math.min(...widths) > 30, String(widths));
    await page.close();
  });
});

/** The layout of the pages: no word is broken, what belongs together stands together, themes are kept to. */
import assert from 'node:assert/strict';
import { historyStories } from '../../stories/history.ts';
import { languageOf } from '../../stories/pages/language.ts';
import { changeTheme } from '../../stories/pages/openPage.ts';
import type { Look } from '../../stories/pages/page.ts';
import { playStory } from '../../stories/pages/play.ts';
import { chatStories } from '../../stories/chat.ts';
import { serverStories } from '../../stories/server.ts';
import type { ChatStatus } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';
import { cutRings } from './support/rings.ts';
import { useTabPages } from './support/tabPages.ts';
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

/** What is wider than its side and shows it, when a page evaluates this. */
const widerThanTheirSide = `[...document.querySelectorAll('main, main div, section, table')]
  .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible')
  .map((part) => part.className)`;

describe('in the room there is, the chat', () => {
  const chat = useChatPage(status, 'loaded by the test');
  const story = (name: string) => {
    const found = chatStories.find((each) => each.name === name);
    assert.ok(found);
    return found;
  };
  const show = async (name: string, width: number, look: Look = { theme: 'dark' }): Promise<void> => {
    await chat.load(look);
    await chat.page.setViewportSize({ width, height: 700 });
    await playStory(chat.page, story(name));
  };
  const box = async (selector: string) => {
    const found = await chat.page.locator(selector).first().boundingBox();
    assert.ok(found, selector);
    return { ...found, right: found.x + found.width };
  };

  it('has the columns of a call in one order at every width, and never without its source', async () => {
    for (const width of [250, 300, 420, 1000]) {
      await show('states', width);
      for (const id of ['ok', 'err', 'slow', 'late', 'stopped']) {
        const columns = ['icon', 'name', 'source', 'what', 'state', ...(width < 290 ? [] : ['time'])];
        const boxes = await Promise.all(columns.map((part) => box(`[data-id="${id}"] .call-${part}`)));
        const lefts = boxes.map(({ x }) => Math.round(x));
        assert.deepEqual(
          lefts,
          lefts.toSorted((a, b) => a - b),
          `${id} at ${width}`,
        );
        assert.equal(new Set(boxes.map(({ y, height }) => Math.round(y + height / 2))).size <= 2, true);
        assert.ok((boxes[2]?.width ?? 0) > 30, `${id} at ${width}: the source has ${boxes[2]?.width} px`);
      }
    }
  });

  it('says whole what goes with a queued message whose words do not fit', async () => {
    await show('composer', 420);
    const more = await box('.queued-message .queued-more');
    const button = await box('.queued:has(.queued-message .queued-more) button');
    assert.ok(more.right < button.x, `It ends at ${more.right}, and the button begins at ${button.x}`);
    const words = chat.page.locator('.queued:has(.queued-message .queued-more) .queued-text');
    assert.ok(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
  });

  it('has the way to the latest message below the conversation, so that it hides no text', async () => {
    for (const width of [300, 420, 1000]) {
      await show('jump', width);
      const [text, jump, composer] = [await box('.transcript'), await box('.jump'), await box('.composer')];
      assert.ok(text.y + text.height <= jump.y, `${width} px: it begins at ${jump.y}`);
      assert.ok(jump.y + jump.height <= composer.y, `${width} px: it ends in the composer`);
    }
  });

  it('has the title of the conversation in one line above it, once the host gives one', async () => {
    await chat.load({ theme: 'dark' });
    await chat.page.setViewportSize({ width: 300, height: 700 });
    await chat.show([{ kind: 'user', id: 'u1', text: 'Hello' }]);
    assert.equal(await chat.page.locator('.chat-title').count(), 0);
    await chat.setAppearance({ title: 'Three rivers and what flows into them '.repeat(5) });
    const title = await box('.chat-title');
    assert.ok(title.y === 0 && title.height < 30 && title.right <= 300, JSON.stringify(title));
    assert.ok((await box('.transcript')).y >= title.height);
    assert.match((await chat.page.locator('.chat-title').getAttribute('title')) ?? '', /flows into them/);
    await chat.setAppearance({ title: '' });
    assert.equal(await chat.page.locator('.chat-title').count(), 0);
  });

  it('has all buttons of a turn at its limit within the card, in German, too', async () => {
    for (const width of [257, 420, 460, 1000]) {
      await show('paused', width, german);
      const beyond = await chat.page.evaluate<number[]>(`[...document.querySelectorAll('.question button')]
        .map((each) => each.getBoundingClientRect().right - each.closest('.question').getBoundingClientRect().right)
        .filter((over) => over > 0)`);
      assert.deepEqual(beyond, [], `${width} px`);
    }
  });

  it('has the words of what decides about all calls whole, in German, too', async () => {
    for (const width of [257, 300, 420, 1000]) {
      await show('approval-edits', width, german);
      // A part of a pixel too little cuts a word.
      const lacking = await chat.page.evaluate<
        number[]
      >(`[...document.querySelectorAll('.pending-approvals button')]
        .map((each) => {
          const { width } = each.getBoundingClientRect();
          each.style.flexShrink = 0;
          return each.getBoundingClientRect().width - width;
        })`);
      assert.deepEqual(lacking, [0, 0], `${width} px`);
      const text = chat.page.locator('.pending-text');
      assert.ok(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
    }
  });

  it('has Allow, for how long, and Deny in one row of a narrow side bar, in German, too', async () => {
    await show('approval', 300, german);
    const parts = chat.page.locator('.decide').first().locator('button, select');
    const middles = await parts.evaluateAll((all) =>
      all.map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      }),
    );
    assert.equal(middles.length, 3);
    assert.equal(new Set(middles).size, 1, String(middles));
  });

  it('has the name of a server that asks in one line where the row has room', async () => {
    for (const width of [300, 420, 1000]) {
      await show('approval', width);
      const name = await box('.call.asking:has(.approval-warning) .call-source');
      assert.ok(name.height < 24, `${width} px: ${name.height}`);
    }
  });

  it('has a status of one line, with the name of the model, whichever tools ask', async () => {
    for (const approvalMode of ['ask', 'changes', 'free'] as const)
      for (const width of [300, 420]) {
        await chat.load(german);
        await chat.page.setViewportSize({ width, height: 700 });
        const servers = { connected: 3, total: 3, tools: 41 };
        const context = { used: 12_240, window: 32_768 };
        const model = 'qwen3-coder-30b-a3b-instruct';
        await chat.show([]);
        const shown = { ...status, model, effort: '', servers, context, approvalMode };
        await chat.tell(chat.patch({ op: 'status', status: shown }));
        const [line, mode, name] = await Promise.all(
          ['.status-line', '.status-approval', '.status-model'].map(box),
        );
        assert.ok(line && mode && name);
        assert.ok(line.height < 30 && mode.height < 20, `${approvalMode}: ${line.height}, ${mode.height}`);
        assert.ok(name.width > 100, `${approvalMode} at ${width}: the model has ${name.width} px`);
        assert.ok((await box('.status-context')).right <= width, `${approvalMode} at ${width}`);
      }
  });

  it('lists keys with what they do in one line where both fit', async () => {
    await show('shortcuts', 420);
    const rows = chat.page.locator('.shortcuts tr');
    const { height } = (await rows.first().boundingBox()) ?? { height: 0 };
    const lines = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    assert.equal(lines.filter((each) => each > height + 2).length, 2, String(lines));
    await show('shortcuts', 300);
    const tops = await rows
      .first()
      .locator('th, td')
      .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top));
    assert.equal(tops[0], tops[1]);
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
  const pages = useTabPages();

  describe('in every story', () => {
    const broken: string[] = [];
    const wide: string[] = [];
    const cut: string[] = [];

    // Each is loaded once for all three tests.
    before(() =>
      pages.each(german, async (page, name) => {
        for (const width of [250, 300, 420, 1000]) {
          await pages.resize(page, width);
          const words = await page.evaluate<string[]>(brokenWords);
          broken.push(...words.map((word) => `${name} at ${width}: ${word}`));
          const parts = await page.evaluate<string[]>(widerThanTheirSide);
          wide.push(...parts.map((part) => `${name} at ${width}: ${part}`));
        }
        await changeTheme(page, 'hc-dark', true);
        for (const width of [1000, 250]) {
          await pages.resize(page, width);
          cut.push(...(await cutRings(page)).map((ring) => `${name} at ${width}: ${ring}`));
        }
      }),
    );

    it('break no word of a heading, a button or a figure', () => {
      assert.deepEqual(broken, []);
    });

    it('have nothing beyond their side', () => {
      assert.deepEqual(wide, []);
    });

    it('show the ring of what has the keyboard whole, as thick as it is in high contrast', () => {
      assert.deepEqual(cut, []);
    });
  });

  it('keep a figure and its unit in one line', async () => {
    const story = historyStories.find(({ name }) => name === 'history-numbers');
    assert.ok(story);
    const page = await pages.history(story, german);
    await pages.resize(page, 420);
    const heights = await page.locator('td:nth-child(n + 3)').evaluateAll((cells) =>
      cells.map((cell) => {
        const words = cell.ownerDocument.createRange();
        words.selectNodeContents(cell);
        return words.getClientRects().length;
      }),
    );
    assert.deepEqual([...new Set(heights)], [1]);
  });

  it('begin head, tabs, lists and details at one edge', async () => {
    for (const story of serverStories) {
      const page = await pages.server(story, german);
      for (const width of [250, 420]) {
        await pages.resize(page, width);
        const edges = leftEdges(
          'h1, [role=tab]:first-child, .server-note, .tool-name, .split-heading h2, .server-facts dt, .wire-note time',
        );
        assert.deepEqual(await page.evaluate(edges), [12], `${story.name} at ${width}`);
      }
    }
  });

  it('say nothing of what a message is about rather than its first letter', async () => {
    const story = serverStories.find(({ name }) => name === 'server-message');
    assert.ok(story);
    const page = await pages.server(story, { theme: 'dark' });
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
  });
});

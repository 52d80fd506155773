/** The chat's page for people who do not see it, or use no mouse: axe in every state and theme, the keyboard alone. */
import assert from 'node:assert/strict';
import { languageOf } from '../../scripts/preview/language.ts';
import { changeTheme } from '../../scripts/preview/chatPage.ts';
import { themeNames, type ThemeName } from '../../scripts/preview/page.ts';
import { scenes } from '../../scripts/preview/scenes.ts';
import { playScene } from '../../scripts/preview/play.ts';
import type { ChatStatus, Item } from '../../src/protocol/index.ts';
import { violations } from './support/axe.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

describe('for everybody, the chat', () => {
  const chat = useChatPage(status);

  it('breaks no rule of axe in any state, in any theme', async function () {
    this.timeout(300_000);
    const problems: string[] = [];
    const [first, ...others] = themeNames;
    for (const scene of scenes) {
      const look = async (theme: ThemeName): Promise<void> => {
        for (const problem of await violations(chat.page, theme !== first))
          problems.push(`${scene.name}, ${theme}: ${problem}`);
      };
      await chat.reopen({ theme: first });
      await playScene(chat.page, scene);
      await look(first);
      for (const theme of others) {
        await changeTheme(chat.page, theme);
        await look(theme);
      }
    }
    assert.deepEqual(problems, []);
  });
});

describe('with the keyboard alone, the chat', () => {
  const chat = useChatPage(status);
  const focused = (): Promise<string> =>
    chat.page.evaluate(`(() => {
      const element = document.activeElement;
      return element.getAttribute('aria-label') ?? (element.innerText.trim().replaceAll(/\\s+/g, ' ') || element.tagName);
    })()`);

  it('is gone through from top to bottom, and nothing catches the keyboard', async () => {
    const items: Item[] = [
      { kind: 'user', id: 'u', text: 'Hello' },
      {
        kind: 'call',
        id: 'c',
        step: 1,
        call: {
          source: { kind: 'mcp', server: 'demo' },
          toolName: 'read',
          wireName: 'mcp__demo__read',
          argsText: '{"path":"a"}',
          status: 'success',
          startedAt: 0,
          durationMs: 5,
          result: [{ type: 'text', text: 'done' }],
        },
      },
      {
        kind: 'assistant',
        id: 'a',
        text: 'See [this](https://e.com).\n\n```js\nlet a;\n```\n',
        streaming: false,
      },
    ];
    await chat.show(items);
    await chat.page.locator('.transcript').focus();
    const seen: string[] = [];
    for (let step = 0; step < 28; step++) {
      seen.push(await focused());
      await chat.page.keyboard.press('Tab');
    }
    const order = ['Conversation', /read.*demo/, 'this', 'Copy code', 'Copy answer', 'Message', /servers?/];
    let at = 0;
    for (const name of order) {
      const found = seen.findIndex(
        (each, index) => index >= at && (typeof name === 'string' ? each === name : name.test(each)),
      );
      assert.ok(
        found >= 0,
        `${String(name)} does not come after ${String(seen[at - 1])} in ${seen.join(' | ')}`,
      );
      at = found + 1;
    }
  });

  it('opens a call, goes to what is in it, and closes it again', async () => {
    const [, call] = scenes
      .flatMap(({ messages }) => messages)
      .flatMap((message) => (message.type === 'snapshot' ? message.items : []))
      .filter(({ kind }) => kind === 'call');
    assert.ok(call);
    await chat.show([call]);
    await chat.page.locator('.disclosure-button').focus();
    await chat.page.keyboard.press('Enter');
    assert.equal(await chat.page.locator('.disclosure-button').getAttribute('aria-expanded'), 'true');
    await chat.page.keyboard.press('Tab');
    assert.equal(await focused(), 'Copy arguments');
    await chat.page.keyboard.press('Shift+Tab');
    await chat.page.keyboard.press('Space');
    assert.equal(await chat.page.locator('.disclosure-button').getAttribute('aria-expanded'), 'false');
  });

  it('announces the start and the end of a turn, and no word of the answer', async () => {
    const said = (): Promise<string> => chat.page.locator('[aria-live="polite"]').innerText();
    await chat.show([{ kind: 'user', id: 'u', text: 'Hello' }]);
    await chat.tell(chat.patch({ op: 'status', status: { ...status, turn: 'running' } }));
    assert.equal(await said(), 'Working on an answer.');
    await chat.tell(
      chat.patch({ op: 'add', item: { kind: 'assistant', id: 'a', text: 'Secret words', streaming: true } }),
    );
    await chat.tell(chat.patch({ op: 'text', id: 'a', text: ' and more' }));
    assert.equal(await said(), 'Working on an answer.');
    await chat.tell(chat.patch({ op: 'settled', id: 'a' }, { op: 'status', status }));
    assert.equal(await said(), 'The answer is complete.');
  });
});

describe('as people set their machine, the chat', () => {
  const chat = useChatPage(status);
  const scene = scenes.find(({ name }) => name === 'states');

  it('holds still for those who want less motion', async () => {
    assert.ok(scene);
    await chat.page.emulateMedia({ reducedMotion: 'reduce' });
    await playScene(chat.page, scene);
    const moving = await chat.page.evaluate(
      `document.getAnimations().filter(({ playState }) => playState === 'running').length`,
    );
    assert.equal(moving, 0);
    await chat.page.emulateMedia({ reducedMotion: null });
  });

  it('shows what has the keyboard, and borders, in forced colours', async () => {
    assert.ok(scene);
    await chat.page.emulateMedia({ forcedColors: 'active' });
    await playScene(chat.page, scene);
    await chat.page.locator('.disclosure-button').first().focus();
    await chat.page.keyboard.press('Shift+Tab');
    await chat.page.keyboard.press('Tab');
    const style = await chat.page.evaluate(`(() => {
      const button = document.querySelector('.disclosure-button');
      const { outlineStyle } = getComputedStyle(button);
      const { borderTopStyle } = getComputedStyle(button.closest('.call'));
      return { outlineStyle, borderTopStyle };
    })()`);
    assert.deepEqual(style, { outlineStyle: 'solid', borderTopStyle: 'solid' });
    await chat.page.screenshot({ path: 'artifacts/screenshots/forced-colours.png' });
    await chat.page.emulateMedia({ forcedColors: null });
  });

  it('fits at 200 %: nothing has to be scrolled sideways, and what is written and its buttons are in sight', async () => {
    const problems: string[] = [];
    for (const each of scenes) {
      await chat.reopen({ theme: 'dark' });
      // Zoom halves the pixels that a page has: a side bar of 420 becomes 210.
      await chat.page.setViewportSize({ width: 210, height: 350 });
      await playScene(chat.page, each);
      const over = await chat.page.evaluate<string[]>(`(() => {
        const scrolls = 'pre, .table, .math, .sr-only, .viewer-image, .queued-text';
        return [...document.querySelectorAll('main *')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(scrolls))
          .map((element) => element.tagName + '.' + element.className)
          .concat(document.querySelector('.composer').getBoundingClientRect().bottom > innerHeight + 1 ? 'composer' : [])
          .concat([...document.querySelectorAll('.find-bar')].some((bar) => bar.scrollWidth > bar.clientWidth) ? 'find bar' : []);
      })()`);
      if (over.length > 0) problems.push(`${each.name}: ${over.join(', ')}`);
    }
    assert.deepEqual(problems, []);
    await chat.page.setViewportSize({ width: 420, height: 600 });
  });

  it('lets no words run over a button in a narrow side bar, in a language with long words', async () => {
    const problems: string[] = [];
    for (const each of scenes) {
      await chat.reopen({ theme: 'dark', language: languageOf('de') });
      await chat.page.setViewportSize({ width: 250, height: 600 });
      await playScene(chat.page, each);
      const over = await chat.page.evaluate<string[]>(`(() => {
        // What is cut takes its box; what is not, the room of its words.
        const roomOf = (element) => {
          if (getComputedStyle(element).overflowX !== 'visible') return element.getBoundingClientRect();
          const words = document.createRange();
          words.selectNodeContents(element);
          return words.getBoundingClientRect();
        };
        return [...document.querySelectorAll('main button')].flatMap((button) => {
          const box = button.getBoundingClientRect();
          return [...button.parentElement.children]
            .filter((other) => other !== button && other.childElementCount === 0)
            .filter((other) => getComputedStyle(other).position === 'static')
            .filter((other) => {
              const { left, right, top, bottom } = roomOf(other);
              return right > box.left + 1 && left < box.right - 1 && bottom > box.top + 1 && top < box.bottom - 1;
            })
            .map((other) => other.localName + '.' + other.className + ' over ' + button.className);
        });
      })()`);
      if (over.length > 0) problems.push(`${each.name}: ${over.join(', ')}`);
    }
    assert.deepEqual(problems, []);
    await chat.page.setViewportSize({ width: 420, height: 600 });
  });
});

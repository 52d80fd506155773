/** The chat's page for people who do not see it, use no mouse, or have set their machine in their way. Axe is asked in everyStory.test.ts. */
import assert from 'node:assert/strict';
import { chatStories } from '../../stories/chat.ts';
import { playStory } from '../../stories/pages/play.ts';
import type { CallView, ChatStatus, Item, Patch } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

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
    const [, call] = chatStories
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
    const said = (): Promise<string> => chat.page.locator('.announcer').innerText();
    await chat.show([{ kind: 'user', id: 'u', text: 'Hello' }]);
    await chat.tell(chat.patch({ op: 'status', status: { ...status, turn: 'running' } }));
    assert.equal(await said(), 'Working on an answer.');
    await chat.advance(1_000);
    await chat.tell(
      chat.patch({ op: 'add', item: { kind: 'assistant', id: 'a', text: 'Secret words', streaming: true } }),
    );
    await chat.tell(chat.patch({ op: 'text', id: 'a', text: ' and more' }));
    assert.equal(await said(), 'Working on an answer.');
    await chat.tell(chat.patch({ op: 'settled', id: 'a' }, { op: 'status', status }));
    await chat.advance(1_000);
    assert.equal(await said(), 'The answer is complete.');
  });

  it('announces the same twice in another place, and calls of one tool together', async () => {
    const regions = (): Promise<string[]> =>
      chat.page.locator('.announcer > [role=status][aria-live=polite]').allInnerTexts();
    const call = (id: string, state: CallView['status']): Patch => ({
      op: 'add',
      item: {
        kind: 'call',
        id,
        step: 1,
        call: {
          source: { kind: 'native' },
          toolName: 'search_text',
          wireName: 'search_text',
          argsText: '{}',
          status: state,
          startedAt: 0,
        },
      },
    });
    await chat.show([{ kind: 'user', id: 'u', text: 'Hello' }]);
    const heard: string[][] = [];
    const listen = async (): Promise<void> => {
      await chat.drawn();
      heard.push(await regions());
      await chat.advance(1_000);
    };
    await chat.tell(chat.patch(call('a', 'running')));
    await listen();
    await chat.tell(chat.patch(call('b', 'running')));
    await listen();
    await chat.tell(chat.patch(call('c', 'running')));
    await listen();
    for (const id of ['a', 'b', 'c'])
      await chat.tell(chat.patch({ op: 'call', id, change: { status: 'success' } }));
    heard.push(await regions());
    await chat.advance(1_000);
    heard.push(await regions());
    const started = 'search_text has started.';
    assert.deepEqual(heard, [
      ['', started],
      [started, ''],
      ['', started],
      ['search_text is complete.', ''],
      ['', '2 calls of search_text are complete.'],
    ]);
  });
});

describe('as people set their machine, the chat', () => {
  const chat = useChatPage(status);
  const story = chatStories.find(({ name }) => name === 'states');

  it('holds still for those who want less motion', async () => {
    assert.ok(story);
    await chat.page.emulateMedia({ reducedMotion: 'reduce' });
    await playStory(chat.page, story);
    assert.equal(await chat.page.evaluate('document.getAnimations().length'), 0);
    await chat.page.emulateMedia({ reducedMotion: null });
    await chat.drawn();
    assert.notEqual(await chat.page.evaluate('document.getAnimations().length'), 0);
  });

  it('shows what has the keyboard, and borders, in forced colours', async () => {
    assert.ok(story);
    await chat.page.emulateMedia({ forcedColors: 'active' });
    await playStory(chat.page, story);
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
});

/** Details of the chat's page that are seen, and can be measured: what covers what, which ring is cut, what looks pressed. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { languageOf } from '../../stories/pages/language.ts';
import { playStory } from '../../stories/pages/play.ts';
import type { ThemeName } from '../../stories/pages/page.ts';
import { chatStories } from '../../stories/chat.ts';
import type { ChatStatus } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

interface Styles {
  getComputedStyle(element: unknown): { getPropertyValue(name: string): string };
}

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

describe('in its details, the chat', () => {
  const chat = useChatPage(status);
  const play = async (name: string): Promise<void> => {
    const story = chatStories.find((each) => each.name === name);
    assert.ok(story, name);
    await playStory(chat.page, story);
  };
  const boxOf = async (
    selector: string,
  ): Promise<{ x: number; y: number; width: number; height: number }> => {
    const box = await chat.page.locator(selector).first().boundingBox();
    assert.ok(box, selector);
    return box;
  };
  const styleOf = (element: Locator, property: string): Promise<string> =>
    element.evaluate(
      // The browser's own function, which the tests' types do not know.
      (node, name) => (globalThis as unknown as Styles).getComputedStyle(node).getPropertyValue(name),
      property,
    );
  const hasKeyboard = (element: Locator): Promise<boolean> =>
    element.evaluate((node) => node.matches(':focus'));

  it('shows how full the context is above the message, never over it, however wide it is', async () => {
    await play('context-full');
    for (const width of [250, 420, 1000]) {
      await chat.page.setViewportSize({ width, height: 600 });
      await chat.drawn();
      const [detail, field] = [await boxOf('.context-detail'), await boxOf('.composer-box')];
      assert.ok(detail.y + detail.height <= field.y, `${width} px`);
    }
    await chat.page.setViewportSize({ width: 420, height: 600 });
  });

  it('has arguments in the font of code, also while they are changed', async () => {
    await play('approval');
    const font = await styleOf(chat.page.locator('.approval .call-text').first(), 'font-family');
    await chat.page.getByRole('button', { name: 'Edit arguments' }).first().click();
    assert.equal(await styleOf(chat.page.getByLabel('Arguments as JSON'), 'font-family'), font);
  });

  it('keeps the buttons of a permission in one line, above what it is for, in a language with long words', async () => {
    await chat.load({ theme: 'dark', language: languageOf('de') });
    await play('allowing-more');
    const card = chat.page.locator('.approval').first();
    const tops = await card
      .locator('.text-button:not(.quiet)')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1);
    const [scope, covers] = await card
      .locator('select')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    assert.ok(scope && covers);
    assert.ok(scope.top <= (tops[0] ?? 0) && scope.bottom > (tops[0] ?? 0));
    assert.ok(covers.top >= scope.bottom);
  });

  it('keeps what a permission is for within its box in a narrow side bar, in a language with long words', async () => {
    await chat.load({ theme: 'dark', language: languageOf('de') });
    await chat.page.setViewportSize({ width: 250, height: 600 });
    await play('allowing-more');
    const ends = await chat.page
      .locator('.approval')
      .first()
      .locator('select, .approval-arguments')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
    assert.equal(new Set(ends).size, 1, String(ends));
    await chat.page.setViewportSize({ width: 420, height: 600 });
  });

  it('says of the field of a prompt what is missing, marks it, and gives it the keyboard', async () => {
    await play('prompt-form');
    const field = chat.page.getByRole('combobox', { name: 'branch' });
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.ok(await hasKeyboard(field));
    const about = (await field.getAttribute('aria-describedby'))?.split(' ').at(-1) ?? '';
    assert.equal((await chat.page.locator(`#${about}`).innerText()).trim(), '"branch" is required.');
    await field.pressSequentially('x');
    assert.equal(await field.getAttribute('aria-invalid'), 'false');
  });

  it('shows what cannot be pressed now as such, and leaves the keyboard where it is', async () => {
    await play('prompt-running');
    const waiting = chat.page.getByRole('button', { name: 'Requesting the prompt from the server…' });
    assert.equal(await waiting.getAttribute('aria-disabled'), 'true');
    assert.equal(await styleOf(waiting, 'opacity'), '0.5');
    assert.ok(await hasKeyboard(waiting));
    await chat.load({ theme: 'dark' });
    await play('written');
    const again = chat.page.getByRole('button', { name: 'Run again' });
    assert.ok(await again.isDisabled());
    assert.equal(await styleOf(again, 'opacity'), '0.5');
  });

  it('shows in every theme that long lines are wrapped', async () => {
    for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] satisfies ThemeName[]) {
      await chat.load({ theme });
      await play('reading');
      const button = chat.page.locator('[data-code=wrap]').first();
      const looks = async (): Promise<string> =>
        `${await styleOf(button, 'background-color')} ${await styleOf(button, 'border-top-style')}`;
      const before = await looks();
      await button.click();
      await chat.page.mouse.move(0, 0);
      await chat.drawn();
      assert.notEqual(await looks(), before, theme);
    }
  });

  it('keeps to the end of what a call writes when the side bar is made narrower', async () => {
    await play('written');
    const rest = (): Promise<number> =>
      chat.page
        .locator('.call.running :is(.call-written, .terminal) .call-text')
        .last()
        .evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop);
    assert.ok((await rest()) <= 2);
    await chat.page.setViewportSize({ width: 250, height: 600 });
    await chat.drawn();
    assert.ok((await rest()) <= 2, String(await rest()));
    await chat.page.setViewportSize({ width: 420, height: 600 });
  });

  it('cuts no ring around what has the keyboard', async () => {
    await chat.load({ theme: 'hc-dark' });
    await play('focused');
    const cut = await chat.page.evaluate<string[]>(`(() => {
      const ringOf = (element) => {
        const { outlineOffset, outlineWidth } = getComputedStyle(element);
        const out = parseFloat(outlineOffset) + parseFloat(outlineWidth);
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { left: left - out, right: right + out, top: top - out, bottom: bottom + out };
      };
      const clips = (element) => getComputedStyle(element).overflowX !== 'visible';
      return [...document.querySelectorAll('main :is(button, a[href], input, select, pre[tabindex])')].flatMap((element) => {
        element.scrollIntoView({ block: 'nearest' });
        const ring = ringOf(element);
        // What clips it; a row that scrolls shows the rest of its height when it is gone to.
        const frames = [];
        for (let each = element.parentElement; each; each = each.parentElement) if (clips(each)) frames.push(each);
        // What stands above a code block is drawn over it.
        const bar = element.matches('.code-block > pre') ? element.previousElementSibling.getBoundingClientRect() : undefined;
        const isCut =
          frames.some((frame) => {
            const { left, right } = frame.getBoundingClientRect();
            return ring.left < left - 0.5 || ring.right > right + 0.5;
          }) || (bar && ring.top < bar.bottom - 0.5);
        return isCut ? [element.localName + '.' + element.className] : [];
      });
    })()`);
    assert.deepEqual(cut, []);
  });
});

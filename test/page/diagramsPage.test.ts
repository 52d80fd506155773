/** Diagrams in answers, drawn by the real Mermaid under the policy of the page. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ChatStatus, Item } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };
const answer = (source: string, streaming = false): Item => ({
  kind: 'assistant',
  id: 'a1',
  text: `So:\n\n\`\`\`mermaid\n${source}${streaming ? '' : '\n```\n'}`,
  streaming,
});
const flow = 'flowchart LR\n  one[First] --> two[Second]';

describe('diagrams in the page', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));

  const drawn = async (source: string): Promise<void> => {
    await chat.show([answer(source)]);
    await chat.until(`document.querySelector('.diagram-block.drawn, .diagram-block.refused')`);
  };
  const inDiagram = <T>(expression: string): Promise<T> =>
    page.evaluate(
      `(() => { const root = document.querySelector('.diagram').shadowRoot; return ${expression}; })()`,
    );
  const scripts = (): Promise<string[]> =>
    page.evaluate(
      `[...document.scripts].map(({ src }) => src.split('/').at(-1)).filter((name) => /^mermaid/.test(name))`,
    );

  it('are drawn once their block is complete, by code that is loaded then', async () => {
    await chat.show([answer(flow, true)]);
    assert.equal(await page.locator('.diagram').count(), 0);
    assert.deepEqual(await scripts(), []);
    await chat.tell(chat.patch({ op: 'text', id: 'a1', text: '\n```\n' }, { op: 'settled', id: 'a1' }));
    await chat.until(`document.querySelector('.diagram-block.drawn')`);
    assert.deepEqual(await scripts(), ['mermaid.js']);
    assert.deepEqual(await inDiagram(`[...root.querySelectorAll('.node')].map((node) => node.textContent)`), [
      'First',
      'Second',
    ]);
    assert.equal(await page.locator('.diagram-room').count(), 0);
    assert.equal(await page.getByRole('img', { name: 'Diagram' }).isVisible(), true);
  });

  it('have boxes as wide as their words, so that three in a row fit a side bar', async () => {
    await page.setViewportSize({ width: 420, height: 700 });
    await drawn('flowchart LR\n  you[You] --> chat[Chat] --> model[Model]');
    const [shown = 0, room = 0] = await inDiagram<number[]>(
      `[root.querySelector('svg').getBoundingClientRect().width, root.host.clientWidth]`,
    );
    assert.ok(shown <= room, `${shown} of ${room} px`);
  });

  it('fit the width, and are shown at full size on a click, a key or by their button', async () => {
    await page.setViewportSize({ width: 420, height: 700 });
    await drawn(
      `flowchart LR\n  ${Array.from({ length: 12 }, (_, at) => `n${at}[A step ${at}]`).join(' --> ')}`,
    );
    const isWider = () =>
      inDiagram<boolean>(`root.querySelector('svg').getBoundingClientRect().width > root.host.clientWidth`);
    assert.equal(await isWider(), false);
    await page.locator('.diagram').click();
    assert.equal(await isWider(), true);
    const button = page.getByRole('button', { name: 'Show at full size' });
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await button.click();
    assert.equal(await isWider(), false);
    await page.locator('.diagram').press('Enter');
    assert.equal(await isWider(), true);
  });

  it('say on hover and focus that they were made smaller, and always where they are too small to read', async () => {
    await page.setViewportSize({ width: 420, height: 700 });
    const row = (count: number): string =>
      `flowchart LR\n  ${Array.from({ length: count }, (_, at) => `n${at}[A step ${at}]`).join(' --> ')}`;
    const isSaid = () =>
      inDiagram<boolean>(`root.querySelector('.hint').checkVisibility({ visibilityProperty: true })`);
    await drawn(row(12));
    assert.equal(await isSaid(), true);
    await page.locator('.diagram').click();
    assert.equal(await isSaid(), false);
    await drawn(row(4));
    await chat.until(`document.querySelector('.diagram').shadowRoot.querySelectorAll('.node').length === 4`);
    await page.mouse.move(1, 1);
    await page.evaluate('document.activeElement.blur()');
    assert.equal(await isSaid(), false);
    await page.locator('.diagram').hover();
    assert.equal(await isSaid(), true);
    await page.mouse.move(1, 1);
    await page.locator('.diagram-block [data-code=source]').focus();
    await page.keyboard.press('Tab');
    await chat.until(`document.activeElement?.matches('[data-code=copy]')`);
    await page.locator('.diagram').focus();
    assert.equal(await isSaid(), true);
    await drawn(flow);
    await chat.until(`document.querySelector('.diagram').shadowRoot.querySelectorAll('.node').length === 2`);
    await page.locator('.diagram').hover();
    assert.equal(await isSaid(), false);
  });

  it('are drawn only in view, and not twice when they come back', async () => {
    const long: Item = { kind: 'assistant', id: 'a0', text: 'word\n\n'.repeat(200), streaming: false };
    await chat.show([answer(flow), { ...long, id: 'a2' }]);
    assert.deepEqual(await scripts(), []);
    await page.evaluate(`document.querySelector('.transcript').scrollTop = 0`);
    await chat.until(`document.querySelector('.diagram-block.drawn')`);
    const id = await inDiagram(`root.querySelector('svg').id`);
    await chat.show([{ ...long, id: 'a3' }]);
    await chat.until(`!document.querySelector('.diagram')`);
    await chat.show([answer(flow)]);
    await chat.until(`document.querySelector('.diagram-block.drawn')`);
    assert.equal(await inDiagram(`root.querySelector('svg').id`), id);
  });

  it('have their source one key away, to be copied', async () => {
    await drawn(flow);
    const toggle = page.getByRole('button', { name: 'Show source' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
    await page.locator('.diagram-block pre', { hasText: 'one[First]' }).waitFor();
    assert.equal(await page.locator('.diagram').isVisible(), false);
    await page.getByRole('button', { name: 'Copy code' }).click();
    assert.equal((await chat.next('copy')).text.trim(), flow);
    await toggle.click();
    assert.equal(await page.locator('.diagram').isVisible(), true);
  });

  it('say why they cannot be drawn, with their source', async () => {
    const reasons = [
      ['flowchart LR\n  a -->', 'The source has an error.'],
      ['mindmap\n  root', 'This diagram type is not supported.'],
      [`flowchart LR\n${'a;'.repeat(500)}`, 'The diagram is too large.'],
      [
        'gantt\n  excludes weekends\n  A :a, 2026-01-01, 1d',
        'The diagram uses a feature that is not supported.',
      ],
    ] as const;
    for (const [source, why] of reasons) {
      await drawn(source);
      await page.getByText(`The diagram cannot be drawn. ${why}`).waitFor();
      assert.equal(await page.locator('.diagram-block pre').isVisible(), true);
      assert.equal(await page.locator('.diagram, .diagram-room').count(), 0);
    }
  });

  it('have no HTML, links, pictures or settings of their source', async () => {
    await drawn(`%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}, "themeCSS": "* { fill: #123456 !important }", "theme": "forest"}}%%
flowchart LR
  one["<img src='https://evil.example/x.png' onerror='harm()'> <b>bold</b>"] --> two[Second]
  click one "https://evil.example/" "go"
  click two call harm()
  classDef bad fill:#ff0000
  class two bad`);
    assert.equal(
      await page.locator('.diagram-block.drawn').count(),
      1,
      await page.locator('.diagram-block').innerText(),
    );
    assert.deepEqual(
      await inDiagram(
        `['foreignObject', 'img', 'image', 'a', 'script', 'style', 'use'].filter((tag) => root.querySelector(tag))`,
      ),
      [],
    );
    const sheets = await inDiagram<string>(
      `root.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join()`,
    );
    assert.doesNotMatch(sheets, /evil|18, 52, 86|123456/);
    assert.doesNotMatch(await inDiagram<string>(`root.innerHTML`), /evil\.example\/c|onerror="|javascript:/);
  });

  it('follow the theme', async () => {
    await drawn(flow);
    const colour = (): Promise<string> =>
      inDiagram(`getComputedStyle(root.querySelector('.node rect')).stroke`);
    const before = await colour();
    await page.evaluate(`{
      document.documentElement.style.setProperty('--vscode-descriptionForeground', '#ff0000');
      document.body.style.setProperty('--vscode-descriptionForeground', '#ff0000');
      document.body.classList.add('other-theme');
    }`);
    await chat.until(
      `getComputedStyle(document.querySelector('.diagram').shadowRoot.querySelector('.node rect')).stroke === 'rgb(255, 0, 0)'`,
    );
    assert.notEqual(before, 'rgb(255, 0, 0)');
  });
});

/** What the chat's page says of a turn: what it waits for and since when, what it took; and its font. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { CallView, ChangedFileView, ChatStatus, Item, TurnProgress } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };
const asked: Extract<Item, { kind: 'user' }> = { kind: 'user', id: 'u', text: 'Which?' };
const answer = (over: Partial<Extract<Item, { kind: 'assistant' }>>): Item => ({
  kind: 'assistant',
  id: 'a',
  text: 'This.',
  streaming: false,
  ...over,
});

describe('a turn on the page of the chat', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));

  const runs = (progress: TurnProgress) =>
    chat.tell(chat.patch({ op: 'status', status: { ...status, turn: 'running', progress } }));
  const line = () => page.locator('.waiting').innerText();

  it('says what it waits for, since when, and how long it has run', async () => {
    await chat.show([asked]);
    await runs({ ms: 200, quietMs: 200, doing: 'preparing' });
    assert.equal(await line(), 'Working…');
    await runs({ ms: 125_000, quietMs: 8_100, doing: 'asking' });
    assert.match(await line(), /^Waiting for the model…\s+8 s · 2 m 05 s total$/);
    await runs({ ms: 9_000, quietMs: 8_100, doing: 'asking' });
    assert.match(await line(), /^Waiting for the model…\s+8 s$/);
  });

  for (const width of [250, 300, 420])
    it(`stays at its end after a message was sent, ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 600 });
      await chat.show(Array.from({ length: 20 }, (_, index) => answer({ id: `x${index}` })));
      await page.locator('textarea').fill('And then?');
      await page.keyboard.press('Enter');
      await chat.drawn();
      await chat.tell(chat.patch({ op: 'add', item: asked }));
      await runs({ ms: 200, quietMs: 200, doing: 'asking' });
      await chat.tell(chat.patch({ op: 'add', item: answer({ text: 'Long. '.repeat(200) }) }));
      const left = await page
        .locator('.transcript')
        .evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop);
      assert.ok(left <= 1, `the end is ${left} px away`);
    });

  it('counts on by itself, so that nobody wonders whether it is stuck', async () => {
    await chat.show([asked]);
    await runs({ ms: 5_000, quietMs: 5_000, doing: 'asking' });
    await chat.advance(2_000);
    assert.match(await line(), /^Waiting for the model…\s+7 s$/);
  });

  it('counts down to the next attempt, and says the attempt once to a screen reader', async () => {
    const retry = { why: 'h is busy.', leftMs: 3_600, attempt: 2, attempts: 4 };
    await chat.show([asked]);
    await runs({ ms: 5_000, quietMs: 0, doing: 'asking', retry });
    assert.match(await line(), /^h is busy\.\s+Trying again in 4 s \(attempt 2 of 4\)\.$/);
    const announced = page
      .getByRole('status')
      .filter({ hasText: 'h is busy. Trying again in 4 s (attempt 2 of 4).' });
    await announced.waitFor({ state: 'attached' });
    await chat.advance(2_000);
    assert.match(await line(), /Trying again in 2 s/);
    assert.equal(await announced.count(), 1);
    await chat.advance(2_000);
    assert.match(await line(), /Trying again… \(attempt 2 of 4\)$/);
    await chat.advance(60_000);
    assert.match(await line(), /^No response from the model for 1 m 04 s/);
    await runs({ ms: 70_000, quietMs: 0, doing: 'asking' });
    assert.match(await line(), /^Waiting for the model…/);
  });

  it('says that nothing came for a minute, and how to stop', async () => {
    await chat.show([asked]);
    await runs({ ms: 80_000, quietMs: 75_100, doing: 'asking' });
    assert.equal(await line(), 'No response from the model for 1 m 15 s. Press Escape to stop.');
  });

  it('says which call the model is writing, after words of it, too', async () => {
    await chat.show([asked, answer({ streaming: true })]);
    await runs({ ms: 900, quietMs: 0, doing: 'asking' });
    assert.equal(await page.locator('.waiting').count(), 0);
    await runs({ ms: 990, quietMs: 0, doing: 'asking', draft: { tool: 'write_file', length: 12_480 } });
    assert.equal(await line(), 'Writing a call to write_file… 12k characters');
  });

  it('says nothing while any call of the step runs, whichever ends first', async () => {
    const call = (id: string, step: number, over: Partial<CallView>): Item => ({
      kind: 'call',
      id,
      step,
      call: {
        source: { kind: 'mcp', server: 'demo' },
        toolName: 'read',
        wireName: 'mcp__demo__read',
        argsText: '{}',
        status: 'running',
        startedAt: Date.now(),
        ...over,
      },
    });
    const ended = { status: 'success', durationMs: 5, result: [] } as const;
    await chat.show([asked, call('c0', 1, ended), call('c1', 2, {}), call('c2', 2, {})]);
    await runs({ ms: 900, quietMs: 0, doing: 'preparing' });
    const lines = () => page.locator('.waiting').count();
    await chat.tell(chat.patch({ op: 'call', id: 'c2', change: ended }));
    assert.equal(await lines(), 0);
    await chat.tell(chat.patch({ op: 'call', id: 'c1', change: ended }));
    assert.equal(await line(), 'Working…');
  });

  it('says so when an answer pauses, until it goes on', async () => {
    await chat.show([asked, answer({ streaming: true })]);
    await runs({ ms: 9_000, quietMs: 4_000, doing: 'asking' });
    assert.match(await line(), /^Waiting for the model…\s+4 s$/);
    await chat.tell(chat.patch({ op: 'text', id: 'a', text: ' And' }));
    assert.equal(await page.locator('.waiting').count(), 0);
  });

  it('says what the turn took: time, tokens, price and model', async () => {
    const usage = { inputTokens: 18_412, outputTokens: 906, cost: 31_400 };
    await chat.show([asked, answer({})]);
    await chat.tell(
      chat.patch({ op: 'took', id: 'a', took: { at: 1_790_000_000_000, ms: 12_340, model: 'qwen', usage } }),
    );
    const sum = page.locator('.message-sum');
    assert.equal(await sum.innerText(), '12.3 s · 19k tokens · $0.03 · qwen');
    assert.match(
      (await sum.getAttribute('title')) ?? '',
      /2026.*\n18,412 tokens sent, 906 received\nPrice: \$0\.03\nqwen$/s,
    );
    // Also where the chat is narrow.
    await page.setViewportSize({ width: 250, height: 600 });
    const isPriceSeen = await page.evaluate(`{
      const element = document.querySelector('.message-sum');
      const text = element.firstChild;
      const range = new Range();
      range.setStart(text, text.textContent.indexOf('$'));
      range.setEnd(text, text.textContent.indexOf('$') + 5);
      const [price, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      price.width > 0 && price.bottom <= box.bottom + 1 && price.right <= box.right + 1;
    }`);
    assert.equal(isPriceSeen, true);
  });

  it('says how many of the tokens came from the cache, and nothing where no price is known, but when asked', async () => {
    const usage = { inputTokens: 18_412, outputTokens: 906, cachedTokens: 16_384 };
    await chat.show([asked, answer({})]);
    await chat.tell(chat.patch({ op: 'took', id: 'a', took: { at: 0, ms: 1, model: 'qwen', usage } }));
    const sum = page.locator('.message-sum');
    assert.match(await sum.innerText(), / · 19k tokens \(16k cached\) · qwen$/);
    const title = await sum.getAttribute('title');
    assert.match(title ?? '', /\n16,384 of the sent tokens from the cache\nThe price is not known\.\nqwen$/);
  });

  it('leaves a quiet line with the reason of a turn that failed, without buttons', async () => {
    await chat.show([
      asked,
      { kind: 'notice', id: 'n', level: 'error', text: 'It is busy.', detail: '429', actions: ['retry'] },
    ]);
    const notice = page.locator('.notice');
    const border = () =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('.notice')).borderTopWidth`);
    assert.equal(await border(), '1px');
    await chat.tell(chat.patch({ op: 'past', id: 'n' }, { op: 'add', item: { ...asked, id: 'u2' } }));
    assert.equal(await border(), '0px');
    assert.match(await notice.innerText(), /^It is busy\.\s+Details$/);
    assert.deepEqual(await notice.getByRole('button').allInnerTexts(), ['Details']);
  });

  it('names the files with instructions, opens them with the keyboard, and shows invisible characters', async () => {
    const files = [
      { name: 'AGENTS.md', path: '/w/AGENTS.md', tokens: 1_240, notes: [] },
      { name: 'src/AGENTS.md', path: '/w/src/AGENTS.md', tokens: 12, hidden: 2, notes: ['Only a part.'] },
      { name: 'old.md', notes: ['The file cannot be read.'] },
    ];
    await chat.show([asked, { kind: 'instructions', id: 'r', files }, answer({})]);
    const row = page.locator('.instructions');
    assert.deepEqual(
      (await row.getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
      [
        'AGENTS.md 1.2k tokens',
        'src/AGENTS.md 12 tokens Contains 2 invisible characters. Show characters Only a part.',
        'old.md not used The file cannot be read.',
      ],
    );
    assert.deepEqual(await row.getByRole('button').allInnerTexts(), [
      'AGENTS.md',
      'src/AGENTS.md',
      'Show characters',
    ]);
    await row.getByRole('button', { name: 'Open AGENTS.md', exact: true }).press('Enter');
    await row.getByRole('button', { name: 'Show characters' }).press('Enter');
    assert.deepEqual(await chat.posted(), [
      { type: 'openInstructions', id: 'r', file: 0, marked: false },
      { type: 'openInstructions', id: 'r', file: 1, marked: true },
    ]);
  });

  it('says how many files the turn has changed, and undoes and redoes that with the keyboard on one button', async () => {
    const files = ['a.ts', 'b.ts'];
    const item: Item = { kind: 'changes', id: 'c', turn: 't', files, state: { status: 'made' } };
    await chat.show([asked, answer({}), item]);
    const row = page.locator('.changes');
    assert.match(await row.innerText(), /^2 files changed\s+Show\s+Undo$/);
    // The buttons of the answer stay with it.
    assert.equal(await page.getByRole('button', { name: 'Answer again' }).count(), 1);
    await row.getByRole('button', { name: 'Undo' }).press('Enter');
    await chat.tell(chat.patch({ op: 'changes', id: 'c', state: { status: 'undone', left: 1 } }));
    assert.match(await row.innerText(), /^2 files changed, undone except for 1\s+Show\s+Redo$/);
    const heard = page.locator('.announcer');
    assert.equal(await heard.innerText(), '2 files changed, undone except for 1');
    await page.keyboard.press('Enter');
    assert.deepEqual(await chat.posted(), [
      { type: 'changes', id: 'c', action: 'undo' },
      { type: 'changes', id: 'c', action: 'redo' },
    ]);
    await chat.tell(chat.patch({ op: 'changes', id: 'c', state: { status: 'past', wasUndone: true } }));
    assert.equal(await row.innerText(), '2 files changed, undone');
    assert.match(
      (await row.locator('.changes-text').getAttribute('title')) ?? '',
      /^a\.ts\nb\.ts\nThe previous content/,
    );
    await chat.tell(chat.patch({ op: 'changes', id: 'c', state: { status: 'past', wasUndone: false } }));
    assert.equal(await row.innerText(), '2 files changed, can no longer be undone');
  });

  it('has the names of changed files whole in a narrow chat, where their folders are cut', async () => {
    const label = 'packages/checkout/src/stock-keeping.ts';
    const view: ChangedFileView = {
      label,
      change: 'edited',
      standing: 'made',
      by: [{ kind: 'tool', title: 'Edit file' }],
      added: 12,
      removed: 3,
    };
    await page.setViewportSize({ width: 257, height: 700 });
    await chat.show([
      asked,
      answer({}),
      { kind: 'changes', id: 'c', turn: 't', files: [label], views: [view], state: { status: 'made' } },
    ]);
    await page.locator('.changes > .disclosure-button').click();
    const name = page.getByRole('button', { name: label, exact: true });
    const isCut = (part: string): Promise<boolean> =>
      name.locator(part).evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    assert.equal(await name.locator('.about-rest').innerText(), '/stock-keeping.ts');
    assert.deepEqual([await isCut('.about-folders'), await isCut('.about-rest')], [true, false]);
  });

  it('undoes the rest and redoes what was undone where one file was undone alone, with the keyboard', async () => {
    const views: readonly ChangedFileView[] = (['made', 'undone', 'made'] as const).map(
      (standing, index) => ({
        label: `${index}.ts`,
        change: 'edited',
        standing,
        by: index === 2 ? [{ kind: 'outside' }] : [{ kind: 'tool', title: 'Edit file' }],
      }),
    );
    const files = views.map(({ label }) => label);
    const state = { status: 'undone', left: 2 } as const;
    await chat.show([asked, answer({}), { kind: 'changes', id: 'c', turn: 't', files, views, state }]);
    const row = page.locator('.changes');
    const names = () => row.locator('.changes-buttons').getByRole('button').allInnerTexts();
    assert.equal(await row.locator('.changes-text').innerText(), '3 files changed, 1 undone');
    assert.deepEqual(await names(), ['Show', 'Keep', 'Undo', 'Redo']);
    await row.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    const undone = views.map((view, index) =>
      index === 0 ? { ...view, standing: 'undone' as const } : view,
    );
    await chat.tell(
      chat.patch({ op: 'changes', id: 'c', state: { status: 'undone', left: 1 }, views: undone }),
    );
    // What is left was changed outside only, which the turn leaves alone.
    assert.deepEqual(await names(), ['Show', 'Keep', 'Redo']);
    assert.equal(await page.locator(':focus').innerText(), 'Redo');
    await page.keyboard.press('Enter');
    const made = views.map((view) => ({ ...view, standing: 'made' as const }));
    await chat.tell(chat.patch({ op: 'changes', id: 'c', state: { status: 'made' }, views: made }));
    assert.deepEqual(await names(), ['Show', 'Keep', 'Undo']);
    assert.equal(await page.locator(':focus').innerText(), 'Undo');
    assert.deepEqual(await chat.posted(), [
      { type: 'changes', id: 'c', action: 'undo' },
      { type: 'changes', id: 'c', action: 'redo' },
    ]);
  });

  it('is not redone by the second click of a double click on Undo', async () => {
    const item: Item = { kind: 'changes', id: 'c', turn: 't', files: ['a.ts'], state: { status: 'made' } };
    await chat.show([asked, answer({}), item]);
    const undo = page.locator('.changes').getByRole('button', { name: 'Undo' });
    await undo.click();
    await chat.tell(chat.patch({ op: 'changes', id: 'c', state: { status: 'undone', left: 0 } }));
    const redo = await page.locator('.changes').getByRole('button', { name: 'Redo' }).boundingBox();
    assert.ok(redo);
    await page.mouse.move(redo.x + 5, redo.y + 5);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    assert.deepEqual(await chat.posted(), [{ type: 'changes', id: 'c', action: 'undo' }]);
  });

  it('says where all changes are kept, and which files were not compared', async () => {
    const view = (label: string, standing: 'kept' | 'made'): ChangedFileView => ({
      label,
      change: 'edited',
      standing,
      by: [],
    });
    const files = ['a.ts', 'b.ts'];
    const notCompared = ['big', '<b>data</b>'];
    await chat.show([
      asked,
      answer({}),
      {
        kind: 'changes',
        id: 'c',
        turn: 't',
        files,
        views: files.map((file) => view(file, 'made')),
        notCompared,
        state: { status: 'made' },
      },
      {
        kind: 'changes',
        id: 'd',
        turn: 'u',
        files: [],
        views: [],
        notCompared: [],
        state: { status: 'made' },
      },
    ]);
    const [first, second] = [page.locator('.changes').first(), page.locator('.changes').last()];
    assert.match(
      await first.innerText(),
      /^2 files changed\s.*Not compared, so changes there are not listed: big, <b>data<\/b>$/s,
    );
    assert.match(await second.innerText(), /^No changed files found\s+Not all files of the workspace/);
    assert.equal(await second.getByRole('button').count(), 0);
    const views = files.map((file) => view(file, 'kept'));
    await chat.tell(chat.patch({ op: 'changes', id: 'c', state: { status: 'made' }, views }));
    assert.match(await first.innerText(), /^2 files changed, kept\s+Show\s+Not compared/);
  });

  it('shows the changed lines of a file, and keeps or undoes each part with the keyboard', async () => {
    const [label, file] = ['src/a.ts', 'src/a.ts'];
    const view: ChangedFileView = {
      label,
      change: 'edited',
      standing: 'made',
      by: [{ kind: 'command' }],
      added: 2,
      removed: 1,
    };
    await chat.show([
      asked,
      answer({}),
      { kind: 'changes', id: 'c', turn: 't', files: [file], views: [view], state: { status: 'made' } },
    ]);
    await page.getByRole('button', { name: '1 file changed' }).press('Enter');
    const fold = page.getByRole('button', { name: 'Changed lines of src/a.ts' });
    await fold.press('Enter');
    // The page asks once the row is drawn.
    const asks = (request: number) => chat.next('changedLines', (each) => each.request === request);
    assert.deepEqual(await asks(1), { type: 'changedLines', request: 1, id: 'c', file: 0 });
    const hunks = [
      { oldStart: 1, newStart: 1, lines: ['-<b>old</b>', '+new'] },
      { oldStart: 20, newStart: 20, lines: [' same', '+added'] },
    ];
    await chat.tell({ type: 'changedLines', request: 1, diff: { added: 2, removed: 1, hunks } });
    assert.equal(await page.locator('.changed-part').count(), 2);
    assert.match(await page.locator('.changed-part').first().innerText(), /<b>old<\/b>/);
    const part = (place: number) => ({
      oldStart: hunks[place]?.oldStart,
      newStart: hunks[place]?.newStart,
      lines: 2,
    });
    await page.getByRole('button', { name: 'Undo part 2' }).press('Enter');
    const undone = { type: 'changes', id: 'c', action: 'undo', file: 0, part: part(1) };
    assert.deepEqual(await chat.next('changes'), undone);
    await chat.tell(
      chat.patch({ op: 'changes', id: 'c', state: { status: 'made' }, views: [{ ...view, added: 1 }] }),
    );
    await asks(2);
    await chat.tell({
      type: 'changedLines',
      request: 2,
      diff: { added: 1, removed: 1, hunks: hunks.slice(0, 1) },
    });
    assert.equal(await page.locator('.changed-part').count(), 1);
    // The focus is still in the row.
    assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Changed lines of src/a.ts');
    await page.getByRole('button', { name: 'Keep part 1' }).press('Enter');
    assert.deepEqual(await chat.posted(), [
      { type: 'changes', id: 'c', action: 'keep', file: 0, part: part(0) },
    ]);
  });

  it('offers to restore the checkpoint of each message with the keyboard, but not while a turn runs', async () => {
    await chat.show([asked, answer({})]);
    const restore = page.getByRole('button', { name: 'Restore checkpoint…' });
    await restore.press('Enter');
    assert.deepEqual(await chat.posted(), [{ type: 'restore', id: 'u' }]);
    await runs({ ms: 1, quietMs: 1, doing: 'asking' });
    assert.equal(await restore.count(), 0);
  });

  it('lists the files that a turn has changed, by whom, and keeps or undoes each with the keyboard', async () => {
    const view = (label: string, more: Partial<ChangedFileView>): ChangedFileView => ({
      label,
      change: 'edited',
      standing: 'made',
      by: [{ kind: 'outside' }],
      ...more,
    });
    const views = [
      view('src/a.ts', { by: [{ kind: 'tool', title: 'Edit file' }], added: 2, removed: 1 }),
      view('b.ts', {
        change: 'created',
        by: [{ kind: 'command' }, { kind: 'tool', title: 'Write', server: 'fs' }],
      }),
      view('<b>c</b>.ts', { change: 'deleted' }),
      view('logo.png', { standing: 'unkept' }),
    ];
    const files = views.map(({ label }) => label);
    await chat.show([
      asked,
      answer({}),
      { kind: 'changes', id: 'c', turn: 't', files, views, state: { status: 'made' } },
    ]);
    const row = page.locator('.changes');
    await row.getByRole('button', { name: '4 files changed' }).press('Enter');
    // What is drawn again in parts is hidden from screen readers.
    const read = `[...document.querySelectorAll('.changes li')].map((line) => {
      const copy = line.cloneNode(true);
      for (const part of copy.querySelectorAll('[aria-hidden]')) part.remove();
      return [...copy.children].map(({ textContent }) => textContent.trim()).filter(Boolean).join(' ');
    })`;
    assert.deepEqual(await page.evaluate<string[]>(read), [
      'Edited src/a.ts Lines added: 2, removed: 1 by Edit file',
      'Created b.ts by a command, by Write of fs',
      'Deleted <b>c</b>.ts outside Patchbay',
      'Edited logo.png outside Patchbay · previous content not saved',
    ]);
    await row.getByRole('button', { name: 'Keep src/a.ts' }).press('Enter');
    const kept = views.map((each, index) => (index === 0 ? { ...each, standing: 'kept' as const } : each));
    await chat.tell(chat.patch({ op: 'changes', id: 'c', state: { status: 'made' }, views: kept }));
    assert.equal(await row.getByRole('button', { name: 'Keep src/a.ts', pressed: true }).count(), 1);
    assert.equal(await row.getByRole('button', { name: 'Undo src/a.ts' }).count(), 0);
    assert.match(await row.innerText(), /^4 files changed, 1 kept\n/);
    await row.getByRole('button', { name: 'Undo b.ts' }).press('Enter');
    const undone = kept.map((each, index) => (index === 1 ? { ...each, standing: 'undone' as const } : each));
    await chat.tell(
      chat.patch({ op: 'changes', id: 'c', state: { status: 'undone', left: 3 }, views: undone }),
    );
    assert.match(await row.innerText(), /^4 files changed, 1 undone, 1 kept\n/);
    // The focus is still there.
    await page.keyboard.press('Enter');
    await row.getByRole('button', { name: '<b>c</b>.ts', exact: true }).press('Enter');
    assert.deepEqual(await chat.posted(), [
      { type: 'changes', id: 'c', action: 'keep', file: 0 },
      { type: 'changes', id: 'c', action: 'undo', file: 1 },
      { type: 'changes', id: 'c', action: 'redo', file: 1 },
      { type: 'changes', id: 'c', action: 'show', file: 2 },
    ]);
  });

  it('has names of files that lead to them, where the host knows the files', async () => {
    await chat.show([asked]);
    const text = 'In `src/a.ts:12`, by `a.run()`, not `src/gone.ts`.\n\n```ts\nsrc/b.ts\n```';
    await chat.tell(chat.patch({ op: 'add', item: answer({ text, streaming: true }) }));
    assert.deepEqual(await chat.posted(), []);
    await chat.tell(chat.patch({ op: 'settled', id: 'a' }));
    const names = ['src/a.ts:12', 'src/gone.ts'];
    assert.deepEqual(await chat.posted(), [{ type: 'findFiles', request: 1, names }]);
    assert.equal(await page.getByRole('link').count(), 0);
    await chat.tell({ type: 'files', request: 1, names: ['src/a.ts:12'] });
    const link = page.getByRole('link', { name: 'src/a.ts:12' });
    assert.equal(await page.getByRole('link').count(), 1);
    await link.click();
    await link.press('Enter');
    const open = { type: 'openFile', name: 'src/a.ts:12' } as const;
    assert.deepEqual(await chat.posted(), [open, open]);
    await chat.tell(chat.patch({ op: 'add', item: { ...answer({ text: 'See `src/a.ts:12`.' }), id: 'b' } }));
    assert.equal(await page.getByRole('link').count(), 2);
    assert.deepEqual(await chat.posted(), []);
  });

  it('has links to files that lead to them, and leaves other links dead', async () => {
    await chat.show([asked]);
    const text =
      'See [the `call`](src/a.ts#L10), [b](<app/[id]/page.tsx>), [x](javascript:a.b) and [y](#top). [`src/a.ts`](%zz)';
    await chat.tell(chat.patch({ op: 'add', item: answer({ text }) }));
    const names = ['src/a.ts#L10', 'app/[id]/page.tsx', 'src/a.ts'];
    const found = await chat.posted();
    assert.deepEqual(found, [{ type: 'findFiles', request: 1, names }]);
    await chat.tell({ type: 'files', request: 1, names: names.slice(0, 2) });
    assert.deepEqual(await page.getByRole('link').allInnerTexts(), ['the call', 'b']);
    assert.deepEqual(await page.locator('.dead-link').allInnerTexts(), ['x', 'y', 'src/a.ts']);
    const link = page.getByRole('link', { name: 'the call' });
    assert.equal(await link.getAttribute('title'), 'src/a.ts#L10');
    await link.locator('code').click();
    await page.getByRole('link', { name: 'b', exact: true }).press('Enter');
    assert.deepEqual(
      await chat.posted(),
      names.slice(0, 2).map((name) => ({ type: 'openFile', name })),
    );
  });

  it('is drawn in the font that the user has chosen for chats, and back in that of the editor', async () => {
    await chat.show([asked, answer({})]);
    const font = (): Promise<{ fontSize: string; fontFamily: string }> =>
      page.evaluate(`(({ fontSize, fontFamily }) => ({ fontSize, fontFamily }))(
        getComputedStyle(document.querySelector('.markdown p')))`);
    const before = await font();
    await chat.setAppearance({ font: { size: 21, family: 'Atkinson Hyperlegible' } });
    const chosen = await font();
    assert.equal(chosen.fontSize, '21px');
    assert.equal(chosen.fontFamily, `"Atkinson Hyperlegible", ${before.fontFamily}`);
    await chat.setAppearance({});
    assert.deepEqual(await font(), before);
  });
});

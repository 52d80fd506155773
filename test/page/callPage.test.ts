/** Calls in the chat's page while they run: what is said of their progress, and that nothing moves for it. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { joined, onScreen, withoutCodes } from '../../src/base/common/terminalText.ts';
import { picturePng } from '../../stories/png.ts';
import type { CallView, ChatStatus, Item, Patch, Progress } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'running', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

function call(id: string, over: Partial<CallView> = {}): Item {
  const view: CallView = {
    source: { kind: 'mcp', server: 'demo' },
    toolName: 'trigger_a_long_operation',
    wireName: 'mcp__demo__trigger_a_long_operation',
    argsText: '{"path":"src/agent/turn.ts","depth":2}',
    status: 'running',
    startedAt: Date.now() - 75_000,
    ...over,
  };
  return { kind: 'call', id, step: 1, call: view };
}

const message = 'Step 4 of 10: indexing the repository';
const ended = { status: 'success', durationMs: 75_000, result: [] } as const;

describe('calls that have ended', () => {
  const chat = useChatPage({ ...status, turn: 'idle' });
  let page: Page;
  beforeEach(() => ({ page } = chat));
  const command = {
    source: { kind: 'native' },
    toolName: 'run_command',
    wireName: 'run_command',
    title: 'Run command',
    argsText: '{"command":"npm test","cwd":"core"}',
    durationMs: 4_200,
  } as const;

  it('are a terminal where they ran a command, with its exit code, and one that failed looks failed', async () => {
    const result = [{ type: 'text', text: 'Exit code 1.\n1 failing\n' }] as const;
    const commandEnd = { kind: 'exited', code: 1 } as const;
    await chat.show([call('c', { ...command, status: 'error', commandEnd, result })]);
    const row = page.locator('.call.error');
    assert.match(
      await row.innerText(),
      /Run command\s+built in\s+command: npm test, cwd: "core"[^]*Exit code 1\s+4\.2 s/,
    );
    await row.getByRole('button', { name: /Run command/ }).click();
    const lines = async () => (await page.locator('.terminal').innerText()).split(/\n+/);
    assert.deepEqual(await lines(), ['core$ npm test', '1 failing', 'Exit code 1']);
    // One prompt: the style of commands that ask draws theirs.
    const before = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('.terminal'), '::before').content`,
    );
    assert.equal(before, 'none');
    // The model knows what to do with it.
    assert.equal(await page.getByRole('button', { name: 'Show log' }).count(), 0);
    await page.getByRole('button', { name: 'Copy command' }).click();
    assert.deepEqual(await chat.posted(), [{ type: 'copy', text: 'npm test' }]);
    await chat.tell(
      chat.patch({
        op: 'call',
        id: 'c',
        change: {
          status: 'success',
          commandEnd: { kind: 'exited', code: 0 },
          result: [{ type: 'text', text: 'Exit code 0.\n(no output)' }],
        },
      }),
    );
    assert.deepEqual(await lines(), ['core$ npm test', 'No output', 'Exit code 0']);
  });

  it('that move a file say from where to where, with both names in sight at every width', async () => {
    const [path, newPath] = [
      'src/features/checkout with cart/cart.ts',
      'packages/checkout/source/model/basket.ts',
    ];
    const move = {
      source: { kind: 'native' },
      toolName: 'move_file',
      title: 'Move file',
      argsText: JSON.stringify({ path, newPath }),
    } as const;
    await chat.show([
      call('done', { ...move, ...ended }),
      call('asked', { ...move, status: 'pending', approval: { says: [], coverages: [], changed: false } }),
    ]);
    for (const width of [300, 420, 1000]) {
      await page.setViewportSize({ width, height: 700 });
      for (const id of ['done', 'asked']) {
        const row = page.locator(`[data-id="${id}"]`);
        assert.equal(await row.locator('.call-about').getAttribute('title'), `${path} → ${newPath}`);
        const names = row.locator('.about-path .about-rest');
        assert.deepEqual(await names.allInnerTexts(), ['/cart.ts', '/basket.ts']);
        const cut = await names.evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth));
        assert.deepEqual(cut, [0, 0], `${id} at ${width} px`);
        const arrow = await row.locator('.about-arrow').boundingBox();
        assert.ok(arrow && arrow.x + arrow.width < width);
      }
    }
  });

  it('have the colours of a terminal in what a command wrote, and its text alone is copied', async () => {
    const output = onScreen(
      '\u001b[31m1 failing\u001b[0m <b>\n\u001b[38;2;0;0;0;48;2;0;0;0mhidden\u001b[0m\n\u001b[1;4mend\u001b[0m',
    );
    const result = [{ type: 'text', ...joined({ text: 'Exit code 1.\n' }, output) }] as const;
    const commandEnd = { kind: 'exited', code: 1 } as const;
    await chat.show([call('c', { ...command, status: 'error', commandEnd, result })]);
    await page.getByRole('button', { name: /Run command/ }).click();
    const text = page.locator('.terminal .terminal-text');
    assert.equal(await text.innerText(), '1 failing <b>\nhidden\nend');
    const css = (words: string, property: string) =>
      page.evaluate<string>(
        `getComputedStyle([...document.querySelectorAll('.terminal-text span')].find(({ textContent }) => textContent === '${words}')).getPropertyValue('${property}')`,
      );
    assert.match(await css('1 failing', 'color'), /^oklch\(/);
    assert.notEqual(await css('1 failing', 'color'), await css('hidden', 'color'));
    assert.notEqual(await css('hidden', 'color'), await css('hidden', 'background-color'));
    assert.equal(await css('end', 'font-weight'), '700');
    assert.match(await css('end', 'text-decoration'), /^underline/);
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('.terminal-text'))`);
    assert.equal(await page.evaluate('getSelection().toString()'), '1 failing <b>\nhidden\nend');
    // Styles of another text, such as one that was redacted since, are not for this one.
    const other = { type: 'text', text: 'Exit code 1.\n1 passing', styles: result[0].styles } as const;
    await chat.tell(chat.patch({ op: 'call', id: 'c', change: { result: [other] } }));
    assert.equal(await text.locator('span').count(), 0);
  });

  it('have the colours of a terminal in the text of a server, which is never Markdown then', async () => {
    const result = [{ type: 'text', ...withoutCodes('# Title\n\u001b[32m**ok**\u001b[0m\r1') }] as const;
    await chat.show([call('c', { status: 'success', durationMs: 1, result })]);
    await page.getByRole('button', { name: /trigger/ }).click();
    const text = page.locator('.call-text.terminal-text').last();
    assert.equal(await text.innerText(), '# Title\n**ok**\n1');
    assert.equal(await text.locator('.terminal-fore').innerText(), '**ok**');
  });

  it('say that the workspace is not trusted, with a button to trust it for as long as it is not', async () => {
    const result = [{ type: 'text', text: 'The workspace is not trusted.' }] as const;
    await chat.show([call('c', { ...command, status: 'error', durationMs: 1, needsTrust: true, result })]);
    const row = page.locator('.call.error');
    await chat.tell(chat.patch({ op: 'status', status: { ...status, turn: 'idle', isUntrusted: true } }));
    assert.match(await row.innerText(), /Run command[^]*Not run[^]*The workspace is not trusted/);
    const button = row.getByRole('button', { name: 'Trust…' });
    await button.press('Enter');
    assert.deepEqual(await chat.posted(), [{ type: 'action', action: 'manageTrust' }]);
    for (const width of [250, 420, 1000]) {
      await page.setViewportSize({ width, height: 400 });
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
    }
    await chat.tell(chat.patch({ op: 'status', status: { ...status, turn: 'idle' } }));
    assert.equal(await button.count(), 0);
    assert.match(await row.innerText(), /The workspace is not trusted/);
  });

  it('show the file that they changed with its lines, and the change inside', async () => {
    const diff = {
      added: 2,
      removed: 1,
      hunks: [{ oldStart: 3, newStart: 3, lines: [' a', '-b', '+c', '+d'] }],
    };
    const edit = { file: 'src/greet.ts', diff, shows: ['path'] };
    const argsText = '{"path":"src/greet.ts","oldText":"b","newText":"c\\nd"}';
    await chat.show([call('c', { argsText, status: 'success', durationMs: 5, result: [], edit })]);
    const line = page.locator('.call > .disclosure-button');
    assert.match((await line.innerText()).replaceAll(/\s+/g, ' '), /src \/greet\.ts .*\+2 −1/);
    await line.click();
    assert.equal(await page.locator('.inline-diff .diff-line').count(), 4);
    assert.equal(await page.getByText('"oldText"').count(), 0);
  });

  it('show arguments as they are where a terminal would hide some of them', async () => {
    const argsText = '{"command":"ls","shell":"zsh"}';
    await chat.show([call('c', { ...command, argsText, status: 'success', result: [] })]);
    await page.locator('.call > .disclosure-button').click();
    assert.equal(await page.locator('.terminal').count(), 0);
    assert.match(await page.locator('.call-text').innerText(), /"shell": "zsh"/);
  });

  it('say that the user denied them, and no time, which was the time to decide', async () => {
    await chat.show([call('c', { ...command, status: 'denied', durationMs: 0, result: [] })]);
    const words = await page.locator('.call').innerText();
    assert.match(words, /Denied/);
    assert.doesNotMatch(words, /\d m?s/);
  });

  it('show no time where the turn was stopped before they ran, nor while they wait for the user', async () => {
    await chat.show([
      call('c', { ...command, status: 'cancelled', durationMs: 0, result: [] }),
      call('d', { awaitsUser: true }),
    ]);
    assert.doesNotMatch((await page.locator('.call').allInnerTexts()).join(), /\d m?s/);
    await chat.show([call('c', { ...command, status: 'cancelled', durationMs: 7, result: [] })]);
    assert.match(await page.locator('.call').innerText(), /7 ms/);
  });

  it('say that they wait for an earlier call of their step, with no time and nothing that turns', async () => {
    await chat.show([call('c', { ...command, durationMs: undefined, status: 'running', awaitsCall: true })]);
    const row = page.locator('.call');
    assert.match(await row.innerText(), /Waiting for an earlier call/);
    assert.doesNotMatch(await row.innerText(), /\d m?s|\d:\d/);
    assert.equal(await row.locator('.codicon-modifier-spin').count(), 0);
    await chat.tell(chat.patch({ op: 'call', id: 'c', change: { awaitsCall: false, startedAt: 0 } }));
    await row.locator('.codicon-modifier-spin').waitFor();
    assert.doesNotMatch(await row.innerText(), /Waiting/);
  });

  it('show their whole name while they wait for an earlier call, also where the row is narrow', async () => {
    const queued = { durationMs: undefined, status: 'running', awaitsCall: true } as const;
    for (const width of [320, 370, 420]) {
      await page.setViewportSize({ width, height: 600 });
      await chat.show([call('c', { ...command, ...queued, title: 'Datei verschieben' })]);
      const name = page.locator('.call-name');
      assert.ok(await name.evaluate((text) => text.scrollWidth <= text.clientWidth), `${width} px`);
      const height = await page.locator('.call').evaluate(({ clientHeight }) => clientHeight);
      assert.ok(height < 60, `${width} px wide, ${height} px high`);
    }
  });

  it('have small pictures of their images in the row, which open in full', async () => {
    const data = picturePng(300, 200).toString('base64');
    const image = { type: 'image', mimeType: 'image/png', data } as const;
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    const bad = { type: 'image', mimeType: 'image/svg+xml', data: drawing } as const;
    await chat.show([
      call('c', {
        status: 'success',
        durationMs: 5,
        result: [...Array.from({ length: 8 }, () => image), bad],
      }),
    ]);
    const pictures = page.locator('.call-thumbnails img');
    assert.equal(await pictures.count(), 6);
    assert.equal((await pictures.first().boundingBox())?.height, 48);
    assert.match(await page.locator('.call-thumbnails').innerText(), /and 2 more/);
    await page.locator('.call-thumbnails button').first().press('Enter');
    await page.getByRole('dialog', { name: 'Image from the tool, image/png' }).waitFor();
  });
});

describe('calls that run in the page', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));

  const line = (id: string) => page.locator(`[data-id="${id}"] .disclosure-button`).first();
  const tell = (...patches: readonly Patch[]) => chat.tell(chat.patch(...patches));
  /** As the host tells it: what is said of a call's progress is something that it writes, too. */
  const progress = (id: string, news: Progress) =>
    tell({ op: 'progress', id, progress: news, ...(news.message && { output: `${news.message}\n` }) });
  const settle = (id: string) => tell({ op: 'call', id, change: ended });

  for (const width of [250, 420, 1000])
    it(`move nothing when their progress comes, goes on and ends, at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 600 });
      const after: Item = { kind: 'assistant', id: 'a', text: 'After them.', streaming: false };
      await chat.show([
        call('closed'),
        call('open', { toolName: 'log', argsText: '{}' }),
        call('last'),
        after,
      ]);
      await line('open').click();
      await chat.drawn();
      const { height } = (await line('closed').boundingBox()) ?? {};
      const time = await line('open').locator('.call-state').boundingBox();
      await chat.watchMoves();
      for (const id of ['closed', 'open', 'last']) {
        await progress(id, { progress: 1 });
        await progress(id, { progress: 2, message: 'Short' });
        await progress(id, { progress: 3, message });
        await progress(id, { progress: 4, total: 10, message });
        await progress(id, { progress: 10, total: 10 });
        if (id !== 'open') await settle(id);
      }
      assert.deepEqual(await chat.moved(), []);
      assert.equal((await line('closed').boundingBox())?.height, height);
      assert.deepEqual(await line('open').locator('.call-state').boundingBox(), time);
    });

  it('say how far they are: by a bar, and in words where their arguments stood', async () => {
    await chat.show([call('c'), call('d')]);
    for (const width of [250, 420, 1000]) {
      await page.setViewportSize({ width, height: 600 });
      await progress('c', { progress: 4, total: 10, message });
      const bar = page.getByRole('progressbar', { name: message });
      assert.equal(await bar.getAttribute('aria-valuenow'), '40');
      const [all, done] = await Promise.all([bar, bar.locator('div')].map((each) => each.boundingBox()));
      assert.ok(all && done && Math.abs(done.width / all.width - 0.4) < 0.02);
      const words = await line('c').locator('.call-message').boundingBox();
      const least = width < 420 ? 20 : 70;
      assert.ok(words && words.width > least, `There is room for them at ${width} px: ${words?.width}`);
      const path = (id: string) =>
        line(id).locator('.about-parts', { hasText: 'src/agent/turn.ts' }).filter({ visible: true }).count();
      assert.deepEqual(await Promise.all(['c', 'd'].map(path)), [width < 560 ? 0 : 1, 1]);
    }
    await progress('c', { progress: 5 });
    assert.equal(
      await page.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow'),
      null,
    );
    await progress('c', { progress: 5, total: 10 });
    assert.match(await line('c').innerText(), /path: src\/agent\/turn\.ts, depth: 2/);
    assert.match(await line('c').innerText(), /50%/);
    await settle('c');
    assert.equal(await page.getByRole('progressbar').count(), 0);
  });

  it('show what a command writes as a terminal does, keep what is selected above, and copy its text alone', async () => {
    const command = {
      source: { kind: 'native' },
      toolName: 'run_command',
      argsText: '{"command":"npm ci"}',
    } as const;
    await chat.show([call('c', command)]);
    await line('c').click();
    const write = (output: string) => tell({ op: 'progress', id: 'c', progress: { progress: 1 }, output });
    const text = page.locator('.terminal .terminal-text');
    await write('\u001b[33mfetching\u001b[0m <i>\n\u001b[32m10 %');
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('.terminal-fore'))`);
    await write('\r20 %');
    assert.equal(await text.innerText(), 'fetching <i>\n20 %');
    assert.equal(await text.locator('.terminal-fore').last().innerText(), '20 %');
    await write('\r\u001b[Kdone\u001b[0m\nnext');
    assert.equal(await text.innerText(), 'fetching <i>\ndone\nnext');
    assert.deepEqual(await text.locator('.terminal-fore').allInnerTexts(), ['fetching', 'done']);
    assert.equal(await page.evaluate('getSelection().toString()'), 'fetching');
    await page.locator('.call-section').getByRole('button', { name: 'Copy output' }).click();
    assert.deepEqual(await chat.posted(), [{ type: 'copy', text: 'fetching <i>\ndone\nnext' }]);
  });

  it('have a bar that does not look like a part where it cannot move', async () => {
    await chat.show([call('c')]);
    await progress('c', { progress: 5 });
    const width = (selector: string) => page.locator(selector).evaluate(({ clientWidth }) => clientWidth);
    assert.ok((await width('.bar-done')) < (await width('.bar')) / 2);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await width('.bar-done'), await width('.bar'));
  });
});

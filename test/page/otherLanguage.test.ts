/** The chat in another language: nothing is left in English where no story leads. `everyStory.test.ts` has the stories. */
import assert from 'node:assert/strict';
import type { Approval, ChatStatus, Item, Patch } from '../../src/protocol/index.ts';
import { chatParts } from './support/chatParts.ts';
import { useChatPage } from './support/chatPage.ts';
import { giveFiles } from '../support/giveFiles.ts';
import { inMarkedLanguage, isMarked, mark, markedLanguage, unmarkedTexts } from './support/otherLanguage.ts';

const status: ChatStatus = {
  turn: 'idle',
  model: 'm',
  servers: { connected: 0, total: 1, tools: 1 },
  context: { used: 1_000, window: 4_000 },
  usage: { inputTokens: 5_000, outputTokens: 70 },
};
const approval: Approval = {
  changed: true,
  says: ['readOnly', 'destructive', 'openWorld'],
  coverages: [{ covers: 'tool' }, { covers: 'readOnly', tools: 5 }, { covers: 'source', tools: 12 }],
};
const waitingCall: Extract<Item, { kind: 'call' }> = {
  kind: 'call',
  id: 'c',
  step: 1,
  call: {
    source: { kind: 'native' },
    toolName: 'read',
    wireName: 'read',
    argsText: '{}',
    status: 'pending',
    approval,
    startedAt: 0,
  },
};

describe('in another language, the chat', () => {
  const chat = useChatPage(status, { theme: 'dark', language: markedLanguage });
  const unmarked = (): Promise<string[]> => unmarkedTexts(chat.page, chatParts);

  const show = (...items: readonly Item[]): Promise<void> => chat.show(items);
  const press = (name: string): Promise<void> =>
    chat.page
      .getByRole('button', { name: inMarkedLanguage(name), exact: true })
      .first()
      .click();

  it('says nothing in English while a call is edited and refused', async () => {
    await show(waitingCall);
    await press('Edit arguments');
    await chat.page.locator('.approval-choice').first().selectOption('always');
    await chat.tell(
      chat.patch({ op: 'call', id: 'c', change: { approval: { ...approval, problem: mark('x') } } }),
    );
    assert.deepEqual(await unmarked(), []);
    await press('Deny…');
    assert.deepEqual(await unmarked(), []);
  });

  it('says nothing in English while a message is changed, and one is looked for', async () => {
    await show(
      { kind: 'user', id: 'u', text: 'Hello' },
      { kind: 'assistant', id: 'a', text: '1', streaming: false },
    );
    await press('Edit message');
    assert.deepEqual(await unmarked(), []);
    await press('Copy answer');
    assert.deepEqual(await unmarked(), []);
    await chat.page.keyboard.press('Control+f');
    await chat.page.keyboard.type('nowhere');
    const { request } = await chat.next('find', ({ text }) => text === 'nowhere');
    await chat.tell({ type: 'found', request, places: [] });
    assert.deepEqual(await unmarked(), []);
  });

  it('says nothing in English in the composer, whatever is attached or dropped', async () => {
    await show();
    await chat.page.locator('textarea').fill('#nothing');
    await chat.tell({ type: 'suggestions', request: 1, suggestions: [] });
    await chat.page.locator('.context-use button').click();
    assert.deepEqual(await unmarked(), []);
    await chat.page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['1'], '1'));
      document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    assert.deepEqual(await unmarked(), []);
    await giveFiles(chat.page, 'drop', [
      { name: 'big.bin', type: '', base64: Buffer.alloc(6_000_000).toString('base64') },
    ]);
    assert.ok(isMarked((await chat.page.locator('.prompt-problem').innerText()).trim()));
  });

  it('says nothing in English in answers: tasks, pictures, endless tables and texts', async () => {
    const rows = Array.from({ length: 310 }, (_, index) => `| ${index} |`);
    const table = ['| a |', '|--|', ...rows].join('\n');
    await show(
      {
        kind: 'assistant',
        id: 'a',
        text: `- [x] 1\n- [ ] 2\n\n![](https://e.com/1.png)\n\n${table}`,
        streaming: false,
      },
      { kind: 'assistant', id: 'b', text: '1 '.repeat(110_000), streaming: false },
    );
    assert.deepEqual(await unmarked(), []);
  });

  it('announces nothing in English', async () => {
    await show();
    const patches: readonly Patch[] = [
      { op: 'status', status: { ...status, turn: 'running' } },
      { op: 'add', item: waitingCall },
      { op: 'call', id: 'c', change: { status: 'pending', approval } },
      { op: 'call', id: 'c', change: { status: 'error' } },
      { op: 'call', id: 'c', change: { status: 'timeout' } },
      { op: 'status', status: { ...status, turn: 'stopping' } },
      { op: 'status', status },
      { op: 'add', item: { kind: 'notice', id: 'n', level: 'error', text: mark('x'), actions: [] } },
      { op: 'add', item: { kind: 'notice', id: 'm', level: 'warning', text: mark('x'), actions: [] } },
    ];
    const said = new Set<string>();
    for (const patch of patches) {
      await chat.tell(chat.patch(patch));
      await chat.advance(1_000);
      said.add(await chat.page.locator('.announcer').innerText());
      assert.deepEqual(await unmarked(), []);
    }
    assert.equal(said.size, 8);
  });
});

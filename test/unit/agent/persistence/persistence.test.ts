/** What is written of an open conversation, and what becomes of it when it is read (features.md, D6). */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenConversation } from '../../../../src/agent/index.ts';
import type { OfferedTools } from '../../../../src/agent/conversation/offeredTools.ts';
import { offerOf } from '../../../../src/agent/persistence/facts.ts';
import type { ConversationChange, Patch } from '../../../../src/protocol/index.ts';
import { ConversationStore } from '../../../../src/store/index.ts';

let folder: string;
let store: ConversationStore;
/** Whether writing works, and what was offered. */
let works: boolean;
const offered: ConversationChange[] = [];
const shown: (readonly Patch[])[] = [];

beforeEach(async () => {
  works = true;
  offered.length = 0;
  shown.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'patchbay-kept-'));
  store = new ConversationStore({
    folder,
    workspace: '',
    onProblem: ({ english }) => assert.fail(english),
    now: () => 0,
  });
});
afterEach(async () => {
  store.dispose();
  await rm(folder, { recursive: true, force: true });
});

const around = {
  target: {
    write: (id: string, change: ConversationChange): boolean => {
      offered.push(change);
      return works && store.write(id, change);
    },
    redact: (text: string) => text,
  },
  show: (_: string, __: number, patches: readonly Patch[]) => {
    shown.push(patches);
  },
};

function reopened(id: string): OpenConversation {
  const kept = store.read(id);
  assert.ok(kept);
  return OpenConversation.restore(kept, around);
}

const said = (text: string) => ({ content: { text }, messages: [{ role: 'user', text }] as const });

/** A turn with one call, whose result has a text and an image. */
function step(open: OpenConversation, text = 'a result'): string {
  const call = { id: open.conversation.nextCallId(), name: 'look', argsText: '{}' };
  open.conversation.append({ role: 'assistant', text: '', calls: [call] });
  const content = [
    { type: 'text', text },
    { type: 'image', mimeType: 'image/png', data: 'AAAA' },
  ] as const;
  const names = { source: { kind: 'native' }, toolName: 'look', wireName: 'look' } as const;
  open.transcript.apply({ type: 'callStart', id: call.id, step: 1, argsText: '{}', ...names }, 0);
  open.transcript.apply(
    { type: 'callEnd', id: call.id, result: { status: 'success', content }, durationMs: 1 },
    0,
  );
  open.conversation.append({ role: 'tool', callId: call.id, content, isError: false });
  return call.id;
}

describe('an open conversation', () => {
  it('is written before it is shown', () => {
    const order: string[] = [];
    const open = OpenConversation.begin('a', {
      target: { ...around.target, write: () => order.push('written') > 0 },
      show: () => order.push('shown'),
    });
    open.add(said('Hello'));
    open.patches.flush();
    open.transcript.apply({ type: 'text', text: 'Well' }, 0);
    open.patches.flush();
    assert.deepEqual(order, ['written', 'shown', 'written', 'shown']);
  });

  it('shows what cannot be written, and writes it whole as soon as that works', () => {
    works = false;
    const open = OpenConversation.begin('a', around);
    open.add(said('Hello'));
    open.patches.flush();
    step(open);
    open.patches.flush();
    assert.equal(shown.length, 2);
    works = true;
    open.transcript.apply({ type: 'text', text: 'Well' }, 0);
    open.patches.flush();
    const again = reopened('a');
    assert.deepEqual(again.conversation.messages.slice(0, 3), open.conversation.messages);
    assert.deepEqual(
      again.transcript.items.map(({ kind }) => kind),
      ['user', 'call', 'assistant'],
    );
  });

  it('writes a result once, and only what is new', () => {
    const open = OpenConversation.begin('a', around);
    open.add(said('Hello'));
    step(open, 'x'.repeat(100_000));
    open.patches.flush();
    open.transcript.apply({ type: 'text', text: 'Well' }, 0);
    open.settle();
    step(open);
    open.settle();
    const large = offered.filter((change) => JSON.stringify(change).includes('x'.repeat(1_000)));
    assert.equal(large.length, 1);
    assert.equal(JSON.stringify(large).length < 110_000, true);
    assert.equal(offered.flatMap(({ messages }) => messages).length, 5);
  });

  it('has its tool set when it is opened again, and in a branch, even a set that was chosen before the first message', () => {
    const open = OpenConversation.begin('a', around);
    open.useToolSet('Review');
    open.add(said('Hello'));
    open.settle();
    assert.equal(reopened('a').conversation.toolSet, 'Review');
    const [first] = open.transcript.items;
    assert.equal(open.branchAt(first?.id ?? '', undefined, 'b', around)?.open.conversation.toolSet, 'Review');
    open.useToolSet('');
    assert.equal(reopened('a').conversation.toolSet, '');
    open.useToolSet(undefined);
    assert.equal(reopened('a').conversation.toolSet, undefined);
  });

  it('knows after it is opened again which tools its newest request carried, but a branch does not', () => {
    const open = OpenConversation.begin('a', around);
    open.add(said('Hello'));
    const offer = (maxTokens: number, ...found: string[]): OfferedTools => ({
      basis: { model: 'm', budget: 5, maxTokens },
      sent: new Set(['search_tools', ...found]),
      found: new Set(found),
    });
    open.conversation.offerTools(offer(Infinity, 'mcp__a__b'));
    open.settle();
    assert.deepEqual(reopened('a').conversation.offered, offer(Infinity, 'mcp__a__b'));
    const [first] = open.transcript.items;
    assert.equal(
      open.branchAt(first?.id ?? '', undefined, 'b', around)?.open.conversation.offered,
      undefined,
    );
    open.conversation.offerTools(offer(4_000, 'mcp__a__b', 'mcp__a__c'));
    open.settle();
    const { basis, sent } = reopened('a').conversation.offered ?? {};
    assert.deepEqual(
      [basis, [...(sent ?? [])]],
      [{ model: 'm', budget: 5, maxTokens: 4_000 }, ['search_tools', 'mcp__a__b', 'mcp__a__c']],
    );
    open.useToolSet('Review');
    assert.equal(reopened('a').conversation.offered, undefined, 'it says nothing of another tool set');
  });

  it('can be opened although the saved record of its tools is invalid', () => {
    const basis = { model: 'm', budget: 5, maxTokens: 1 };
    for (const value of [
      3,
      [],
      { sent: [], found: [] },
      { basis, sent: [1], found: [] },
      { basis, sent: [] },
    ])
      assert.equal(offerOf(value), undefined);
  });

  it('keeps its chosen effort, also in a branch, but not an invalid effort', () => {
    const open = OpenConversation.begin('a', around);
    open.useEffort('high');
    open.add(said('Hello'));
    open.settle();
    assert.equal(reopened('a').conversation.effort, 'high');
    const [first] = open.transcript.items;
    assert.equal(open.branchAt(first?.id ?? '', undefined, 'b', around)?.open.conversation.effort, 'high');
    for (const [chosen, expected] of [
      ['', ''],
      ['extreme', undefined],
    ] as const) {
      open.useEffort(chosen);
      assert.equal(reopened('a').conversation.effort, expected);
    }
  });

  it("tells the model the news with the user's next words, the latest of each item, and shows the words alone", () => {
    const open = OpenConversation.begin('a', around);
    open.addNote('i1', '(Undone.)');
    open.addNote('i2', '(Other news.)');
    open.addNote('i1', '(Made again.)');
    open.add(said('Go on'));
    open.add(said('And on'));
    assert.deepEqual(
      open.conversation.messages.map((message) => 'text' in message && message.text),
      ['(Made again.)\n\n(Other news.)\n\nGo on', 'And on'],
    );
    const [first] = open.transcript.items;
    assert.equal(first?.kind === 'user' && first.text, 'Go on');
  });

  it('hands pending notes for the model to a branch that contains the items', () => {
    const open = OpenConversation.begin('a', around);
    open.add(said('One'));
    open.transcript.addChanges({ turn: 't', files: ['a'] }, 0);
    open.add(said('Two'));
    open.transcript.addChanges({ turn: 't2', files: ['a'] }, 0);
    const [, before, two, after] = open.transcript.items.map(({ id }) => id);
    open.addNote(before ?? '', '(Undone.)');
    open.addNote(after ?? '', '(Not of this.)');
    const parted = open.branchAt(two ?? '', undefined, 'b', around);
    assert.ok(parted);
    parted.open.add(parted.input);
    assert.deepEqual(
      parted.open.conversation.messages.map((message) => 'text' in message && message.text),
      ['One', '(Undone.)\n\nTwo'],
    );
  });

  it('is not saved while it has no message', () => {
    const written: string[] = [];
    const target = { ...around.target, write: (id: string): boolean => written.push(id) > 0 };
    const open = OpenConversation.begin('a', { ...around, target });
    open.setRunning(true);
    open.setRunning(false);
    assert.deepEqual(written, []);
  });

  it('knows after a restart which content the model gets in a shortened form', () => {
    const open = OpenConversation.begin('a', around);
    open.add(said('Hello'));
    const [one = '', two = ''] = ['whole 0', 'whole 1', 'whole 2'].map((text) => step(open, text));
    const note = (callId: string, text: string) =>
      ({ role: 'tool', callId, content: [{ type: 'text', text }], isError: false }) as const;
    const cut = note(one, 'a part');
    const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
    open.conversation.shortenTo({
      replaced: new Map([
        [one, { how: 'cut', message: { ...cut, content: [...cut.content, image] } }],
        [two, { how: 'removed', message: note(two, 'gone') }],
      ]),
      summary: { text: 'All of it', until: 3, message: { role: 'user', text: 'In short' }, from: 3 },
    });
    open.settle();
    const { context } = open.conversation;
    assert.deepEqual(reopened('a').conversation.context, context);
    // Of a later change only that is written.
    offered.length = 0;
    const removed = { how: 'removed', message: note(one, 'gone, too') } as const;
    open.conversation.shortenTo({
      ...context,
      replaced: new Map([...context.replaced, [one, removed]]),
    });
    open.settle();
    assert.deepEqual(
      offered.flatMap(({ facts }) => facts.map(([name]) => name)),
      [`result:${one}`],
    );
    assert.deepEqual(reopened('a').conversation.context, open.conversation.context);
  });

  it('has call ids of its own: none of another conversation, nor of itself before', () => {
    const ids = ['a', 'b'].flatMap((id) => {
      const open = OpenConversation.begin(id, around);
      open.add(said('Hello'));
      const first = step(open);
      open.settle();
      return [first, open.conversation.nextCallId(), reopened(id).conversation.nextCallId()];
    });
    assert.equal(new Set(ids).size, 6);
    // As Mistral takes them.
    for (const id of ids) assert.match(id, /^[a-z0-9]{9}$/);
  });

  it('shows what a call had shown when the editor was killed, and tells the model, also when it is opened once more', () => {
    const open = OpenConversation.begin('a', around);
    open.add(said('Hello'));
    const call = { id: open.conversation.nextCallId(), name: 'build', argsText: '{}' };
    open.conversation.append({ role: 'assistant', text: '', calls: [call] });
    const names = { source: { kind: 'mcp', server: 's' }, toolName: 'build', wireName: 'build' } as const;
    open.transcript.apply({ type: 'callStart', id: call.id, step: 1, argsText: '{}', ...names }, 0);
    open.transcript.apply(
      { type: 'callProgress', id: call.id, progress: { progress: 1, message: 'compiled 3 of 9' } },
      0,
    );
    open.patches.flush();
    for (const time of ['first', 'second']) {
      const again = reopened('a');
      const shownCall = again.transcript.call(call.id);
      assert.equal(shownCall?.status, 'interrupted', time);
      assert.match(JSON.stringify(shownCall.result), /Until then it had returned:\\ncompiled 3 of 9"/, time);
      assert.match(
        JSON.stringify(again.conversation.messages.at(-1)),
        /"role":"tool".*closed or crashed.*compiled 3 of 9/,
        time,
      );
      assert.deepEqual(again.conversation.marks(), [{ kind: 'outside', source: 's' }], time);
    }
  });

  it('counts a secret as read if a command was allowed to read it and was running when the editor was killed', () => {
    const open = OpenConversation.begin('a', around);
    open.add(said('Hello'));
    const id = open.conversation.nextCallId();
    const argsText = '{"command":"cat .env"}';
    const call = { id, name: 'run_command', argsText };
    open.conversation.append({ role: 'assistant', text: '', calls: [call] });
    const names = { source: { kind: 'native' }, toolName: 'run_command', wireName: 'run_command' } as const;
    const reasons = [{ kind: 'sensitiveFile', path: '.env', why: 'environment', inCommand: true }] as const;
    const approval = { changed: false, says: [], coverages: [], reasons };
    open.transcript.apply({ type: 'callStart', id, step: 1, argsText, ...names }, 0);
    open.transcript.apply({ type: 'callAsk', id, approval }, 0);
    open.patches.flush();
    assert.deepEqual(
      reopened('a').conversation.marks(),
      [{ kind: 'workspace', source: '' }],
      'not allowed yet',
    );
    open.transcript.apply({ type: 'callAllowed', id }, 0);
    open.transcript.apply({ type: 'callProgress', id, progress: { progress: 1, output: 'TOKEN=1' } }, 0);
    open.patches.flush();
    assert.deepEqual(reopened('a').conversation.marks(), [
      { kind: 'secret', source: '.env' },
      { kind: 'workspace', source: '' },
    ]);
  });

  it('has the questions and summaries that were open in an end when it is restored', () => {
    const open = OpenConversation.begin('a', around);
    open.add(said('Hello'));
    open.setRunning(true);
    open.transcript.addQuestion({ kind: 'form', server: 's', message: 'Well?', fields: [] }, undefined);
    open.transcript.apply({ type: 'summary', state: { status: 'running' } }, 0);
    open.patches.flush();
    const items = reopened('a').transcript.items;
    assert.deepEqual(
      items.slice(1).map((item) => ('state' in item ? item.state.status : 'text' in item ? item.text : '')),
      ['withdrawn', 'failed', 'Interrupted: the window was reloaded or closed.'],
    );
    // It is said once, however often it is read.
    assert.deepEqual(reopened('a').transcript.items, items);
  });
});

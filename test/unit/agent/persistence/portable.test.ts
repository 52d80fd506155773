/** What of a conversation goes into a file, and comes out of one that somebody else has written. */
import assert from 'node:assert/strict';
import { copyOf, fromJson, toJson, toMarkdown } from '../../../../src/agent/index.ts';
import type { CallView, Item, SavedConversation } from '../../../../src/protocol/index.ts';

const call: CallView = {
  source: { kind: 'mcp', server: 'demo' },
  toolName: 'look',
  wireName: 'mcp__demo__look',
  argsText: '{}',
  status: 'success',
  startedAt: 5,
  durationMs: 7,
  marks: [{ kind: 'secret', source: '.env' }],
};
const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' } as const;
const items: Item[] = [
  {
    kind: 'user',
    id: 'i1',
    text: 'What is this?',
    attachments: [{ kind: 'data', id: 'f', name: 'a.png', thumbnail: 'data:image/png;base64,AA==' }],
  },
  { kind: 'assistant', id: 'i2', text: 'I look.', reasoning: 'Hm.', reasoningMs: 3_000, streaming: false },
  { kind: 'call', id: 'c1', step: 1, call },
  { kind: 'call', id: 'c2', step: 1, call: { ...call, byUser: true } },
];
const conversation: SavedConversation = {
  id: 'a',
  items,
  patches: [],
  messages: [
    { message: { role: 'user', text: 'What is this?', content: [image] }, item: 'i1' },
    {
      message: {
        role: 'assistant',
        text: 'I look.',
        calls: [{ id: 'c1', name: 'mcp__demo__look', argsText: '{}' }],
      },
    },
    { message: { role: 'tool', callId: 'c1', isError: false } },
  ],
  results: [{ callId: 'c1', content: [image] }],
  facts: [],
};

describe('a conversation as a file', () => {
  it('contains its images, the thinking time, what calls have read, and who started a call', () => {
    const { kept } = fromJson(toJson(conversation, 'Title'), 'b');
    assert.deepEqual(kept.messages, conversation.messages);
    assert.deepEqual(kept.results, conversation.results);
    const [asked, ...rest] = kept.items;
    assert.deepEqual(
      rest,
      items.slice(1).map((item) => ({ ...item, imported: true })),
    );
    // The thumbnail stays behind: in a file of somebody else it could be any image.
    assert.deepEqual(asked?.kind === 'user' && asked.attachments, [{ kind: 'data', id: 'f', name: 'a.png' }]);
    assert.match(toMarkdown(kept, 'Title'), /What is this\?\n\n- Attached: a\.png\n/);
  });

  it('goes without encrypted reasoning, which nobody else could read, and keeps other fields of an answer', () => {
    const sealed = { response_items: [{ type: 'reasoning', id: 'rs_1', encrypted_content: 'sealed' }] };
    const [first, , result] = conversation.messages;
    const calls = [{ id: 'c1', name: 'mcp__demo__look', argsText: '{}', echo: sealed }];
    const echo = { ...sealed, reasoning_content: 'Hm.' };
    const message = { role: 'assistant', text: 'I look.', calls, echo };
    const messages = [first, { message }, result] as SavedConversation['messages'];
    const text = toJson({ ...conversation, messages }, 'Title');
    assert.doesNotMatch(text, /response_items|sealed/);
    assert.match(text, /"reasoning_content": "Hm\."/);
  });

  it('names the files that a turn has changed, which cannot be undone from there', () => {
    const changes: Item = {
      kind: 'changes',
      id: 'i5',
      turn: 'of this window',
      files: ['src/a.ts'],
      state: { status: 'undone', left: 0 },
    };
    const kept = { ...conversation, items: [...items, changes] };
    assert.match(toMarkdown(kept, 'Title'), /> Changed `src\/a\.ts` \(undone since\)\n$/);
    const state = { status: 'past', wasUndone: true } as const;
    assert.deepEqual(fromJson(toJson(kept, 'Title'), 'b').kept.items.at(-1), {
      ...changes,
      turn: '',
      state,
      imported: true,
    });
    const partly: Item = { ...changes, files: ['src/a.ts', 'b.ts'], state: { status: 'undone', left: 1 } };
    const text = toMarkdown({ ...conversation, items: [...items, partly] }, 'Title');
    assert.match(text, /> Changed `src\/a\.ts`, `b\.ts`\n$/);
  });

  it('says that it was exported before the end, where its turn runs, and nothing of a crash', () => {
    const running: SavedConversation = {
      ...conversation,
      items: items
        .slice(0, 2)
        .concat({ kind: 'call', id: 'c1', step: 1, call: { ...call, status: 'running' } }),
      messages: conversation.messages.slice(0, 2),
      results: [],
      facts: [['running', true]],
    };
    for (const text of [toJson(running, 'T'), toMarkdown(running, 'T')]) {
      assert.match(text, /The conversation was exported before the answer was complete\./);
      assert.doesNotMatch(text, /crashed/);
    }
    assert.match(toJson(running, 'T'), /The conversation was exported while this call ran\./);
    assert.equal(fromJson(toJson(running, 'T'), 'b').kept.items.length, 4);
  });

  it('is shown with names that follow from what it is, whatever names its file gives', () => {
    const uri = 'file:///home/me/.ssh/id_rsa';
    const range = { startLine: 2, startCharacter: 0, endLine: 4, endCharacter: 0 };
    const lies: Item[] = [
      {
        kind: 'user',
        id: 'i1',
        text: 'Look',
        attachments: [
          { kind: 'file', uri, name: 'README.md' },
          { kind: 'symbol', uri, name: 'harmless', range },
          { kind: 'problems', uri: 'untitled:x', name: 'Problems' },
          { kind: 'resource', server: 'bank', uri: 'bank:all', name: 'weather' },
          { kind: 'server', server: 'bank', name: 'weather' },
        ],
      },
      {
        kind: 'call',
        id: 'c1',
        step: 1,
        call: { ...call, toolName: 'delete_all', title: 'Read a file', wireName: 'read_file' },
      },
      {
        kind: 'call',
        id: 'c3',
        step: 1,
        call: { ...call, source: { kind: 'extension', extension: 'a.b' }, toolName: 'x', wireName: 'y' },
      },
      {
        kind: 'call',
        id: 'c4',
        step: 1,
        call: { ...call, source: { kind: 'native' }, toolName: 'run_command' },
      },
      {
        kind: 'question',
        id: 'q1',
        question: {
          kind: 'url',
          server: 'demo',
          message: '',
          url: 'https://evil.example/',
          host: 'bank.example',
        },
        state: { status: 'declined' },
      },
    ];
    const file = toJson({ ...conversation, items: lies }, 'Title').replaceAll('mcp__demo__look', 'read_file');
    const { kept } = fromJson(file, 'b');
    const [asked, ...rest] = kept.items;
    assert.deepEqual(asked?.kind === 'user' && asked.attachments?.map(({ name }) => name), [
      '/home/me/.ssh/id_rsa',
      '/home/me/.ssh/id_rsa:3-5',
      'untitled:x',
      'bank:all',
      'bank',
    ]);
    const calls = rest.flatMap((item) => (item.kind === 'call' ? [item.call] : []));
    assert.deepEqual(
      calls.map(({ title, wireName }) => [title, wireName]),
      [
        [undefined, 'mcp__demo__delete_all'],
        [undefined, 'ext__x'],
        [undefined, 'run_command'],
      ],
    );
    const question = rest.find((item) => item.kind === 'question');
    assert.equal(question?.question.kind === 'url' && question.question.host, 'evil.example');
    // The model that goes on reads the same name.
    assert.match(JSON.stringify(kept.messages), /"name":"mcp__demo__delete_all"/);
    assert.ok(kept.items.every(({ imported }) => imported === true));
  });

  it('keeps the mark that an attached file holds a secret, in a copy and in a file', () => {
    const attachments = [{ kind: 'file', name: 'a', uri: 'file:///w/a', holdsSecret: true }] as const;
    const withSecret = {
      ...conversation,
      items: [{ kind: 'user', id: 'i1', text: 'a', attachments } as const],
    };
    const read = fromJson(toJson(withSecret, 't'), 'b').kept;
    for (const { items: shown } of [copyOf(withSecret, 'b'), read])
      assert.ok(shown[0]?.kind === 'user' && shown[0].attachments?.[0]?.holdsSecret === true);
  });

  it('is refused if it has messages for the model but shows none', () => {
    const hidden = toJson({ ...conversation, items: [] }, 'Title');
    assert.throws(() => fromJson(hidden, 'b'), { message: /it has messages that are not shown/ });
  });

  it('is copied in its window with the names and the trust that it has there', () => {
    const [first, ...rest] = items as [Item, ...Item[]];
    const mixed = [{ ...first, imported: true }, ...rest] as Item[];
    const copy = copyOf({ ...conversation, items: mixed }, 'copy');
    assert.equal(copy.id, 'copy');
    assert.deepEqual(
      copy.items.map(({ imported }) => imported),
      [true, undefined, undefined, undefined],
    );
    assert.deepEqual(copy.items.slice(1), rest);
  });

  it('keeps what marks it for the data-flow guard, as a copy and in a file', () => {
    const attachments = [
      { kind: 'file', name: 'notes.txt', uri: 'file:///notes.txt', holdsSecret: true },
    ] as const;
    const [first, ...rest] = items as [Item, ...Item[]];
    const marked = { ...conversation, items: [{ ...first, attachments } as Item, ...rest] };
    for (const { items: kept } of [copyOf(marked, 'copy'), fromJson(toJson(marked, 'Title'), 'b').kept])
      assert.equal(kept[0]?.kind === 'user' && kept[0].attachments?.[0]?.holdsSecret, true);
  });

  it('may begin with the mark that some programs put there, and says what is wrong with it', () => {
    const json = toJson(conversation, 'Title');
    assert.equal(fromJson(`\uFEFF${json}`, 'b').title, 'Title');
    for (const [text, why] of [
      ['', /^This is not valid JSON: value expected in line 1\.$/],
      ['<!doctype html>', /^This is not valid JSON: invalid symbol in line 1\.$/],
      ['[{"title":"Another chat","mapping":{}}]', /not a conversation exported by Patchbay/],
      ['null', /not a conversation exported by Patchbay/],
      [json.slice(0, -10), /^This is not valid JSON: /],
    ] as const)
      assert.throws(() => fromJson(text, 'b'), { message: why });
  });
});

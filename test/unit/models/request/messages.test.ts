/** Conversations and tool results are put in words that endpoints accept. */
import assert from 'node:assert/strict';
import { ChatMessages, type MessageOmissions } from '../../../../src/models/request/messages.ts';
import type { Message } from '../../../../src/models/index.ts';
import type { ContentPart } from '../../../../src/protocol/index.ts';

const written = (
  messages: readonly Message[],
  omit: MessageOmissions = {},
): ReturnType<ChatMessages['write']> => new ChatMessages().write(messages, omit);

const png = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' } as const;

function call(id: string, argsText = '{}'): Message {
  return { role: 'assistant', text: '', calls: [{ id, name: 'read', argsText }] };
}

function result(callId: string, content: readonly ContentPart[], isError = false): Message {
  return { role: 'tool', callId, content, isError };
}

/** The text that the model reads of a tool's result. */
function read(...content: ContentPart[]): unknown {
  return written([result('a', content)])[0]?.content;
}

describe('messages', () => {
  it('are the same texts for system and user', () => {
    const messages = written([
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Hi' },
    ]);
    assert.deepEqual(messages, [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
    ]);
  });

  it('have null as content beside calls without text, and the text otherwise', () => {
    const tool_calls = [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } }];
    assert.deepEqual(written([call('a')]), [{ role: 'assistant', content: null, tool_calls }]);
    const withText: Message = { ...(call('a') as Extract<Message, { role: 'assistant' }>), text: 'I look.' };
    assert.deepEqual(written([withText]), [{ role: 'assistant', content: 'I look.', tool_calls }]);
    assert.deepEqual(written([{ role: 'assistant', text: '', calls: [] }]), [
      { role: 'assistant', content: '' },
    ]);
  });

  it('carry back what the endpoint wants back, with the message and with the call', () => {
    const extra_content = { google: { thought_signature: 's' } };
    const message: Message = {
      role: 'assistant',
      text: '',
      calls: [{ id: 'own', name: 'read', argsText: '{}', echo: { extra_content } }],
      echo: { reasoning_content: 'hm', role: 'other', content: 'other' },
    };
    const [sent] = written([message]);
    assert.deepEqual(sent, {
      role: 'assistant',
      content: null,
      reasoning_content: 'hm',
      tool_calls: [
        { extra_content, id: 'own', type: 'function', function: { name: 'read', arguments: '{}' } },
      ],
    });
    assert.doesNotMatch(
      JSON.stringify(written([message], { echo: true })),
      /reasoning_content|extra_content/,
    );
  });

  it('wrap arguments that are not a JSON object, because endpoints would fail on them', () => {
    for (const argsText of ['{"path":', '[1]', 'null']) {
      const [message] = written([call('a', argsText)]);
      assert.ok(message?.role === 'assistant' && message.tool_calls?.[0]?.type === 'function');
      assert.deepEqual(JSON.parse(message.tool_calls[0].function.arguments), { invalid_arguments: argsText });
    }
  });

  it('show images in a user message after all tool messages of the step', () => {
    const sent = written([
      call('a'),
      result('a', [png]),
      result('b', [{ ...png, data: '/9j/4AAQ' }]),
      call('c'),
    ]);
    assert.deepEqual(
      sent.map(({ role }) => role),
      ['assistant', 'tool', 'tool', 'user', 'assistant'],
    );
    assert.equal(sent[1]?.content, '[image: image/png, 8 bytes; it is in the next message]');
    assert.deepEqual(sent[3]?.content, [
      { type: 'text', text: 'The 2 images from the tool results above, in their order:' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,/9j/4AAQ' } },
    ]);
  });

  it('show images at the end of the conversation too', () => {
    assert.deepEqual(
      written([result('a', [png])]).map(({ role }) => role),
      ['tool', 'user'],
    );
  });

  it('describe images only, where the endpoint takes none', () => {
    assert.deepEqual(written([result('a', [png])], { images: true }), [
      { role: 'tool', tool_call_id: 'a', content: '[image: image/png, 8 bytes; it cannot be shown to you]' },
    ]);
  });
});

describe('tool results', () => {
  it('join their texts', () => {
    assert.equal(read({ type: 'text', text: 'one' }, { type: 'text', text: 'two' }), 'one\ntwo');
  });

  it('say so when there is nothing', () => {
    assert.equal(read(), '(no output)');
    assert.equal(read({ type: 'text', text: '' }), '(no output)');
    assert.equal(read({ type: 'json', value: undefined }), '(no output)');
  });

  it('give structured content as JSON, and not twice when a text says the same', () => {
    const value = { a: 1, b: [2] };
    assert.equal(read({ type: 'json', value }), '{"a":1,"b":[2]}');
    assert.equal(read({ type: 'text', text: 'see' }, { type: 'json', value }), 'see\n{"a":1,"b":[2]}');
    const asText = '{\n  "b": [2],\n  "a": 1\n}';
    assert.equal(read({ type: 'text', text: asText }, { type: 'json', value }), asText);
    assert.equal(read({ type: 'json', value }, { type: 'text', text: asText }), asText);
  });

  it('put links and embedded texts in readable words', () => {
    assert.equal(
      read({
        type: 'link',
        uri: 'file:///a.md',
        name: 'a',
        title: 'The A',
        mimeType: 'text/markdown',
        description: 'All of it.',
      }),
      '[Resource: The A (text/markdown) at file:///a.md] All of it.',
    );
    assert.equal(read({ type: 'link', uri: 'file:///a.md', name: 'a' }), '[Resource: a at file:///a.md]');
    const own = { type: 'link', uri: 'own:1', name: 'Changes', isForUser: true } as const;
    assert.equal(read({ type: 'text', text: 'Changed.' }, own), 'Changed.');
    assert.equal(
      read({ type: 'resource', uri: 'file:///a.md', text: '# A' }),
      '[Resource: file:///a.md]\n# A',
    );
  });

  it('describe what is binary and never spell it', () => {
    assert.equal(
      read({ type: 'audio', mimeType: 'audio/wav', data: 'aGFsbG8=' }),
      '[audio: audio/wav, 5 bytes; it cannot be shown to you]',
    );
    assert.equal(
      read({ type: 'resource', uri: 'file:///a.pdf', mimeType: 'application/pdf', blob: 'aGFsbA==' }),
      '[Resource: file:///a.pdf (application/pdf)]\n[binary data: application/pdf, 4 bytes; it cannot be shown to you]',
    );
  });

  it('tell the type of an image by its bytes, and say what cannot be used', () => {
    const image = (mimeType: string, data: string) =>
      written([result('a', [{ type: 'image', mimeType, data }])]).map(({ content }) =>
        JSON.stringify(content),
      );
    for (const mimeType of ['image/jpeg', 'IMAGE/PNG', 'image/jpg', 'application/octet-stream', ''])
      assert.match(image(mimeType, png.data)[1] ?? '', /"data:image\/png;base64,iVBORw0KGgo="/, mimeType);
    assert.deepEqual(image('image/png', Buffer.from('<html>404</html>').toString('base64')), [
      '"[image: image/png, 16 bytes; its data is not a PNG, JPEG, GIF or WebP image, so it cannot be shown to you]"',
    ]);
    assert.deepEqual(image('image/png', ''), [
      '"[image: image/png, 0 bytes; it is empty, so it cannot be shown to you]"',
    ]);
  });

  it('describe images of a format that endpoints refuse, which would make every later request fail', () => {
    const svg = { type: 'image', mimeType: 'image/svg+xml', data: 'aGFs' } as const;
    assert.deepEqual(written([result('a', [svg])]), [
      {
        role: 'tool',
        tool_call_id: 'a',
        content: '[image: image/svg+xml, 3 bytes; it cannot be shown to you]',
      },
    ]);
  });

  it('show an embedded image like any other', () => {
    const blob = {
      type: 'resource',
      uri: 'file:///a.png',
      mimeType: 'image/png',
      blob: 'iVBORw0KGgo=',
    } as const;
    assert.equal(written([result('a', [blob])])[1]?.role, 'user');
  });

  it('mark a failure', () => {
    const [failed] = written([result('a', [{ type: 'text', text: 'no such file' }], true)]);
    assert.equal(failed?.content, 'Error: the tool call failed.\nno such file');
    assert.equal(written([result('a', [], true)])[0]?.content, 'Error: the tool call failed.\n(no output)');
  });

  it('are the same whether they are written at once or with every request of a turn', () => {
    const messages: Message[] = [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Look.' },
      call('a'),
      result('a', [png]),
      result('b', [{ type: 'text', text: 'nothing' }]),
      call('c'),
      result('c', [png]),
      { role: 'user', text: 'And now?' },
    ];
    for (const omit of [{}, { userAfterTool: true }, { images: true }]) {
      const growing = new ChatMessages();
      for (let count = 1; count <= messages.length; count += 1) {
        const some = messages.slice(0, count);
        assert.deepEqual(growing.write(some, omit), written(some, omit));
      }
    }
  });

  it('are written anew where they are others than before, or less is to be sent', () => {
    const messages: Message[] = [{ role: 'user', text: 'Look.' }, call('a'), result('a', [png])];
    const turn = new ChatMessages();
    turn.write(messages, {});
    assert.deepEqual(turn.write(messages, { images: true }), written(messages, { images: true }));
    const cut = [...messages.slice(0, 2), result('a', [{ type: 'text', text: 'cut' }])];
    assert.deepEqual(turn.write(cut, { images: true }), written(cut, { images: true }));
    assert.deepEqual(turn.write(messages.slice(0, 1), {}), written(messages.slice(0, 1)));
  });
});

/** What servers send otherwise than the specification says is made regular before the SDK checks it. */
import assert from 'node:assert/strict';
import { processorTime } from '../../../fixtures/processorTime.ts';
import { specTypeSchemas, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { MessageReader } from '../../../../src/mcp/reading/messageReader.ts';
import { regularFetch, type Posted, type ReadMessages } from '../../../../src/mcp/reading/regularFetch.ts';
import { fromMcpContent } from '../../../../src/tools/mcpResult.ts';

interface Heard {
  readonly results: Record<string, unknown>[];
  readonly log: string[];
  readonly ask: (method: string, params?: Record<string, unknown>, id?: number) => Promise<void>;
  readonly unmatchedId: () => string | undefined;
  readonly receive: (value: unknown, posted?: Posted) => void;
  /** Ends the streams of all requests. */
  readonly end: () => void;
}

function reading(): Heard {
  const log: string[] = [];
  const results: Record<string, unknown>[] = [];
  const ends: (() => void)[] = [];
  const reader = new MessageReader({ append: (_level, _from, text) => void log.push(text) });
  const transport: Transport = {
    start: () => Promise.resolve(),
    send: (_, options) => Promise.resolve(void ends.push(options?.onRequestStreamEnd ?? assert.fail)),
    close: () => Promise.resolve(),
  };
  reader.attach(transport);
  transport.onmessage = (message) => void results.push({ ...message });
  return {
    results,
    log,
    ask: (method, params = {}, id = 1) => transport.send({ jsonrpc: '2.0', id, method, params }),
    unmatchedId: () => reader.unmatchedId,
    end: () => {
      for (const each of ends) each();
    },
    receive: (value, posted) => {
      for (const message of reader.messages(value, posted)) transport.onmessage?.(message);
    },
  };
}

async function resultOf(method: string, result: unknown, params?: Record<string, unknown>): Promise<unknown> {
  const { results, ask, receive } = reading();
  await ask(method, params);
  receive({ jsonrpc: '2.0', id: 1, result });
  return results[0]?.['result'];
}

const words = { type: 'text', text: 'said' };

describe('MessageReader', () => {
  const coded: Readonly<Record<string, string>> = {
    colours:
      '\u001B[31m✗ 1 failed\u001B[39m \u001B[38;5;246mgrey\u001B[0m \u001B[1;38;2;10;20;30mrgb\u001B[m',
    'a link':
      '\u001B]8;;https://e.x/?a=1;b=2\u0007✗ 1 failed\u001B]8;;\u0007 \u001B]8;id=1;file:///a b\u001B\\grey rgb\u001B]8;;\u001B\\',
    'moves of the cursor':
      '\u001B[2J\u001B[1;1H✗ 1 failed\u001B[K grey \u001B[?25lrgb\u001B[?25h\u001B7\u001B8',
    'a title and a character set': '\u001B]0;title\u0007✗ 1 failed \u001B(Bgrey rgb',
    'codes of one byte': '\u009B31m✗ 1 failed\u009B0m grey rgb',
  };
  for (const [what, text] of Object.entries(coded))
    it(`leaves ${what} of a terminal out of the text of a result`, async () => {
      const result = (await resultOf('tools/call', { content: [{ type: 'text', text }, text] })) as {
        content: { text: string }[];
      };
      assert.deepEqual(
        result.content.map((each) => each.text),
        ['✗ 1 failed grey rgb', '✗ 1 failed grey rgb'],
      );
    });

  it('keeps the styles of codes beside the text of a result, but none that the server names itself', async () => {
    const forged = { length: 1, runs: [[0, 1, { fore: 1 }]] };
    const meta = { mine: 1, 'patchbay/terminalStyles': forged };
    const { content } = (await resultOf('tools/call', {
      content: [
        { type: 'text', text: '\u001b[31mred\u001b[0m', _meta: meta },
        { type: 'text', text: 'x', _meta: meta },
      ],
    })) as { content: unknown[] };
    assert.deepEqual(content.map(fromMcpContent), [
      { type: 'text', text: 'red', styles: { length: 3, runs: [[0, 3, { fore: 1 }]] } },
      { type: 'text', text: 'x' },
    ]);
    assert.deepEqual(content[1], { type: 'text', text: 'x', _meta: { mine: 1 } });
  });

  it('leaves text with brackets and no code as it is', async () => {
    const text = 'a[31m ]8;; \\u001b[0m';
    const result = (await resultOf('tools/call', { content: [{ type: 'text', text }] })) as object;
    assert.deepEqual(result, { content: [{ type: 'text', text }] });
  });

  it('leaves codes out in a time that grows with the text alone', async () => {
    const spent = processorTime();
    for (const text of [
      '\u001B]'.repeat(500_000),
      '\u001B['.repeat(500_000),
      `\u001B[${'1;'.repeat(500_000)}`,
    ])
      await resultOf('tools/call', { content: [{ type: 'text', text }] });
    assert.ok(spent() < 10_000);
  });

  it('gives an answer whose id is always 0 to the one request that it can be for', async () => {
    const { results, ask, receive } = reading();
    await ask('initialize', {}, 0);
    receive({ jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-06-18', capabilities: {} } });
    await ask('tools/list', {}, 1);
    await ask('prompts/list', {}, 2);
    receive({ jsonrpc: '2.0', id: 0, result: { prompts: [] } });
    receive({ jsonrpc: '2.0', id: null, result: { tools: [] } });
    assert.deepEqual(
      results.map(({ id }) => id),
      [0, 2, 1],
    );
  });

  it('guesses no request for an answer when two could have it', async () => {
    const { results, ask, receive, unmatchedId } = reading();
    await ask('tools/call', {}, 1);
    await ask('tools/call', {}, 2);
    receive({ jsonrpc: '2.0', id: 0, result: { content: [words] } });
    assert.equal(results[0]?.['id'], 0);
    assert.equal(unmatchedId(), '0');
  });

  it('does not take the end of a stream for an answer, unless the answer is missing', async () => {
    const ends: (() => void)[] = [];
    const reader = new MessageReader({ append: () => undefined });
    const heard: JSONRPCMessage[] = [];
    const transport: Transport = {
      start: () => Promise.resolve(),
      close: () => Promise.resolve(),
      send: (_, options) => Promise.resolve(void ends.push(options?.onRequestStreamEnd ?? assert.fail)),
    };
    reader.attach(transport);
    transport.onmessage = (message) => void heard.push(message);
    for (const id of [1, 2]) await transport.send({ jsonrpc: '2.0', id, method: 'tools/call' });
    transport.onmessage({ jsonrpc: '2.0', id: 1, result: {} });
    for (const end of [...ends, ...ends]) end();
    assert.equal(heard.length, 2);
    assert.ok('error' in (heard[1] ?? {}));
    assert.equal(reader.unmatchedId, undefined);
  });

  it('gives the second answer to one call to no other call', async () => {
    const { results, ask, receive } = reading();
    await ask('tools/call', {}, 1);
    receive({ jsonrpc: '2.0', id: 1, result: { content: [words] } });
    await ask('tools/call', {}, 2);
    receive({ jsonrpc: '2.0', id: 1, result: { content: [words] } });
    assert.deepEqual(
      results.map(({ id }) => id),
      [1, 1],
    );
  });

  const repeated = { jsonrpc: '2.0', id: 1, result: { content: [words] } };
  const own = { jsonrpc: '2.0', id: 2, result: { content: [] } };
  const streams: Readonly<Record<string, readonly [messages: readonly object[], content: unknown]>> = {
    'a repeated answer and then its own': [[repeated, own], []],
    'nothing but an answer with the id of another': [[repeated], [words]],
  };
  for (const [what, [messages, content]] of Object.entries(streams))
    it(`reads the answer to a call from a stream with ${what}`, async () => {
      const { results, ask, receive, end } = reading();
      await ask('tools/call', {}, 1);
      receive(repeated, { id: 1, isStream: true });
      await ask('tools/call', {}, 2);
      for (const message of messages) receive(message, { id: 2, isStream: true });
      end();
      const answers = results.filter(({ id }) => id === 2);
      assert.deepEqual(answers, [{ jsonrpc: '2.0', id: 2, result: { content } }]);
    });

  it('takes JSON for the answer to the request that was posted, whatever its id', async () => {
    const { results, ask, receive } = reading();
    for (const id of [1, 2]) {
      await ask('tools/call', {}, id);
      receive(repeated, { id, isStream: false });
    }
    assert.deepEqual(
      results.map(({ id }) => id),
      [1, 2],
    );
  });

  it('gives an error without an id to the request that begins, and to no later one', async () => {
    const { results, ask, receive } = reading();
    const error = { code: -32_601, message: 'Method not found' };
    await ask('server/discover', {}, 1);
    receive({ jsonrpc: '2.0', id: null, error });
    await ask('tools/list', {}, 2);
    receive({ jsonrpc: '2.0', id: null, error });
    assert.deepEqual(
      results.map(({ id }) => id),
      [1, undefined],
    );
  });

  const envelopes: Readonly<Record<string, object>> = {
    'null beside a result': { jsonrpc: '2.0', id: 1, result: {}, error: null },
    'no version': { id: 1, result: {} },
    'members of other messages': { jsonrpc: '2.0', id: 1, result: {}, method: null, params: null, more: 1 },
    'its id as text': { jsonrpc: '2.0', id: '1', result: {} },
    'a result that is null': { jsonrpc: '2.0', id: 1, result: null },
    'the method of its request': { jsonrpc: '2.0', id: 1, method: 'ping', result: {} },
    'an empty error': { jsonrpc: '2.0', id: 1, result: {}, error: { code: 0, message: '' } },
    'an error of nulls': { jsonrpc: '2.0', id: 1, result: {}, error: { code: null, message: null } },
    'null and an empty text for the error': { jsonrpc: '2.0', id: 1, result: null, error: '' },
  };
  for (const [what, message] of Object.entries(envelopes)) {
    it(`makes an answer with ${what} regular`, async () => {
      const { results, ask, receive } = reading();
      await ask('ping');
      receive(message);
      assert.deepEqual(results, [{ jsonrpc: '2.0', id: 1, result: {} }]);
    });
  }

  it('finds each answer of a list of answers', async () => {
    const { results, ask, receive } = reading();
    await ask('ping');
    receive([{ jsonrpc: '2.0', id: 1, result: {} }]);
    assert.equal(results.length, 1);
  });

  it('keeps the words of an error of any form', async () => {
    const errors: readonly (readonly [unknown, unknown])[] = [
      ['Out of order', { code: -32_603, message: 'Out of order' }],
      [
        { code: '7', message: 'No' },
        { code: 7, message: 'No' },
      ],
      [{ message: 'No' }, { code: -32_603, message: 'No' }],
    ];
    for (const [sent, right] of errors) {
      const { results, ask, receive } = reading();
      await ask('ping');
      receive({ jsonrpc: '2.0', id: 1, error: sent, result: null });
      assert.deepEqual(results, [{ jsonrpc: '2.0', id: 1, error: right }]);
    }
  });

  it('takes an error that is no message for the answer to the request that was posted', async () => {
    for (const said of [
      { error: 'Session not found' },
      { error: { message: 'Session not found' } },
      { message: 'Session not found', statusCode: 404 },
      { detail: 'Session not found' },
    ]) {
      const { results, ask, receive } = reading();
      await ask('tools/call');
      receive(said);
      assert.deepEqual(results, []);
      receive(said, { id: 1, isStream: false });
      assert.deepEqual(results, [
        { jsonrpc: '2.0', id: 1, error: { code: -32_603, message: 'Session not found' } },
      ]);
    }
  });

  it('reads what follows an id or a role that is an object without a text', async () => {
    const odd = { toString: 1, valueOf: 1 };
    const { results, ask, receive } = reading();
    await ask('prompts/get');
    receive({ jsonrpc: '2.0', id: odd, method: 'x' });
    receive({ jsonrpc: '2.0', id: [odd], error: 'x' });
    receive({ jsonrpc: '2.0', id: 1, result: { messages: [{ role: odd, content: 'said' }] } });
    assert.deepEqual(results.at(-1)?.['result'], { messages: [{ role: 'user', content: words }] });
  });

  it('takes no JSON of a log for a message, and names the missing member once', () => {
    const { results, log, receive } = reading();
    receive({ level: 30, method: 'GET', id: 9 });
    receive({ level: 30, method: 'GET', id: 9 });
    assert.deepEqual(results, []);
    assert.deepEqual(log, [
      'The server sent a message that cannot be read: the member "jsonrpc" is missing or of the wrong type.',
    ]);
  });

  it('takes no JSON of a log for the answer to the request whose id it has', async () => {
    const { results, ask, receive } = reading();
    await ask('ping');
    receive({ level: 'info', id: 1, msg: 'Listening' });
    receive({ jsonrpc: '2.0', id: 1, result: {} });
    assert.deepEqual(results, [{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('answers a request at once whose answer has neither result nor error', async () => {
    const { results, ask, receive } = reading();
    await ask('tools/call');
    receive({ jsonrpc: '2.0', id: 1 });
    assert.match(JSON.stringify(results[0]?.['error']), /the member \\"result\\" is missing/);
  });

  it('leaves a regular message as the same object, and logs nothing', async () => {
    const { log, results, ask, receive } = reading();
    await ask('tools/call');
    const result = { content: [words], structuredContent: { a: null }, isError: false, _meta: { b: null } };
    const copy = structuredClone(result);
    receive({ jsonrpc: '2.0', id: 1, result });
    assert.equal(results[0]?.['result'], result);
    assert.deepEqual(result, copy);
    assert.deepEqual(log, []);
  });

  const contents: Readonly<Record<string, readonly [unknown, unknown]>> = {
    'content that is null': [{ content: null }, []],
    'content that is a text': [{ content: 'said' }, [words]],
    'content that is one part': [{ content: words }, [words]],
    'a text instead of an object': ['said', [words]],
    'a list instead of an object': [[words], [words]],
    'a result of the first revision': [{ toolResult: { content: [words] } }, [words]],
    'null members of a part': [{ content: [{ ...words, annotations: null, _meta: null }] }, [words]],
    'a part without a type': [{ content: [{ text: 'said' }] }, [words]],
    'a text that is null': [{ content: [{ type: 'text', text: null }, words] }, [words]],
    'a part whose type is null': [{ content: [{ type: null, text: 'said' }] }, [words]],
    'a part whose type has capital letters': [{ content: [{ type: 'Text', text: 'said' }] }, [words]],
    'an odd member of the protocol in "_meta"': [
      {
        content: [words],
        _meta: { progressToken: null, 'io.modelcontextprotocol/related-task': [], mine: null },
      },
      [words],
    ],
    'its text under another name': [
      { output: 'said', isError: null },
      [{ type: 'text', text: '{"output":"said"}' }],
    ],
    'nothing but nulls': [{ content: null, output: null, _meta: {} }, []],
    'a part of an unknown type': [
      { content: [{ type: 'card', body: 1 }] },
      [{ type: 'text', text: '{"type":"card","body":1}' }],
    ],
    'an image without a type': [
      { content: [{ type: 'image', data: 'iVBORw0KGgo=' }] },
      [{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }],
    ],
    'an image whose data is no base64': [
      { content: [{ type: 'image', data: '!', mimeType: 'image/png' }] },
      [{ type: 'text', text: '[The data of this image is not valid base64.]' }],
    ],
  };
  for (const [what, [sent, right]] of Object.entries(contents)) {
    it(`keeps the content of a tool's result with ${what}`, async () => {
      const result = (await resultOf('tools/call', sent)) as { content: unknown };
      assert.deepEqual(result.content, right);
      assert.equal(specTypeSchemas.CallToolResult['~standard'].validate(result).issues, undefined);
    });
  }

  it('takes "true" and 1 for a failed call, and null for none', async () => {
    const flagOf = async (isError: unknown) =>
      ((await resultOf('tools/call', { content: [words], isError })) as { isError?: unknown }).isError;
    assert.deepEqual(
      [await flagOf('true'), await flagOf('false'), await flagOf(1), await flagOf(null)],
      [true, false, true, undefined],
    );
  });

  it('gives each tool a schema of an object, whatever was at its root', async () => {
    const roots = [
      null,
      {},
      [],
      { anyOf: [{ type: 'object' }] },
      { $ref: '#/$defs/a' },
      { type: ['object', 'null'] },
      { type: 'dict' },
      { type: null, $schema: 7 },
      JSON.stringify({ type: 'object' }),
    ];
    const result = (await resultOf('tools/list', {
      tools: [{ name: 'none' }, ...roots.map((inputSchema) => ({ name: 'a', inputSchema }))],
    })) as { tools: { inputSchema: { type: string } }[] };
    assert.ok(result.tools.every(({ inputSchema }) => inputSchema.type === 'object'));
    assert.equal(specTypeSchemas.ListToolsResult['~standard'].validate(result).issues, undefined);
  });

  it('leaves out hints that are not booleans, so that they claim nothing', async () => {
    const annotations = { title: null, readOnlyHint: 'true', destructiveHint: 'false' };
    const result = await resultOf('tools/list', {
      tools: [{ name: 'a', inputSchema: { type: 'object' }, annotations }],
    });
    assert.deepEqual(result, { tools: [{ name: 'a', inputSchema: { type: 'object' }, annotations: {} }] });
  });

  it('fills in what a handshake lacks, with the version that was asked for', async () => {
    const result = await resultOf(
      'initialize',
      { instructions: null, serverInfo: { name: 'demo' } },
      {
        protocolVersion: '2025-11-25',
      },
    );
    assert.deepEqual(result, {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'demo', version: 'unknown' },
    });
  });

  it('fills in the version of a handshake that is blank, and reads one between blanks', async () => {
    const versionOf = async (protocolVersion: unknown) =>
      (await resultOf('initialize', { protocolVersion }, { protocolVersion: '2025-11-25' })) as {
        protocolVersion: unknown;
      };
    assert.equal((await versionOf(' ')).protocolVersion, '2025-11-25');
    assert.equal((await versionOf(' 2025-06-18\n')).protocolVersion, '2025-06-18');
  });

  it('takes true and other values for a capability, and null and "false" for none', async () => {
    const result = (await resultOf('initialize', {
      capabilities: {
        tools: true,
        prompts: null,
        logging: [],
        resources: ['files'],
        completions: 'yes',
        tasks: 'false',
      },
    })) as {
      capabilities: unknown;
    };
    assert.deepEqual(result.capabilities, { tools: {}, logging: {}, resources: {}, completions: {} });
  });

  it('makes no answer of the newer revision of one that names no versions', async () => {
    assert.deepEqual(await resultOf('server/discover', {}), {});
  });

  it('fills in what results of the newer revision need', async () => {
    const envelope = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    assert.deepEqual(await resultOf('tools/list', { tools: [] }, { _meta: envelope }), {
      tools: [],
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
    });
  });

  it('names resources and templates by their addresses, and leaves out what has none', async () => {
    assert.deepEqual(
      await resultOf('resources/list', { resources: [{ uri: 'a:b', size: null }, null, {}] }),
      {
        resources: [{ uri: 'a:b', name: 'a:b' }],
      },
    );
    assert.deepEqual(
      await resultOf('resources/templates/list', { resourceTemplates: [{ uriTemplate: 'a:{b}' }] }),
      {
        resourceTemplates: [{ uriTemplate: 'a:{b}', name: 'a:{b}' }],
      },
    );
  });

  it('keeps prompts, their messages, resources and completions with odd members', async () => {
    const prompts = [
      { name: 'a', arguments: null },
      null,
      { name: 'b', arguments: [{ name: 'x', required: 'true' }, 'y'] },
    ];
    assert.deepEqual(await resultOf('prompts/list', { prompts }), {
      prompts: [{ name: 'a' }, { name: 'b', arguments: [{ name: 'x', required: true }, { name: 'y' }] }],
    });
    assert.deepEqual(await resultOf('prompts/get', { messages: { role: 'Assistant', text: 'said' } }), {
      messages: [{ role: 'assistant', text: 'said', content: words }],
    });
    assert.deepEqual(await resultOf('prompts/get', { description: null, messages: [{ content: 'said' }] }), {
      messages: [{ role: 'user', content: words }],
    });
    assert.deepEqual(
      await resultOf('resources/read', { contents: { text: 'x', mimeType: null } }, { uri: 'a:b' }),
      {
        contents: [{ uri: 'a:b', text: 'x' }],
      },
    );
    assert.deepEqual(
      await resultOf('completion/complete', { completion: { values: ['a', null, 1], total: null } }),
      {
        completion: { values: ['a', '1'] },
      },
    );
  });

  it('keeps progress and logs with odd members', () => {
    const { results, receive } = reading();
    receive({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 1, progress: '2', total: null },
    });
    receive({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'WARN', logger: null, data: 'x' },
      id: null,
    });
    assert.deepEqual(
      results.map(({ params }) => params),
      [
        { progressToken: 1, progress: 2 },
        { level: 'warning', data: 'x' },
      ],
    );
  });

  it('tells of each odd member once', async () => {
    const { log, ask, receive } = reading();
    for (let round = 0; round < 2; round++) {
      await ask('tools/list');
      const tool = { name: 'a', description: null, inputSchema: { type: 'object' } };
      receive({ jsonrpc: '2.0', id: 1, result: { tools: [tool, { ...tool, name: 'b' }] } });
    }
    assert.deepEqual(log, [
      'The server sent "tools[].description" of "tools/list" empty or with a wrong type; it is left out.',
    ]);
  });
});

describe('the answers of a URL', () => {
  const read = (value: unknown): readonly JSONRPCMessage[] => {
    const { error: _, ...rest } = value as Record<string, unknown>;
    return [('error' in (value as object) ? rest : value) as JSONRPCMessage];
  };
  const address = new URL('http://server.example/mcp');
  const odd = JSON.stringify({ id: 1, error: null });

  it('are read as messages where they are JSON', async () => {
    const fetched = regularFetch(() => Promise.resolve(new Response(odd)), address, read);
    const response = await fetched(address, { method: 'POST' });
    assert.deepEqual(await response.json(), { id: 1 });
  });

  it('belong to the request that was posted, whatever their id', async () => {
    const posted: unknown[] = [];
    const seen: ReadMessages = (value, to) => {
      posted.push(to);
      return [value as object];
    };
    for (const type of ['application/json', 'text/event-stream']) {
      const body = type === 'application/json' ? odd : `data: ${odd}\n\n`;
      const answer = new Response(body, { headers: { 'content-type': type } });
      const fetched = regularFetch(() => Promise.resolve(answer), address, seen);
      const response = await fetched(address, { method: 'POST', body: '{"jsonrpc":"2.0","id":5}' });
      await (type === 'application/json' ? response.json() : response.text());
    }
    assert.deepEqual(posted, [
      { id: 5, isStream: false },
      { id: 5, isStream: true },
    ]);
  });

  it('are taken for JSON where they are that, under another type', async () => {
    const headers = { 'content-type': 'text/plain' };
    for (const [body, type] of [
      [odd, 'application/json'],
      ['ok', 'text/plain'],
      ['Session not found', 'application/json'],
      ['<p>Session not found', 'text/plain'],
    ] as const) {
      const fetched = regularFetch(() => Promise.resolve(new Response(body, { headers })), address, read);
      const response = await fetched(address, { method: 'POST' });
      assert.equal(response.headers.get('content-type'), type);
    }
  });

  it('are left alone where they come from another address', async () => {
    const fetched = regularFetch(() => Promise.resolve(new Response(odd)), address, read);
    const response = await fetched('http://other.example/token', { method: 'POST' });
    assert.deepEqual(await response.json(), { id: 1, error: null });
  });

  it('are read as messages in a stream, however its bytes are cut', async () => {
    const stream = `: begins\r\n\r\nid: 7\r\nevent: message\r\ndata: ${odd}\r\n\r\nevent: endpoint\ndata: /a\n\ndata: {"ü":1}\n\n`;
    for (const size of [1, 2, 7, 1000]) {
      const bytes = Buffer.from(stream);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const headers = { 'content-type': 'text/event-stream' };
      const base = () =>
        Promise.resolve(new Response(ReadableStream.from(chunks) as ReadableStream, { headers }));
      const response = await regularFetch(base, address, read)(address);
      assert.equal(
        await response.text(),
        ': begins\n\nid: 7\nevent: message\ndata: {"id":1}\n\nevent: endpoint\ndata: /a\n\ndata: {"ü":1}\n\n',
      );
    }
  });
});

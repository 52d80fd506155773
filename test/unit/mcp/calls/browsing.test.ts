/** Prompts, resources, completions and subscriptions, with real servers of both eras. */
import assert from 'node:assert/strict';
import { everythingCommand } from '../../../../scripts/demo/everything.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { NOTE_URI } from '../../../fixtures/servers/modernOffer.ts';
import { startModernHttp } from '../../../fixtures/servers/modern.ts';
import { createServer, connect, type Socket } from 'node:net';
import { Bench, eventually } from '../support.ts';

const modern = fixtureCommand('modern');
const never = new AbortController().signal;
const refused = (message: RegExp) => ({ name: 'CallFailure', reason: 'refused', message });

describe('what a server of the older era offers besides tools', () => {
  const bench = new Bench();
  const server = () => bench.server('everything');
  before(() => bench.start({ everything: everythingCommand }));
  after(() => bench.dispose());

  it('has prompts, whose arguments are completed with regard to the others', async () => {
    const { messages } = await server().getPrompt('args-prompt', { city: 'Oslo' }, never);
    assert.deepEqual(messages[0]?.content, { type: 'text', text: "What's weather in Oslo?" });
    const complete = (name: string, value: string, others: Record<string, string>) =>
      server().complete(
        { ref: { kind: 'prompt', name: 'completable-prompt' }, argument: { name, value }, others },
        never,
      );
    assert.deepEqual(await complete('department', 'S', {}), ['Sales', 'Support']);
    assert.deepEqual(await complete('name', '', { department: 'Sales' }), ['David', 'Eve', 'Frank']);
  });

  it('says in plain words why a prompt or a resource is refused', async () => {
    await assert.rejects(server().getPrompt('args-prompt', {}, never), refused(/MCP error -32602/));
    await assert.rejects(server().readResource('demo://nothing', never), refused(/not found/i));
  });

  it('has resources, all of which can be read, also those made from templates', async () => {
    const { catalog } = await bench.until('everything', 'connected');
    assert.deepEqual([catalog.resources.length, catalog.templates.length], [7, 2]);
    for (const { uri } of catalog.resources) {
      const { contents } = await server().readResource(uri, never);
      const [content] = contents;
      assert.ok(content && 'text' in content && content.text.length > 0);
    }
    const { contents } = await server().readResource('demo://resource/dynamic/blob/3', never);
    assert.ok(contents.some((content) => 'blob' in content));
  });

  it('tells of changes of a subscribed resource, and of no other, until that is ended', async () => {
    const { catalog } = await bench.until('everything', 'connected');
    const [first, second] = catalog.resources;
    assert.ok(first && second);
    let changes = 0;
    const subscription = server().subscribe(first.uri, () => (changes += 1));
    await bench.call('everything', 'toggle-subscriber-updates');
    await eventually(() => changes > 0, 'a change');
    subscription.dispose();
    await bench.call('everything', 'toggle-subscriber-updates');
    // The server has stopped, and what was on its way has arrived, once it answers this.
    await server().readResource(second.uri, never);
    const heard = changes;
    await server().readResource(second.uri, never);
    assert.equal(changes, heard);
  });

  it('ends a request that nobody waits for any more', async () => {
    const abort = new AbortController();
    const reading = server().readResource('demo://resource/dynamic/text/1', abort.signal);
    abort.abort();
    await assert.rejects(reading, { name: 'CallFailure', reason: 'cancelled' });
  });
});

for (const transport of ['stdio', 'HTTP'] as const) {
  describe(`what a server of the modern era offers besides tools, over ${transport}`, () => {
    const bench = new Bench();
    const server = () => bench.server('modern');
    let close = async (): Promise<void> => undefined;
    before(async () => {
      if (transport === 'stdio') return bench.start({ modern });
      const http = await startModernHttp();
      ({ close } = http);
      return bench.start({ modern: { url: http.url } });
    });
    after(async () => {
      await bench.dispose();
      await close();
    });

    it('has prompts and completions', async () => {
      const { messages } = await server().getPrompt('greet', { language: 'French' }, never);
      assert.deepEqual(
        messages.map(({ role }) => role),
        ['user', 'assistant'],
      );
      const ref = { kind: 'prompt', name: 'greet' } as const;
      const others = { language: 'French' };
      assert.deepEqual(
        await server().complete({ ref, argument: { name: 'word', value: 's' }, others }, never),
        ['salut'],
      );
      const template = { kind: 'template', uriTemplate: 'memo://words/{language}' } as const;
      assert.deepEqual(
        await server().complete(
          { ref: template, argument: { name: 'language', value: 'F' }, others: {} },
          never,
        ),
        ['Finnish', 'French'],
      );
    });

    it('has resources, of which none is handed on that is larger than 10 MB', async () => {
      const { contents } = await server().readResource('memo://words/German', never);
      assert.deepEqual(contents, [{ uri: 'memo://words/German', text: 'hallo' }]);
      await assert.rejects(server().readResource('memo://big', never), refused(/11\.0 MB/));
    });

    it('tells of changes, also on the connection after the next', async () => {
      let tell: () => void = () => {};
      const read = async () => {
        const [content] = (await server().readResource(NOTE_URI, never)).contents;
        return content && 'text' in content ? content.text : undefined;
      };
      const subscription = server().subscribe(NOTE_URI, () => tell());
      // Whether the server has taken the subscription is not told: written until it has.
      const written = async (text: string) => {
        const heard = new Promise<void>((resolve) => (tell = resolve));
        const writing = setInterval(() => void bench.call('modern', 'write', { text }).catch(() => {}), 20);
        await heard;
        clearInterval(writing);
        assert.equal(await read(), text);
      };
      await written('second');
      await server().reconnect();
      await written('third');
      subscription.dispose();
    });
  });
}

describe('a subscription of the modern era', () => {
  it('outlives the loss of its stream', async () => {
    const bench = new Bench();
    const server = await startModernHttp();
    const { port } = new URL(server.url);
    // A gateway that can drop what runs through it.
    const sockets = new Set<Socket>();
    const gateway = createServer((socket) => {
      const onward = connect(Number(port), '127.0.0.1');
      sockets.add(socket);
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
      onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    const address = gateway.address();
    assert.ok(address && typeof address === 'object');
    try {
      await bench.start({ modern: { type: 'http', url: `http://127.0.0.1:${address.port}/mcp` } });
      let heard = 0;
      const changes = async (): Promise<void> => {
        const before = heard;
        const writing = setInterval(
          () => void bench.call('modern', 'write', { text: 'x' }).catch(() => {}),
          20,
        );
        await eventually(() => heard > before, 'a change').finally(() => clearInterval(writing));
      };
      bench.server('modern').subscribe(NOTE_URI, () => (heard += 1));
      await changes();
      for (const socket of sockets) socket.destroy();
      // Once for what may have been missed, and then again for what changes.
      const before = heard;
      await eventually(() => heard > before, 'the end of the loss');
      await changes();
      assert.equal(bench.server('modern').state.kind, 'connected');
    } finally {
      await bench.dispose();
      gateway.close();
      await server.close();
    }
  });
});

/** Answers over HTTP that do not come: their stream ends, or the session that they belong to is forgotten. */
import assert from 'node:assert/strict';
import { CallFailure } from '../../../../src/mcp/index.ts';
import {
  sendJson,
  startPlainHttp,
  type PlainHttp,
  type Posted,
} from '../../../fixtures/servers/plainHttp.ts';
import { Bench, textOf } from '../support.ts';

const ends: Readonly<Record<string, (posted: Posted) => void>> = {
  'ends at once': ({ response }) => void response.end(),
  'ends after other events': ({ response }) => void response.end(': hello\n\nevent: ping\ndata: {}\n\n'),
  'ends in the middle of its answer': ({ response }) => void response.end('data: {"jsonrpc":"2.0","id"'),
  'ends after the answer to another request': ({ response }) =>
    void response.end(
      'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n\n',
    ),
  'is cut': ({ response }) => {
    response.write(': hello\n\n', () => response.destroy());
  },
};
const tool = (name: string, annotations?: object) => ({ name, inputSchema: { type: 'object' }, annotations });
const tools = [tool('echo'), tool('read', { readOnlyHint: true }), tool('set', { idempotentHint: true })];

describe('a call over HTTP whose answer is lost', () => {
  let bench: Bench;
  let server: PlainHttp;
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(async () => {
    await bench.dispose();
    await server.close();
  });
  const start = async (onCall: (posted: Posted) => unknown) => {
    server = await startPlainHttp((posted) => {
      if (posted.method === 'tools/list') return { tools };
      return posted.method === 'tools/call' ? onCall(posted) : undefined;
    });
    await bench.start({ demo: { type: 'http', url: server.url } });
  };
  const calls = () => server.methods.filter((method) => method === 'tools/call').length;
  const stream = ({ response }: Posted) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' });

  for (const [title, end] of Object.entries(ends)) {
    it(`fails at once, and is made once, when the stream ${title}`, async () => {
      await start((posted) => {
        stream(posted);
        end(posted);
      });
      await assert.rejects(
        bench.call('demo', 'echo'),
        (error: unknown) =>
          error instanceof CallFailure &&
          error.reason === 'lost' &&
          /ended the response stream before the answer/.test(error.message),
      );
      assert.equal(calls(), 1);
      assert.equal(bench.server('demo').state.kind, 'connected');
    });

    for (const name of ['read', 'set'])
      it(`is made again, once, when the stream ${title} and the tool ${name} may be called twice`, async () => {
        await start((posted) => {
          if (calls() > 1) return undefined;
          stream(posted);
          return end(posted);
        });
        assert.match(textOf(await bench.call('demo', name, { a: 1 })), /"a":1/);
        assert.equal(calls(), 2);
      });
  }

  it('is not made a third time', async () => {
    await start((posted) => {
      stream(posted);
      posted.response.end();
    });
    await assert.rejects(bench.call('demo', 'read'), /ended the response stream/);
    assert.equal(calls(), 2);
  });

  it('gets its answer from a stream that is resumed', async () => {
    await start((posted) => {
      stream(posted);
      posted.response.end(
        `id: 1\ndata:\n\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: posted.id, result: { content: [] } })}\n\n`,
      );
    });
    assert.deepEqual((await bench.call('demo', 'echo')).content, []);
  });

  it('is explained in a sentence when that happens while connecting', async () => {
    server = await startPlainHttp((posted) => {
      stream(posted);
      posted.response.end();
    });
    await bench.start({ demo: { type: 'http', url: server.url } });
    const { failure } = await bench.until('demo', 'error');
    assert.equal(failure.message.english, 'The server ended the response stream before the answer.');
  });

  const forgotten: Readonly<Record<string, (posted: Posted) => void>> = {
    'HTTP 404': ({ response }) => void response.writeHead(404).end(),
    'HTTP 400': ({ response }) => void response.writeHead(400).end('No valid session ID provided'),
    'an error with status 200': ({ id, response }) =>
      sendJson(response, { jsonrpc: '2.0', id, error: { code: -32_001, message: 'Session not found' } }),
    'an error with status 200 and no id': ({ response }) =>
      sendJson(response, {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_600, message: 'Session has expired' },
      }),
    'HTTP 500': ({ response }) => void response.writeHead(500).end('{"error":"session not found"}'),
    'an error that any server may choose': ({ id, response }) =>
      sendJson(response, { jsonrpc: '2.0', id, error: { code: -32_000, message: 'Session not found' } }),
  };
  const sessions = () => server.methods.filter((method) => method === 'initialize').length;
  for (const [title, answer] of Object.entries(forgotten))
    it(`is made again in a new session when the server says by ${title} that it has forgotten the session`, async () => {
      server = await startPlainHttp((posted) => {
        if (posted.method === 'tools/list') return { tools };
        const isOfSession = posted.method === 'tools/call' || posted.method === 'ping';
        return isOfSession && calls() === 1 ? answer(posted) : undefined;
      });
      await bench.start({ demo: { type: 'http', url: server.url } });
      assert.match(textOf(await bench.call('demo', 'echo', { a: 1 })), /"a":1/);
      assert.equal(sessions(), 2);
    });

  const lost = ({ id, response }: Posted) =>
    sendJson(response, { jsonrpc: '2.0', id, error: { code: -32_603, message: 'The session was lost' } });
  const startLosing = async (): Promise<void> => {
    server = await startPlainHttp((posted) => {
      if (posted.method === 'tools/list') return { tools };
      const isOfSession = posted.method === 'tools/call' || posted.method === 'ping';
      return isOfSession && calls() === 1 ? lost(posted) : undefined;
    });
    await bench.start({ demo: { type: 'http', url: server.url } });
  };

  it('is made once when the session may have ended while its tool ran, and the next call has a new session', async () => {
    await startLosing();
    await assert.rejects(bench.call('demo', 'echo'), /session was lost/i);
    assert.equal(calls(), 1);
    await bench.until('demo', 'connected');
    assert.match(textOf(await bench.call('demo', 'echo', { a: 1 })), /"a":1/);
    assert.deepEqual([calls(), sessions()], [2, 2]);
  });

  it('is made again when the session ended meanwhile, and the tool may be called twice', async () => {
    await startLosing();
    assert.match(textOf(await bench.call('demo', 'read', { a: 1 })), /"a":1/);
    assert.deepEqual([calls(), sessions()], [2, 2]);
  });

  for (const title of ['HTTP 500', 'an error that any server may choose'])
    it(`is made once when its tool speaks of a session by ${title}, and the server knows its own`, async () => {
      await start((posted) => forgotten[title]?.(posted));
      await assert.rejects(bench.call('demo', 'echo'), /session not found|HTTP 500/i);
      assert.deepEqual([calls(), sessions()], [1, 1]);
      assert.equal(bench.server('demo').state.kind, 'connected');
    });
});

describe('a call of a process whose tool has no session of that name', () => {
  /** It counts its calls, and answers each with an error in the words of a server that has forgotten the session. */
  const source = `
    let calls = 0;
    const results = {
      initialize: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'browser', version: '1' },
      },
      'tools/list': { tools: [{ name: 'pay', inputSchema: { type: 'object' } }] },
    };
    const error = (code, message) => ({ error: { code, message } });
    const answerTo = (method) => {
      if (method === 'tools/call') return error(-32000, 'Session not found (call ' + ++calls + ')');
      return results[method] ? { result: results[method] } : error(-32601, 'Method not found');
    };
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answerTo(method) }));
    });
  `;
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(() => bench.dispose());

  it('is made once, and the process stays', async () => {
    await bench.start({ demo: { command: process.execPath, args: ['-e', source] } });
    const { pid } = bench.server('demo');
    await assert.rejects(bench.call('demo', 'pay'), /call 1\)/);
    assert.equal(bench.server('demo').pid, pid);
    // A second process would have begun to count anew.
    await assert.rejects(bench.call('demo', 'pay'), /call 2\)/);
  });
});

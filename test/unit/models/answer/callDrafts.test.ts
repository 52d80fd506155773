/** Pieces of tool calls find their call, whatever the endpoint does with index, id and name. */
import assert from 'node:assert/strict';
import { assemble, delta } from '../support.ts';
import { defined } from '../../defined.ts';

function piece(...calls: unknown[]): unknown {
  return delta({ tool_calls: calls });
}

function callsOf(chunks: readonly unknown[], tools: string[] = []): { name: string; argsText: string }[] {
  return assemble(chunks, { tools }).answer.message.calls.map(({ name, argsText }) => ({ name, argsText }));
}

describe('stream assembly of calls', () => {
  it('has both of a gateway that gives each a reason for the end, numbers them alike, and cuts them in pieces', () => {
    const end = { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };
    const part = (id: string, name: string, args: string) =>
      piece({ index: 0, ...(id !== '' && { id }), function: { name, arguments: args } });
    for (const id of ['', 'call_0']) {
      const read = (path: string) => [part(id, 'read', ''), part('', '', `{"path":"${path}"}`), end];
      assert.deepEqual(callsOf([...read('a'), ...read('b')], ['read', 'now']), [
        { name: 'read', argsText: '{"path":"a"}' },
        { name: 'read', argsText: '{"path":"b"}' },
      ]);
      // With an id, it is the same call once more.
      assert.equal(callsOf([...read('a'), part(id, 'read', '')], ['read']).length, id === '' ? 2 : 1);
    }
    const now = [part('', 'now', ''), end];
    assert.equal(callsOf([...now, ...now], ['read', 'now']).length, 2);
  });

  const complete = (index: unknown, id: string, name: string, args: string): unknown => ({
    ...(index !== undefined && { index }),
    id,
    type: 'function',
    function: { name, arguments: args },
  });
  const both = [
    { name: 'read', argsText: '{"path":"a"}' },
    { name: 'read', argsText: '{"path":"b"}' },
  ];

  it('follows the index of interleaved calls', () => {
    const calls = callsOf([
      piece(complete(0, 'a', 'read', ''), complete(1, 'b', 'read', '')),
      piece({ index: 1, function: { arguments: '{"path":' } }),
      piece({ index: 0, function: { arguments: '{"path":' } }, { index: 1, function: { arguments: '"b"}' } }),
      piece({ index: 0, function: { arguments: '"a"}' } }),
    ]);
    assert.deepEqual(calls, both);
  });

  for (const [habit, index] of [
    ['0 for all of them', 0],
    ['missing', undefined],
    ['null', null],
  ] as const) {
    it(`tells two whole calls apart when the index is ${habit}, in two chunks or in one`, () => {
      const first = complete(index, 'a', 'read', '{"path":"a"}');
      const second = complete(index, 'b', 'read', '{"path":"b"}');
      assert.deepEqual(callsOf([piece(first), piece(second)]), both);
      assert.deepEqual(callsOf([piece(first, second)]), both);
    });

    it(`tells them apart without ids too when the index is ${habit}`, () => {
      const first = complete(index, '', 'read', '{"path":"a"}');
      const second = complete(index, '', 'read', '{"path":"b"}');
      assert.deepEqual(callsOf([piece(first), piece(second)]), both);
      assert.deepEqual(callsOf([piece(first, second)]), both);
    });

    it(`tells two calls with the same id apart when the index is ${habit}`, () => {
      const first = complete(index, 'call_0', 'read', '{"path":"a"}');
      const second = complete(index, 'call_0', 'read', '{"path":"b"}');
      assert.deepEqual(callsOf([piece(first), piece(second)]), both);
    });
  }

  describe('of a call that is sent again in full with its id', () => {
    const whole = (index: unknown, args = '{"path":"a"}') => complete(index, 'a', 'read', args);
    const one = [{ name: 'read', argsText: '{"path":"a"}' }];
    const inPieces = [
      piece(complete(0, 'a', 'read', '')),
      piece({ index: 0, function: { arguments: '{"path":' } }),
      piece({ index: 0, function: { arguments: '"a"}' } }),
    ];

    it('takes one call, in the same chunk or in a later one, with or without its index', () => {
      for (const index of [0, undefined, null]) {
        assert.deepEqual(callsOf([piece(whole(0)), piece(whole(index))]), one);
        assert.deepEqual(callsOf([piece(whole(index), whole(index))]), one);
        assert.deepEqual(callsOf([...inPieces, piece(whole(index))]), one);
        assert.deepEqual(callsOf([...inPieces, piece(whole(index)), piece(whole(index))]), one);
      }
      const now = complete(undefined, 'a', 'now', '');
      assert.equal(callsOf([piece(now, now)], ['now']).length, 1);
    });

    it('takes one call when the repetition is spaced or ordered in another way, or an object', () => {
      const first = complete(0, 'a', 'read', '{"path": "a", "line": 1}');
      for (const args of ['{"path":"a","line":1}', '{"line":1,"path":"a"}'])
        assert.equal(callsOf([piece(first), piece(complete(0, 'a', 'read', args))]).length, 1);
      const asObject = { id: 'a', function: { name: 'read', arguments: { path: 'a', line: 1 } } };
      assert.equal(callsOf([piece(first), piece(asObject)]).length, 1);
    });

    it('takes one call when all calls are repeated at the end, whatever their place then', () => {
      const other = complete(0, 'b', 'read', '{"path":"b"}');
      const again = [
        complete(undefined, 'a', 'read', '{"path":"a"}'),
        complete(undefined, 'b', 'read', '{"path":"b"}'),
      ];
      assert.deepEqual(callsOf([piece(whole(0)), piece(other), piece(...again)]), both);
    });

    it('takes one call when its pieces are sent again, with its name', () => {
      assert.deepEqual(callsOf([...inPieces, ...inPieces]), one);
    });

    it('takes two calls when index, name or arguments say so', () => {
      assert.equal(callsOf([piece(whole(0)), piece(whole(1))]).length, 2);
      assert.equal(callsOf([piece(whole(0), whole(1))]).length, 2);
      assert.equal(callsOf([piece(whole(0)), piece(whole(0, '{"path":"b"}'))]).length, 2);
      assert.equal(callsOf([piece(whole(0)), piece(complete(0, 'a', 'now', '{"path":"a"}'))]).length, 2);
    });

    it('takes two calls without ids for two, because nothing shows that they are the same', () => {
      const call = complete(undefined, '', 'read', '{"path":"a"}');
      assert.equal(callsOf([piece(call), piece(call)]).length, 2);
    });
  });

  describe('of the old field function_call', () => {
    const old = (fields: object): unknown => delta({ function_call: fields });
    const one = [{ id: '', name: 'read', argsText: '{"path":"a"}' }];
    const calls = (chunks: readonly unknown[]) => assemble(chunks, { tools: ['read'] }).answer.message.calls;

    it('takes one call, in pieces or whole', () => {
      const pieces = [
        old({ name: 'read', arguments: '' }),
        old({ arguments: '{"path":' }),
        old({ arguments: '"a"}' }),
      ];
      assert.deepEqual(defined(calls([...pieces, delta({}, 'function_call')])), one);
      assert.deepEqual(defined(calls([old({ name: 'read', arguments: '{"path":"a"}' })])), one);
      const message = {
        role: 'assistant',
        content: null,
        function_call: { name: 'read', arguments: '{"path":"a"}' },
      };
      assert.deepEqual(defined(calls([{ choices: [{ message, finish_reason: 'function_call' }] }])), one);
      assert.deepEqual(defined(calls([...pieces, { choices: [{ message }] }])), one);
    });

    it('takes one call when it is sent again, or beside tool_calls', () => {
      const whole = old({ name: 'read', arguments: '{"path":"a"}' });
      assert.deepEqual(defined(calls([whole, whole])), one);
      const doubled = delta({
        function_call: { name: 'read', arguments: '{"path":"a"}' },
        tool_calls: [complete(0, 'x', 'read', '{"path":"a"}')],
      });
      assert.deepEqual(defined(calls([doubled])), [{ id: 'x', name: 'read', argsText: '{"path":"a"}' }]);
      assert.deepEqual(calls([whole, piece(complete(0, 'x', 'read', '{"path":"a"}'))]).length, 1);
    });

    it('tells how far it has come, as of any other', () => {
      const { events } = assemble([old({ name: 'read', arguments: 'x'.repeat(150) }), delta({}, 'stop')]);
      assert.deepEqual(events[0], { type: 'callDraft', name: 'read', length: 150 });
    });
  });

  it('puts later pieces to the call that began last when every index is 0', () => {
    const calls = callsOf([
      piece(complete(0, 'a', 'read', '{"path":')),
      piece({ index: 0, function: { arguments: '"a"}' } }),
      piece(complete(0, 'b', 'read', '{"path":')),
      piece({ index: 0, function: { arguments: '"b"}' } }),
    ]);
    assert.deepEqual(calls, both);
  });

  it('adds pieces to their call by id when there is no index', () => {
    const calls = callsOf([
      piece(complete(undefined, 'a', 'read', '')),
      piece(complete(undefined, 'b', 'read', '')),
      piece({ id: 'a', function: { arguments: '{"path":"a"}' } }),
      piece({ id: 'b', function: { arguments: '{"path":"b"}' } }),
    ]);
    assert.deepEqual(calls, both);
  });

  it('takes id and name that are repeated, or empty, or null, in later pieces', () => {
    for (const later of [
      { id: 'a', name: 'read' },
      { id: '', name: '' },
      { id: null, name: null },
    ]) {
      const next = (args: string): unknown =>
        piece({ index: 0, id: later.id, function: { name: later.name, arguments: args } });
      const chunks = [piece(complete(0, 'a', 'read', '')), next('{"pa'), next('th":"a"}'), next('')];
      assert.deepEqual(defined(assemble(chunks).answer.message.calls), [
        { id: 'a', name: 'read', argsText: '{"path":"a"}' },
      ]);
    }
  });

  it('keeps the first id of an endpoint that gives a fresh one with every piece', () => {
    const chunks = [
      piece(complete(0, 'a', 'read', '{"pa')),
      piece({ index: 0, id: 'z', function: { arguments: 'th":"a"}' } }),
    ];
    assert.deepEqual(defined(assemble(chunks).answer.message.calls), [
      { id: 'a', name: 'read', argsText: '{"path":"a"}' },
    ]);
  });

  it('takes an id that comes late', () => {
    const chunks = [
      piece({ index: 0, function: { name: 'read' } }),
      piece({ index: 0, id: 'a', function: { arguments: '{}' } }),
    ];
    assert.deepEqual(defined(assemble(chunks).answer.message.calls), [
      { id: 'a', name: 'read', argsText: '{}' },
    ]);
  });

  it('joins a name that is split across pieces', () => {
    const chunks = ['mcp__', 'files', '__read'].map((name) =>
      piece({ index: 0, id: 'a', function: { name } }),
    );
    assert.deepEqual(callsOf(chunks, ['mcp__files__read', 'mcp__files__write']), [
      { name: 'mcp__files__read', argsText: '{}' },
    ]);
    assert.deepEqual(callsOf(chunks), [{ name: 'mcp__files__read', argsText: '{}' }]);
  });

  it('joins a split name even where its pieces are tools themselves, or alike', () => {
    const chunks = ['go', 'go'].map((name) => piece({ index: 0, id: 'a', function: { name } }));
    assert.deepEqual(callsOf(chunks, ['gogo']), [{ name: 'gogo', argsText: '{}' }]);
    assert.deepEqual(callsOf(chunks, ['go', 'gogo']), [{ name: 'go', argsText: '{}' }]);
  });

  it('takes a name that is sent again and longer each time', () => {
    const chunks = ['re', 'read', 'read_file'].map((name) => piece({ index: 0, function: { name } }));
    assert.deepEqual(callsOf(chunks, ['read_file']), [{ name: 'read_file', argsText: '{}' }]);
  });

  it('takes two calls without arguments for two calls when both names are whole', () => {
    const chunks = ['now', 'today'].map((name) => piece({ index: 0, function: { name, arguments: '' } }));
    assert.deepEqual(
      callsOf(chunks, ['now', 'today']).map(({ name }) => name),
      ['now', 'today'],
    );
  });

  it('takes two calls of one tool in one chunk for two, whatever their index', () => {
    const call = { index: 0, function: { name: 'now' } };
    assert.equal(callsOf([piece(call, call)], ['now']).length, 2);
  });

  it('takes another name after finished arguments for another call', () => {
    const next = { index: 0, function: { name: 'now', arguments: '' } };
    assert.deepEqual(callsOf([piece(complete(0, '', 'read', '{"path":"a"}')), piece(next)]), [
      { name: 'read', argsText: '{"path":"a"}' },
      { name: 'now', argsText: '{}' },
    ]);
  });

  it('takes {} for arguments of which nothing at all was sent, and nothing else', () => {
    const argsOf = (args: unknown): string | undefined =>
      callsOf([piece({ index: 0, id: 'a', function: { name: 'now', arguments: args } })])[0]?.argsText;
    assert.equal(argsOf(''), '{}');
    assert.equal(argsOf(undefined), '{}');
    assert.equal(argsOf(null), '{}');
    assert.equal(argsOf('{"a":'), '{"a":');
    assert.equal(argsOf('nonsense'), 'nonsense');
  });

  it('takes arguments that are an object', () => {
    const chunks = [piece({ index: 0, id: 'a', function: { name: 'read', arguments: { path: 'a' } } })];
    assert.deepEqual(callsOf(chunks), [{ name: 'read', argsText: '{"path":"a"}' }]);
  });

  it('drops the {} that Bedrock sends before the real arguments', () => {
    const chunks = [
      piece(complete(0, 'a', 'read', '{}')),
      piece({ index: 0, function: { arguments: '{"path":"a"}' } }),
    ];
    assert.deepEqual(callsOf(chunks), [{ name: 'read', argsText: '{"path":"a"}' }]);
  });

  it('gives the calls although the endpoint says that it stopped, or says nothing', () => {
    const call = piece(complete(0, 'a', 'now', '{}'));
    assert.equal(assemble([call, delta({}, 'stop')]).answer.message.calls.length, 1);
    assert.equal(assemble([call]).answer.message.calls.length, 1);
  });

  it('keeps unknown fields of a call for the next request (Gemini)', () => {
    const extra = { google: { thought_signature: 'sig' } };
    const chunks = [
      piece({
        id: 'a',
        type: 'function',
        extra_content: extra,
        function: { name: 'now', arguments: '{}' },
      }),
    ];
    assert.deepEqual(assemble(chunks).answer.message.calls, [
      { id: 'a', name: 'now', argsText: '{}', echo: { extra_content: extra } },
    ]);
  });

  it('drops a call of which neither name nor arguments came', () => {
    assert.deepEqual(callsOf([piece({ index: 0, id: 'a', type: 'function' })]), []);
  });
});

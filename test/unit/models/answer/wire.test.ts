/** The decoder of a model's answer reads what endpoints and proxies write. */
import assert from 'node:assert/strict';
import { WireDecoder, type WireItem } from '../../../../src/models/answer/wire.ts';
import { processorTime } from '../../../fixtures/processorTime.ts';

function decode(...packets: (string | Uint8Array)[]): WireItem[] {
  const decoder = new WireDecoder();
  const encoder = new TextEncoder();
  const items = packets.flatMap((packet) =>
    decoder.push(typeof packet === 'string' ? encoder.encode(packet) : packet),
  );
  return [...items, ...decoder.end()];
}

describe('wire decoding', () => {
  it('gives an event as soon as its empty line came, and not before', () => {
    const decoder = new WireDecoder();
    const encoder = new TextEncoder();
    assert.deepEqual(decoder.push(encoder.encode('data: {"a":1}\n')), []);
    assert.deepEqual(decoder.push(encoder.encode('\n')), [{ kind: 'value', value: { a: 1 } }]);
  });

  it('joins the lines of one event', () => {
    assert.deepEqual(decode('data: {"a":\ndata: 1}\n\n'), [{ kind: 'value', value: { a: 1 } }]);
  });

  it('takes a CRLF that is cut in two for one line end', () => {
    assert.deepEqual(decode('data: {"a":\r', '\ndata: 1}\r', '\n\r\n'), [{ kind: 'value', value: { a: 1 } }]);
  });

  it('takes data without a space after the colon, and other fields', () => {
    assert.deepEqual(decode('id: 7\nretry: 10\nevent: message\ndata:{"a":1}\n\n'), [
      { kind: 'value', value: { a: 1 } },
    ]);
  });

  it('passes over comments, empty events and empty lines', () => {
    assert.deepEqual(decode(': OPENROUTER PROCESSING\n\n\n:\n\ndata:\n\ndata\n\ndata: {}\n\n'), [
      { kind: 'value', value: {} },
    ]);
  });

  it('takes a last event whose empty line is missing, but no half of one', () => {
    assert.deepEqual(decode('data: [DONE]'), [{ kind: 'done' }]);
    assert.deepEqual(decode('data: {"a":1}\ndata: [DONE]\n\n'), [
      { kind: 'value', value: { a: 1 } },
      { kind: 'done' },
    ]);
    assert.deepEqual(decode('data: {"a":1}\r'), [{ kind: 'value', value: { a: 1 } }]);
    assert.deepEqual(decode('data: {"a":1'), []);
  });

  it('tells error events, also as llama.cpp wrote them', () => {
    assert.deepEqual(decode('event: error\ndata: {"message":"no"}\n\ndata: {}\n\n'), [
      { kind: 'error', error: { message: 'no' } },
      { kind: 'value', value: {} },
    ]);
    assert.deepEqual(decode('error: {"code":500}\n\n'), [{ kind: 'error', error: { code: 500 } }]);
    assert.deepEqual(decode('event: error\ndata: out of memory\n\n'), [
      { kind: 'error', error: 'out of memory' },
    ]);
  });

  it('reports an event that is not JSON', () => {
    assert.deepEqual(decode('data: ping\n\n'), [{ kind: 'broken', text: 'ping' }]);
  });

  it('takes a JSON body for one value, however it is laid out and cut', () => {
    assert.deepEqual(decode(' \n{\n "a"', ': 1\n}\n'), [{ kind: 'value', value: { a: 1 } }]);
    assert.deepEqual(decode('{"a":'), [{ kind: 'broken', text: '{"a":' }]);
  });

  it('takes lines of JSON (NDJSON) as they come, and laid out JSON as one value', () => {
    const decoder = new WireDecoder();
    const encoder = new TextEncoder();
    assert.deepEqual(decoder.push(encoder.encode('{"a":1}\r\n{"a"')), [{ kind: 'value', value: { a: 1 } }]);
    assert.deepEqual(decoder.push(encoder.encode(':2}\n')), [{ kind: 'value', value: { a: 2 } }]);
    assert.deepEqual(decode('{"a":1}\n[DONE]\n'), [{ kind: 'value', value: { a: 1 } }, { kind: 'done' }]);
    assert.deepEqual(decode('[{"a":\n1}]\n'), [{ kind: 'value', value: [{ a: 1 }] }]);
  });

  it('takes several objects in the data of one event, but no half of them', () => {
    const both = [
      { kind: 'value', value: { a: '}{' } },
      { kind: 'value', value: { b: [1] } },
    ];
    assert.deepEqual(decode('data: {"a":"}{"}{"b":[1]}\n\n'), both);
    assert.deepEqual(decode('data: {"a":"}{"}\ndata: {"b":[1]}\n\n'), both);
    assert.deepEqual(decode('data: {"a":1}{"b"\n\n'), [{ kind: 'broken', text: '{"a":1}{"b"' }]);
  });

  it('takes each way to write the end for that', () => {
    for (const end of [
      'data: [DONE]',
      'data: "[DONE]"',
      'data: DONE',
      'data:[done]',
      'event: done\ndata: {}',
    ])
      assert.deepEqual(decode(`${end}\n\n`), [{ kind: 'done' }]);
  });

  it('takes a text that begins with an angle bracket for no web page', () => {
    assert.deepEqual(decode('<', '400> no\n'), [{ kind: 'broken', text: '<400> no' }]);
    assert.deepEqual(decode('<', 'html>'), [{ kind: 'page', text: '<html>' }]);
  });

  it('recognises a web page', () => {
    assert.deepEqual(decode('<!doctype html>', '<p>Hi'), [{ kind: 'page', text: '<!doctype html><p>Hi' }]);
  });

  it('takes a carriage return at the end of a packet for the end of its line, without waiting for more', () => {
    const decoder = new WireDecoder();
    const encoder = new TextEncoder();
    decoder.push(encoder.encode('data: {"a":1}\r'));
    assert.deepEqual(decoder.push(encoder.encode('\r')), [{ kind: 'value', value: { a: 1 } }]);
    assert.deepEqual(decoder.push(encoder.encode('\n: alive\r\r')), []);
  });

  it('takes a line that is JSON without its field, and no other unknown line', () => {
    assert.deepEqual(decode('{{"a":1}\n\n'), [{ kind: 'broken', text: '{{"a":1}\n\n' }]);
    assert.deepEqual(decode('data: {"a":1}\n\n{"done":true,"done_reason":"stop"}\n{half: 1\n\n'), [
      { kind: 'value', value: { a: 1 } },
      { kind: 'value', value: { done: true, done_reason: 'stop' } },
    ]);
  });

  it('ends with what is too long: a line, an event of many lines, a JSON body, an answer', () => {
    const limits = { event: 100, answer: 900 };
    const kinds = (packet: string): string[] => {
      const decoder = new WireDecoder(limits);
      const bytes = new TextEncoder().encode(packet);
      const items = Array.from({ length: 40 }, () => decoder.push(bytes)).flat();
      return [...items, ...decoder.end()].map(({ kind }) => kind);
    };
    assert.deepEqual(kinds('data: 123456789'), ['tooLong']);
    assert.deepEqual(kinds('data: 123456789\n'), ['tooLong']);
    assert.deepEqual(kinds('{"a":[123456789'), ['tooLong']);
    assert.equal(kinds('data: {"a":"123456789"}\n\n').at(-1), 'tooLong');
    assert.deepEqual(kinds(': alive\n').at(-1), undefined);
  });

  it('keeps only the beginning of a web page that does not end', () => {
    const decoder = new WireDecoder();
    const bytes = new TextEncoder().encode(`<p>${'x'.repeat(1_000_000)}`);
    const [item] = decoder.push(bytes);
    assert.equal(item?.kind === 'page' && item.text.length, 65_536);
    assert.deepEqual([...decoder.push(bytes), ...decoder.end()], []);
  });

  it('takes no time that would be noticed for a line of 5 MB in packets of 16 kB', () => {
    const bytes = new TextEncoder().encode(`data: ${JSON.stringify({ a: 'x'.repeat(5_000_000) })}\n\n`);
    const decoder = new WireDecoder();
    const taken = processorTime();
    let items = 0;
    for (let at = 0; at < bytes.length; at += 16_384)
      items += decoder.push(bytes.subarray(at, at + 16_384)).length;
    const ms = taken();
    assert.equal(items, 1);
    // 12 ms with the library; scanning the line again with each packet took 3,300 ms.
    assert.ok(ms < 1_000, `${ms} ms`);
  });

  it('returns nothing for an empty body', () => {
    assert.deepEqual(decode(), []);
  });

  it('takes a body of one line byte by byte without looking at all of it each time', () => {
    for (const [begin, piece] of [
      ['{"a":"', 'b'],
      ['{', '"a":1,'],
      ['', '{"a":1} '],
    ]) {
      const decoder = new WireDecoder();
      const encoder = new TextEncoder();
      const bytes = encoder.encode(piece);
      const taken = processorTime();
      decoder.push(encoder.encode(begin));
      for (let count = 0; count < 30_000; count += 1) decoder.push(bytes);
      const ms = taken();
      // 60 ms; the whole body with each piece took up to 60,000 ms.
      assert.ok(ms < 3_000, `${ms} ms`);
    }
  });
});

/** The decoder of a model's answer reads what endpoints and proxies write. */
import assert from 'node:assert/strict';
import { WireDecoder, type WireItem } from '../../../src/models/wire.ts';

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

  it('tells what is no JSON', () => {
    assert.deepEqual(decode('data: ping\n\n'), [{ kind: 'broken', text: 'ping' }]);
  });

  it('takes a JSON body for one value, however it is laid out and cut', () => {
    assert.deepEqual(decode(' \n{\n "a"', ': 1\n}\n'), [{ kind: 'value', value: { a: 1 } }]);
    assert.deepEqual(decode('{"a":'), [{ kind: 'broken', text: '{"a":' }]);
  });

  it('tells a web page', () => {
    assert.deepEqual(decode('<!doctype html>', '<p>Hi'), [{ kind: 'page', text: '<!doctype html><p>Hi' }]);
  });

  it('gives nothing for nothing', () => {
    assert.deepEqual(decode(), []);
  });
});

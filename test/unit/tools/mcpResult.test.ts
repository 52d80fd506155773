/** Golden cases for the way from an MCP result to the parts everybody else works with. */
import assert from 'node:assert/strict';
import { fromMcpResult } from '../../../src/tools/mcpResult.ts';

describe('results of MCP tools', () => {
  it('carry every content kind over', () => {
    const { status, content } = fromMcpResult({
      content: [
        { type: 'text', text: 'hello', annotations: { priority: 1 } },
        { type: 'image', mimeType: 'image/png', data: 'aGk=' },
        { type: 'audio', mimeType: 'audio/wav', data: 'aGk=' },
        { type: 'resource_link', uri: 'file:///a', name: 'a', title: 'A', mimeType: 'text/plain' },
        { type: 'resource', resource: { uri: 'file:///b', mimeType: 'text/plain', text: 'b' } },
        { type: 'resource', resource: { uri: 'file:///c', blob: 'aGk=' } },
      ],
    });
    assert.equal(status, 'success');
    assert.deepEqual(content, [
      { type: 'text', text: 'hello' },
      { type: 'image', mimeType: 'image/png', data: 'aGk=' },
      { type: 'audio', mimeType: 'audio/wav', data: 'aGk=' },
      { type: 'link', uri: 'file:///a', name: 'a', title: 'A', mimeType: 'text/plain' },
      { type: 'resource', uri: 'file:///b', mimeType: 'text/plain', text: 'b' },
      { type: 'resource', uri: 'file:///c', blob: 'aGk=' },
    ]);
  });

  it('report isError as an error, never as success', () => {
    assert.equal(fromMcpResult({ content: [{ type: 'text', text: 'no' }], isError: true }).status, 'error');
  });

  it('keep structured content and content that says something else', () => {
    const { content } = fromMcpResult({
      content: [{ type: 'text', text: 'Sunny' }],
      structuredContent: { t: 20 },
    });
    assert.deepEqual(content, [
      { type: 'text', text: 'Sunny' },
      { type: 'json', value: { t: 20 } },
    ]);
  });

  it('do not say the same thing twice when text repeats the structured content', () => {
    const { content } = fromMcpResult({
      content: [{ type: 'text', text: '{ "t": 20 }' }],
      structuredContent: { t: 20 },
    });
    assert.deepEqual(content, [{ type: 'json', value: { t: 20 } }]);
  });

  it('keep a block of a kind that does not exist yet', () => {
    const block = { type: 'hologram', data: 'x' };
    assert.deepEqual(fromMcpResult({ content: [block] }).content, [{ type: 'json', value: block }]);
  });

  it('survive blocks without their fields', () => {
    const { content } = fromMcpResult({
      content: [{ type: 'text' }, { type: 'image' }, { type: 'resource' }, null, 7],
    });
    assert.deepEqual(content, [
      { type: 'text', text: '' },
      { type: 'image', mimeType: 'application/octet-stream', data: '' },
      { type: 'json', value: { type: 'resource' } },
      { type: 'json', value: null },
      { type: 'json', value: 7 },
    ]);
  });
});

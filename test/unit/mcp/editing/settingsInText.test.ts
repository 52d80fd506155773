/** Settings found in a settings file, however they are written. */
import assert from 'node:assert/strict';
import { settingsInText } from '../../../../src/mcp/index.ts';

const known = new Set(['patchbay.model.baseUrl', 'patchbay.tools.approval']);
const names = (text: string, within: readonly string[] = []): string[] =>
  settingsInText(text, within, known).map(({ name }) => name);

describe('settings in a text', () => {
  it('are found by their full name, and spread over nested objects in any way', () => {
    for (const text of [
      '{ "patchbay.model.baseUrl": "x" }',
      '{ // a comment\n "patchbay.model": { "baseUrl": "x", }, }',
      '{ "patchbay": { "model.baseUrl": "x" } }',
      '{ "patchbay": { "model": { "baseUrl": "x" } } }',
      '{ "\\u0070atchbay.model.baseUrl": "x" }',
    ])
      assert.deepEqual(names(text), ['patchbay.model.baseUrl'], text);
  });

  it('are those of the workspace in a workspace file', () => {
    const text = '{ "settings": { "patchbay.tools": { "approval": "never" } }, "patchbay.model.baseUrl": 1 }';
    assert.deepEqual(names(text, ['settings']), ['patchbay.tools.approval']);
  });

  it('are not found in other settings, in a text that cannot be parsed, and in one that is nested too deeply', () => {
    assert.deepEqual(names('{ "editor.fontSize": 1, "patchbay.servers": { "model": {} } }'), []);
    assert.deepEqual(names('{ "patchbay.model.baseUrl": '), []);
    assert.deepEqual(names(`${'{"patchbay":'.repeat(100)}1${'}'.repeat(100)}`), []);
  });

  it('point at the key', () => {
    const text = '{ "patchbay.model": { "baseUrl": "x" } }';
    const [found] = settingsInText(text, [], known);
    assert.equal(text.slice(found?.offset, (found?.offset ?? 0) + (found?.length ?? 0)), '"baseUrl"');
  });
});

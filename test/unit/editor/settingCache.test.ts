import assert from 'node:assert/strict';
import { readValue } from '../../../src/contributions/index.ts';
import { SettingCache } from '../../../src/editor/settings/settingCache.ts';

describe('the cache of settings', () => {
  it('reads each once until it is cleared, whatever its value is', () => {
    const asked: string[] = [];
    let user: Record<string, unknown> = { 'model.name': 'one', 'model.toolCalling': false };
    const written = {
      get: (name: string) => user[name],
      inspect: (name: string) => {
        asked.push(name);
        return { globalValue: user[name] };
      },
    };
    const cache = new SettingCache((name) => readValue(name, written));
    const read = () => [
      cache.read('model.name'),
      cache.read('model.toolCalling'),
      cache.read('model.baseUrl'),
    ];
    assert.deepEqual(read(), ['one', false, '']);
    assert.deepEqual(read(), ['one', false, '']);
    assert.deepEqual(asked, ['model.name', 'model.toolCalling', 'model.baseUrl']);
    user = { 'model.name': 'two', 'model.toolCalling': true };
    assert.deepEqual(read(), ['one', false, '']);
    cache.clear();
    assert.deepEqual(read(), ['two', true, '']);
  });
});

import assert from 'node:assert/strict';
import { KeptValues } from '../../../src/editor/settings/keptValues.ts';

describe('kept values of settings', () => {
  it('are read once until they are forgotten, whatever they are', () => {
    const asked: string[] = [];
    let user: Record<string, unknown> = { 'model.name': 'one', 'model.toolCalling': false };
    const kept = new KeptValues(() => ({
      get: (name) => user[name],
      inspect: (name) => {
        asked.push(name);
        return { globalValue: user[name] };
      },
    }));
    const read = () => [kept.read('model.name'), kept.read('model.toolCalling'), kept.read('model.baseUrl')];
    assert.deepEqual(read(), ['one', false, '']);
    assert.deepEqual(read(), ['one', false, '']);
    assert.deepEqual(asked, ['model.name', 'model.toolCalling', 'model.baseUrl']);
    user = { 'model.name': 'two', 'model.toolCalling': true };
    assert.deepEqual(read(), ['one', false, '']);
    kept.forget();
    assert.deepEqual(read(), ['two', true, '']);
  });
});

import assert from 'node:assert/strict';
import { observableValue } from '../../../src/base/common/observable.ts';
import { ToolSetChoices } from '../../../src/tools/namedToolSets.ts';

describe('the tool set of a conversation', () => {
  const review = { name: 'Review', members: ['a'] };
  const small = { name: 'Small', members: ['b'] };

  function choices(stored?: unknown): ToolSetChoices {
    let saved = stored;
    const state = { get: () => saved, set: (_: string, next: unknown) => void (saved = next) };
    return new ToolSetChoices(state, observableValue([review, small]));
  }

  it('is its own, or else that of the workspace, or none where the user wants all tools', () => {
    const chosen = choices('Small');
    assert.deepEqual(chosen.of({ toolSet: 'Review' }), review);
    assert.deepEqual(chosen.of({ toolSet: undefined }), small);
    assert.equal(chosen.of({ toolSet: '' }), undefined);
    chosen.useInWorkspace(undefined);
    assert.equal(chosen.of({ toolSet: undefined }), undefined);
  });

  it('stays chosen when it is gone, so that the model does not get all tools instead', () => {
    assert.deepEqual(choices().of({ toolSet: 'Gone' }), { name: 'Gone' });
    assert.deepEqual(choices('Gone').of({ toolSet: undefined }), { name: 'Gone' });
  });

  it('is undefined if an invalid value was saved', () => {
    for (const stored of [3, null, {}, ''])
      assert.equal(choices(stored).of({ toolSet: undefined }), undefined);
  });
});

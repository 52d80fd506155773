import assert from 'node:assert/strict';
import type { RequestHostMessage, RequestOutline, RequestPageMessage } from '../../../src/protocol/index.ts';
import { RequestState } from '../../../src/webview/request/state.ts';

const row = (id: number) => ({ id, turn: 1, step: id, model: 'm', at: 0, asked: 'Hi' });
const outline = (id: number): RequestOutline => ({
  id,
  format: 'chat',
  characters: 1,
  tokens: 1,
  isCounted: false,
  window: 10,
  parts: [],
  leftOut: [],
});

describe('the page of what the model gets', () => {
  let posted: RequestPageMessage[];
  let state: RequestState;
  const tell = (message: RequestHostMessage): void => {
    const handle = state.handlers[message.type] as (each: RequestHostMessage) => unknown;
    handle(message);
  };
  const steps = (ids: readonly number[], show?: 'newest' | 'forgotten' | number): void =>
    tell({ type: 'steps', rows: ids.map(row), older: 0, ...(show !== undefined && { show }) });

  beforeEach(() => {
    posted = [];
    state = new RequestState((message) => posted.push(message));
  });

  it('shows the newest step, and goes on with those that follow', () => {
    steps([1, 2], 'newest');
    assert.equal(state.shown.value, 2);
    steps([1, 2, 3]);
    assert.equal(state.shown.value, 3);
    assert.deepEqual(posted, [
      { type: 'show', id: 2 },
      { type: 'show', id: 3 },
    ]);
  });

  it('stays at the step that the user has chosen, until that is no longer held', () => {
    steps([1, 2, 3], 'newest');
    state.select(2);
    steps([1, 2, 3, 4]);
    assert.equal(state.shown.value, 2);
    assert.deepEqual([state.neighbour(-1), state.neighbour(1)], [1, 3]);
    steps([3, 4]);
    assert.equal(state.shown.value, 4);
  });

  it('shows the step of an answer, and says where that is no longer held', () => {
    steps([1, 2, 3], 1);
    assert.deepEqual([state.shown.value, state.isForgotten.value], [1, false]);
    steps([2, 3], 1);
    assert.deepEqual([state.shown.value, state.isForgotten.value], [3, true]);
    state.select(2);
    assert.equal(state.isForgotten.value, false);
    steps([], 'forgotten');
    assert.equal(state.isForgotten.value, true);
  });

  it('asks for the text of a part once that is opened, and again when the request was sent anew', () => {
    steps([1], 'newest');
    tell({ type: 'request', outline: outline(1) });
    state.toggle(0);
    tell({ type: 'text', id: 1, part: 0, text: 'a', isJson: false, more: 0 });
    assert.equal(state.texts.value.get(0)?.text, 'a');
    tell({ type: 'request', outline: outline(1) });
    assert.equal(state.texts.value.size, 0);
    assert.deepEqual(
      posted.filter(({ type }) => type === 'text'),
      [
        { type: 'text', id: 1, part: 0 },
        { type: 'text', id: 1, part: 0 },
      ],
    );
    state.toggle(0);
    assert.equal(state.open.value.size, 0);
  });

  it('ignores messages about a step that is no longer shown', () => {
    steps([1, 2], 'newest');
    tell({ type: 'request', outline: outline(1) });
    tell({ type: 'text', id: 1, part: 0, text: 'a', isJson: false, more: 0 });
    assert.deepEqual([state.outline.value, state.texts.value.size], [undefined, 0]);
  });
});

/** When the state of the page is saved. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { StateSaver } from '../../../src/webview/state/stateSaver.ts';
import { ViewState } from '../../../src/webview/state/viewState.ts';

describe('the state of the page', () => {
  let saved: unknown[];
  let posted: unknown[];
  let saver: StateSaver;
  beforeEach(() => {
    [saved, posted] = [[], []];
    const editor = { load: () => saved.at(-1) ?? null, save: (state: unknown) => saved.push(state) };
    saver = new StateSaver(editor, (state) => posted.push(state));
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  const draft = (): unknown => (saved.at(-1) as { draft?: unknown } | undefined)?.draft;

  it('is saved with the editor and the host twice a second while the user types, not with each key', () => {
    const view = new ViewState(saver);
    for (let key = 1; key <= 20; key += 1) {
      view.write('x'.repeat(key));
      mock.timers.tick(100);
    }
    assert.deepEqual([saved.length, posted], [4, saved]);
    assert.equal(draft(), 'x'.repeat(20));
    mock.timers.tick(5_000);
    assert.equal(saved.length, 4);
  });

  it('is saved at once when a message goes, and the draft before it not again', () => {
    const view = new ViewState(saver);
    view.write('ab');
    view.sendDraft('ab');
    assert.deepEqual([draft(), posted], ['', saved]);
    mock.timers.tick(5_000);
    assert.equal(saved.length, 1);
  });

  for (const [leave, init] of Object.entries({
    blur: {},
    visibilitychange: {},
    pagehide: {},
    keydown: { ctrlKey: true },
  }))
    it(`is saved when the editor may take the page away: ${leave}`, () => {
      const page = new EventTarget();
      saver.flushOnLeave(page);
      const view = new ViewState(saver);
      view.write('half a thou');
      page.dispatchEvent(Object.assign(new Event('keydown'), { ctrlKey: false }));
      assert.equal(draft(), undefined);
      page.dispatchEvent(Object.assign(new Event(leave), init));
      assert.equal(draft(), 'half a thou');
      page.dispatchEvent(Object.assign(new Event(leave), init));
      assert.equal(saved.length, 1);
    });

  it('comes back as it was saved last', () => {
    const view = new ViewState(saver);
    view.belongTo('c1');
    view.write('draft');
    view.readAt({ id: 'i', offset: 3 });
    view.saveForm('q', { name: 'Ada' });
    saver.flush();
    const again = new ViewState(saver);
    again.belongTo('c1');
    assert.deepEqual(
      [again.draft.value, again.readingPlace, again.form('q')],
      ['draft', { id: 'i', offset: 3 }, { name: 'Ada' }],
    );
  });
});

/** What the page remembers while the editor rebuilds it. */
import assert from 'node:assert/strict';
import { composed, ViewState } from '../../../src/webview/state/viewState.ts';

function open(kept?: unknown) {
  let saved = kept;
  const load = (): unknown => saved;
  const save = (state: unknown): unknown => (saved = state);
  const view = new ViewState({ load, save, saveSoon: (state) => save(state()) });
  const ignore = (): void => undefined;
  return { view, again: () => new ViewState({ load, save: ignore, saveSoon: ignore }) };
}

describe('the view state', () => {
  it('keeps the draft, what is open and the reading place', () => {
    const { view, again } = open();
    view.belongTo('c1');
    view.write('half a thought');
    view.toggle('call1');
    view.toggle('call2');
    view.toggle('call2');
    view.readAt({ id: 'i4', offset: -12 });
    const later = again();
    later.belongTo('c1');
    assert.equal(later.draft.value, 'half a thought');
    assert.deepEqual(
      ['call1', 'call2', 'call3'].map((id) => later.isOpen(id).value),
      [true, false, false],
    );
    assert.deepEqual(later.readingPlace, { id: 'i4', offset: -12 });
  });

  it('remembers what was sent, and attachments as far as this version knows them', () => {
    const { view, again } = open({ attachments: [{ server: 's', uri: 'u', name: 'old' }] });
    assert.deepEqual(view.attachments.value, []);
    const file = { kind: 'file', uri: 'file:///a', name: 'a' } as const;
    view.attach([file, { ...file, name: 'the same' }]);
    assert.equal(view.attachments.value.length, 1);
    assert.deepEqual(again().attachments.value, [{ ...file, name: 'the same' }]);
    view.sendDraft('sent');
    view.received();
    const later = again();
    assert.deepEqual([later.draft.value, later.attachments.value, later.sent.all], ['', [], ['sent']]);
  });

  it('brings back with the page what the host has not heard, before what was written after it', () => {
    const { view, again } = open();
    const file = { kind: 'file', uri: 'file:///a', name: 'a' } as const;
    view.sendDraft('heard');
    view.attach([file]);
    view.sendDraft('lost');
    view.sendDraft('lost, too');
    view.received();
    view.sendDraft('said, but not heard of');
    view.write('half a thought');
    const later = again();
    assert.equal(later.draft.value, 'half a thought');
    later.bringBack('c1', [{ id: 'i1', text: 'heard' }], ['said, but not heard of']);
    later.belongTo('c1');
    assert.equal(later.draft.value, 'lost\n\nlost, too\n\nhalf a thought');
    assert.deepEqual(later.attachments.value, [file]);
    assert.match(later.problem.value ?? '', /was not sent/);
    for (const _ of ['lost', 'lost, too', 'said']) view.received();
    const last = again();
    last.bringBack('c1', [], []);
    last.belongTo('c1');
    assert.deepEqual([last.draft.value, last.problem.value], ['half a thought', undefined]);
  });

  it('takes no message for an older one in the same words', () => {
    const { view, again } = open();
    view.sendDraft('yes', 'i3');
    const said = [
      { id: 'i1', text: 'yes' },
      { id: 'i3', text: 'no' },
    ];
    const [lost, come] = [again(), again()];
    for (const each of [lost, come]) each.belongTo('c1');
    lost.bringBack('c1', said, []);
    come.bringBack('c1', [...said, { id: 'i5', text: 'yes' }], []);
    assert.deepEqual([lost.draft.value, come.draft.value], ['yes', '']);
  });

  it('brings back an example that was chosen and not heard, too', () => {
    const { view, again } = open();
    view.goes({ draft: 'an example', attachments: [] });
    const later = again();
    later.bringBack('c1', [], []);
    later.belongTo('c1');
    assert.equal(later.draft.value, 'an example');
  });

  it('keeps a draft with its conversation, and the rest only while that is shown', () => {
    const { view, again } = open();
    const note = { kind: 'resource', server: 's', uri: 'memo://note', name: 'note' } as const;
    view.belongTo('c1');
    view.write('draft');
    view.attach([note]);
    view.toggle('call1');
    view.readAt({ id: 'i4', offset: 0 });
    view.belongTo('c2');
    assert.deepEqual([view.draft.value, view.attachments.value], ['', []]);
    view.write('another');
    const later = again();
    later.belongTo('c1');
    assert.deepEqual([later.draft.value, later.attachments.value], ['draft', [note]]);
    assert.equal(later.isOpen('call1').value, false);
    assert.equal(later.readingPlace, undefined);
    later.belongTo('c2');
    assert.equal(later.draft.value, 'another');
  });

  it('keeps the drafts of fifty conversations', () => {
    const { view } = open();
    for (let index = 0; index < 60; index += 1) {
      view.belongTo(`c${index}`);
      view.write(`draft ${index}`);
    }
    view.belongTo('c10');
    assert.equal(view.draft.value, 'draft 10');
    view.belongTo('c0');
    assert.equal(view.draft.value, '');
  });

  it('keeps unfinished forms of the conversation until they are forgotten', () => {
    const { view, again } = open();
    view.belongTo('c1');
    view.saveForm('q1', { name: 'Ada', tags: ['a'] });
    view.saveForm('q2', { ok: true });
    view.forgetForm('q2');
    const later = again();
    assert.deepEqual([later.form('q1'), later.form('q2')], [{ name: 'Ada', tags: ['a'] }, undefined]);
    later.belongTo('c2');
    assert.equal(later.form('q1'), undefined);
  });

  const pasted = { kind: 'data', id: 'p', name: 'image.png' } as const;

  it('keeps what a sent message is being changed into with its conversation, until that ends', () => {
    const { view, again } = open();
    view.belongTo('c1');
    view.edits.begin('i1', 'good');
    view.edits.write('i1', 'better');
    view.edits.begin('i2', 'other');
    view.edits.end('i2');
    const later = again();
    later.belongTo('c1');
    assert.deepEqual(later.edits.all, { i1: { text: 'better', added: [] } });
    later.belongTo('c2');
    assert.deepEqual(later.edits.all, {});
    later.compose('c1', { text: '', attachments: [pasted], edit: 'i1' });
    later.compose('c1', { text: 'from the host' });
    later.belongTo('c1');
    assert.deepEqual(later.edits.all, { i1: { text: 'better', added: [pasted] } });
    assert.deepEqual([later.draft.value, later.attachments.value], ['from the host', []]);
  });

  it('reads an edit that an older version kept as a text, and nothing that makes no sense', () => {
    const { view } = open({ edits: { i1: 'better', i2: 7, i3: { text: 'more', added: [{ kind: 'odd' }] } } });
    assert.deepEqual(view.edits.all, { i1: { text: 'better', added: [] }, i3: { text: 'more', added: [] } });
  });

  it('goes on with an edit that Escape closed, and begins anew after Cancel', () => {
    const { view } = open();
    view.edits.begin('i1', 'good');
    view.edits.write('i1', 'better');
    view.edits.leave('i1');
    assert.equal(view.edits.of('i1'), undefined);
    view.edits.begin('i1', 'good');
    assert.equal(view.edits.of('i1')?.text, 'better');
    view.edits.end('i1');
    view.edits.begin('i1', 'good');
    assert.equal(view.edits.of('i1')?.text, 'good');
  });

  it('gives attachments of an edit that has ended to the draft, and problems with them, too', () => {
    const { view } = open();
    view.belongTo('c1');
    view.edits.begin('i1', 'good');
    view.compose('c1', { text: '', attachments: [pasted], edit: 'i1' });
    assert.deepEqual([view.edits.of('i1')?.added, view.attachments.value], [[pasted], []]);
    view.compose('c1', { text: '', problem: 'The diagram is too large.', edit: 'i1' });
    assert.equal(view.problem.value, 'The diagram is too large.');
    view.edits.end('i1');
    view.compose('c1', { text: '', attachments: [pasted], edit: 'i1' });
    assert.deepEqual(view.attachments.value, [pasted]);
  });

  it('keeps the place of the caret with each draft, also for a page that is made anew', () => {
    const { view, again } = open();
    view.belongTo('c1');
    view.write('one two');
    view.select([3, 5]);
    assert.deepEqual(again().selected, [3, 5]);
    view.belongTo('c2');
    assert.equal(view.selected, undefined);
    view.belongTo('c1');
    assert.deepEqual(view.selected, [3, 5]);
    assert.equal(open({ draft: 'a', selected: ['x'] }).view.selected, undefined);
  });

  it('starts empty when what was kept makes no sense', () => {
    const { view } = open({ draft: 7, open: 'all' });
    assert.equal(view.draft.value, '');
    assert.equal(view.isOpen('all').value, false);
  });

  it('puts text from the host into the composer and wants the keyboard', () => {
    const { view } = open();
    view.belongTo('c1');
    view.compose('c1', { text: 'from the host' });
    assert.equal(view.draft.value, 'from the host');
    assert.equal(view.focusWanted.value, 1);
  });

  it('puts text for a conversation that it does not show yet into the draft of that one, and leaves the one that is there', () => {
    const note = { kind: 'resource', server: 's', uri: 'memo://note', name: 'note' } as const;
    const { view, again } = open();
    view.belongTo('c1');
    view.write('half a thought');
    view.compose('c2', { text: 'went back to', attachments: [note, note], problem: 'It is gone.' });
    assert.deepEqual([view.draft.value, view.attachments.value], ['half a thought', []]);
    assert.equal(view.focusWanted.value, 0);
    const later = again();
    view.belongTo('c2');
    assert.deepEqual(
      [view.draft.value, view.attachments.value, view.problem.value],
      ['went back to', [note], 'It is gone.'],
    );
    assert.equal(view.focusWanted.value, 1);
    view.belongTo('c1');
    assert.equal(view.draft.value, 'half a thought');
    assert.equal(view.focusWanted.value, 1);
    later.belongTo('c2');
    assert.equal(later.draft.value, 'went back to', 'the page was reloaded before it was shown');
  });

  it('puts text for the conversation before what was typed while nothing was known of it', () => {
    const { view } = open();
    view.write('typed early');
    view.compose('c1', { text: 'from the host' });
    view.compose('c2', { text: 'for another' });
    view.belongTo('c1');
    assert.equal(view.draft.value, 'from the host\n\ntyped early');
  });

  it('brings a message that was lost back to its own conversation, also when another one is shown first', () => {
    const { view, again } = open();
    view.belongTo('c1');
    view.sendDraft('lost');
    const later = again();
    later.bringBack('c2', [], []);
    later.belongTo('c2');
    assert.equal(later.draft.value, '');
    later.bringBack('c1', [], []);
    later.belongTo('c1');
    assert.equal(later.draft.value, 'lost');
  });

  it('never loses what the user has written', () => {
    assert.equal(composed('back', ''), 'back');
    assert.equal(composed('back', ' \n'), 'back');
    assert.equal(composed('back\n', 'draft'), 'back\n\ndraft');
    assert.equal(composed('back', 'back\n\ndraft'), 'back\n\ndraft');
  });
});

/** The rows of the model pick. */
import assert from 'node:assert/strict';
import { modelRows, type Listed, type ModelSource } from '../../../src/editor/modelSelection/modelRows.ts';

const source = (title: string, more: Partial<ModelSource> = {}): ModelSource => ({
  title,
  current: undefined,
  ifNone: 'tell',
  list: async () => [],
  choose: async () => undefined,
  ...more,
});
const models = (...names: string[]): Listed => ({
  kind: 'models',
  models: names.map((name) => ({ name })),
});
const texts = (sources: Parameters<typeof modelRows>[0], typed = '') =>
  modelRows(sources, typed).map((row) => `${row.kind} ${row.label}`);

describe('the rows of the model pick', () => {
  it('stand under their source, and the chosen model says so only there', () => {
    const rows = modelRows(
      [
        { source: source('one', { current: 'a' }), listed: models('a', 'b') },
        { source: source('two'), listed: models('a') },
      ],
      '',
    );
    assert.deepEqual(
      rows.map((row) => [row.label, row.kind === 'model' ? row.description : row.kind]),
      [
        ['one', 'heading'],
        ['a', 'current'],
        ['b', ''],
        ['two', 'heading'],
        ['a', ''],
      ],
    );
  });

  it('say what people call a model, where that is another name', () => {
    const offered = [{ name: 'acme/a', title: 'Model A' }, { name: 'b', title: 'b' }, { name: 'c' }];
    const listed: Listed = { kind: 'models', models: offered };
    const rows = modelRows([{ source: source('one', { current: 'acme/a' }), listed }], '');
    assert.deepEqual(
      rows.flatMap((row) => (row.kind === 'model' ? [row.description] : [])),
      ['Model A · current', '', ''],
    );
  });

  it('say why a source has none, unless nobody has named that source', () => {
    const failed: Listed = { kind: 'failed', why: 'It is down.' };
    const rows = modelRows(
      [
        { source: source('one'), listed: failed },
        { source: source('two', { ifNone: 'omit' }), listed: failed },
        { source: source('three', { ifNone: 'omit' }), listed: models() },
        { source: source('four'), listed: { kind: 'waiting' } },
      ],
      '',
    );
    assert.deepEqual(rows, [
      { kind: 'heading', label: 'one' },
      { kind: 'note', label: 'No model list', detail: 'It is down.' },
    ]);
  });

  it('offer the model of the settings even if there is no list', () => {
    const named = source('one', { named: 'a' });
    const failed: Listed = { kind: 'failed', why: 'It is down.' };
    assert.deepEqual(texts([{ source: named, listed: failed }]), [
      'heading one',
      'note No model list',
      'model a',
    ]);
    assert.deepEqual(texts([{ source: named, listed: models('a', 'b') }]), [
      'heading one',
      'model a',
      'model b',
    ]);
  });

  it('take a typed name that no source lists, for each source of the settings', () => {
    const sources = [
      { source: source('one'), listed: models('a') },
      { source: source('two'), listed: models('b') },
      { source: source('three', { ifNone: 'omit' }), listed: models('d') },
    ];
    assert.deepEqual(texts(sources, 'b'), texts(sources));
    const typed = modelRows(sources, 'c').flatMap((row) =>
      row.kind === 'model' && row.isTyped ? [row] : [],
    );
    assert.deepEqual(
      typed.map(({ label, source: { title } }) => [label, title]),
      [
        ['c', 'one'],
        ['c', 'two'],
      ],
    );
  });

  it('leave out names that are invalid', () => {
    assert.deepEqual(texts([{ source: source('one'), listed: models('x'.repeat(201), 'a') }]), [
      'heading one',
      'model a',
    ]);
  });
});

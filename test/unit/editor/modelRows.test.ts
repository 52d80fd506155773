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

  it('say on a line of its own the window, the price and the abilities that are known, and leave out what does not chat', () => {
    const listed: Listed = {
      kind: 'models',
      models: [
        { name: 'a', contextWindow: 200_000, price: { input: 3, output: 15 }, canSee: true, canThink: true },
        { name: 'b', contextWindow: 8_192, price: { input: 0, output: 0 }, canCallTools: false },
        { name: 'c', canChat: false },
        { name: 'd', price: { input: 0.075, output: 0.3 } },
        { name: 'e', title: 'Auto', contextWindow: 2_000_000, price: 'varies' },
        { name: 'f' },
      ],
    };
    const [heading] = modelRows([{ source: source('one'), listed }], '');
    assert.equal(heading?.label, 'one · 1 model that does not chat is not listed');
    assert.deepEqual(
      modelRows([{ source: source('one'), listed }], '').flatMap((row) =>
        row.kind === 'model' ? [[row.description, row.detail]] : [],
      ),
      [
        ['', '200k tokens · $3 in, $15 out per million · images · thinking'],
        // The end of a narrow row is cut, so it begins with what is wrong with the model.
        ['', 'no tools · 8.2k tokens · free'],
        ['', '$0.075 in, $0.3 out per million'],
        ['Auto', '2.0M tokens · price varies'],
        ['', undefined],
      ],
    );
  });

  it('say why a source has none, unless nobody has named that source', () => {
    const failed: Listed = { kind: 'failed', why: 'It is down.' };
    const down = source('one');
    const rows = modelRows(
      [
        { source: down, listed: failed },
        { source: source('two', { ifNone: 'omit' }), listed: failed },
        { source: source('three', { ifNone: 'omit' }), listed: models() },
        { source: source('four'), listed: { kind: 'waiting' } },
      ],
      '',
    );
    assert.deepEqual(rows, [
      { kind: 'heading', label: 'one' },
      { kind: 'note', label: 'List the models again', detail: 'It is down.', source: down },
    ]);
  });

  it('offer the model of the settings even if there is no list', () => {
    const named = source('one', { named: 'a' });
    const failed: Listed = { kind: 'failed', why: 'It is down.' };
    assert.deepEqual(texts([{ source: named, listed: failed }]), [
      'heading one',
      'note List the models again',
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

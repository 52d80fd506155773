/** What turns have changed (src/editor/builtInTools/fileChanges.ts), and the least that has to be replaced. */
import assert from 'node:assert/strict';
import { changedLines } from '../../../src/tools/index.ts';
import { FileChanges } from '../../../src/editor/builtInTools/fileChanges.ts';
import { saveableChanges } from '../../../src/editor/builtInTools/fileChanges.ts';
import { lineDiff } from '../../../src/base/common/lineDiff.ts';
import { withoutPart } from '../../../src/editor/builtInTools/changeViews.ts';
import type { ChangedFile, ChangePart } from '../../../src/protocol/index.ts';

const edit = (label: string, before: string | undefined, after: string | undefined) => ({
  uri: `file:///${label}`,
  label,
  before,
  after,
});

describe('the changes of files', () => {
  const ofTurn = (changes: FileChanges, ...calls: string[]) => {
    const closed = changes.close(new Set(calls), 'talk');
    assert.ok(closed);
    return { ...closed, known: changes.of(closed.turn) };
  };

  it('have the encoding and line ends of the first text before and of the last after', () => {
    const [first, between, last] = [
      { encoding: 'utf16le', lineEnds: 'w' },
      { encoding: 'utf8', lineEnds: 'nwn' },
      { encoding: 'utf8', lineEnds: 'n' },
    ];
    const changes = new FileChanges();
    changes.addEdit('1', { ...edit('a', 'one', 'two'), beforeForm: first, afterForm: between });
    changes.addEdit('2', { ...edit('a', 'two', 'three'), beforeForm: between, afterForm: last });
    const [changed] = ofTurn(changes, '1', '2').known ?? [];
    assert.deepEqual([changed?.beforeForm, changed?.afterForm], [first, last]);
  });

  it('are put together by turn: each file from what it was to what was left', () => {
    const changes = new FileChanges();
    changes.addEdit('1', edit('a', 'one', 'two'));
    changes.addEdit('other', edit('a', 'two', 'three'));
    changes.addEdit('2', edit('b', undefined, 'new'));
    changes.addEdit('3', edit('b', 'new', 'newer'));
    const { files, turn, known } = ofTurn(changes, '1', '2', '3');
    assert.deepEqual(files, ['a', 'b']);
    assert.deepEqual(known, [
      { ...edit('a', 'one', 'two'), madeFolders: undefined, standing: 'made' },
      { ...edit('b', undefined, 'newer'), beforeForm: undefined, madeFolders: undefined, standing: 'made' },
    ]);
    assert.deepEqual(changes.stateOf(turn), { status: 'made' });
    assert.deepEqual(ofTurn(changes, 'other').files, ['a']);
  });

  it('name all folders that were made for a file, once, also where snapshots have compared it', () => {
    const changes = new FileChanges();
    const made = { ...edit('a', undefined, 'one'), madeFolders: ['/x/y', '/x'] };
    changes.addEdit('1', made);
    changes.addEdit('2', edit('a', 'one', 'two'));
    changes.addEdit('3', { ...edit('a', 'two', 'three'), madeFolders: ['/x'] });
    assert.deepEqual(ofTurn(changes, '1', '2', '3').known?.[0]?.madeFolders, ['/x/y', '/x']);
    changes.addEdit('4', made);
    const seen = { ...edit('a', undefined, 'one'), standing: 'made' } as const;
    const turn = changes.close(new Set(['4']), 'talk', { files: [seen], covers: () => true })?.turn ?? '';
    assert.deepEqual(changes.of(turn)?.[0]?.madeFolders, ['/x/y', '/x']);
  });

  it('are empty if a turn undid its own change, or changed nothing', () => {
    const changes = new FileChanges();
    changes.addEdit('1', edit('a', 'one', 'two'));
    changes.addEdit('2', edit('a', 'two', 'one'));
    assert.equal(changes.close(new Set(['1', '2']), 'talk'), undefined);
    assert.equal(changes.close(new Set(), 'talk'), undefined);
  });

  it('are those of the end of the turn, where something else has deleted what a call wrote', () => {
    const changes = new FileChanges(undefined, undefined, () => false);
    changes.addEdit('1', edit('scratch', undefined, 'one'));
    changes.addEdit('2', edit('scratch', 'one', 'two'));
    assert.equal(changes.close(new Set(['1', '2']), 'talk'), undefined);
    changes.addEdit('3', edit('old', 'one', 'two'));
    const { views, known } = ofTurn(changes, '3');
    assert.deepEqual(
      [views?.[0]?.change, known?.[0]?.before, known?.[0]?.after],
      ['deleted', 'one', undefined],
    );
  });

  it('of files without texts say what became of them, and leave out one that was made and deleted', () => {
    const changes = new FileChanges();
    const noted = (label: string, change: 'created' | 'deleted') => ({
      ...edit(label, undefined, undefined),
      change,
    });
    changes.addEdit('1', noted('old.png', 'deleted'));
    changes.addEdit('1', noted('new.png', 'created'));
    changes.addEdit('2', noted('new.png', 'deleted'));
    changes.addEdit('2', noted('last.png', 'created'));
    const { views } = ofTurn(changes, '1', '2');
    assert.deepEqual(
      views?.map(({ label, change, standing }) => `${change} ${label} ${standing}`),
      ['deleted old.png unkept', 'created last.png unkept'],
    );
  });

  it('say what was not compared, also where no other change was found', () => {
    const changes = new FileChanges();
    const observed = { files: [], covers: () => false, notCompared: ['big'] };
    assert.deepEqual(changes.close(new Set(), 'talk', observed)?.notCompared, ['big']);
    changes.addEdit('1', edit('a', 'one', 'two'));
    const closed = changes.close(new Set(['1']), 'talk', observed);
    assert.deepEqual([closed?.files, closed?.notCompared], [['a'], ['big']]);
  });

  it('are mixed where others changed the file in between, also if it came out the same', () => {
    const changes = new FileChanges();
    changes.addEdit('1', edit('a', 'one', 'two'));
    changes.addEdit('2', edit('a', 'two, and mine', 'three, and mine'));
    changes.addEdit('3', edit('a', 'three, and mine', 'one'));
    assert.equal(ofTurn(changes, '1', '2', '3').known?.[0]?.standing, 'mixed');
  });

  it('are undone but for those that were left', () => {
    const changes = new FileChanges();
    changes.addEdit('1', edit('a', 'one', 'two'));
    changes.addEdit('1', edit('b', 'one', 'two'));
    const { turn, known = [] } = ofTurn(changes, '1');
    const [first] = known;
    assert.ok(first);
    changes.recordUndo(turn, [{ ...first, standing: 'undone' }]);
    assert.deepEqual(changes.stateOf(turn), { status: 'undone', left: 1 });
  });

  it('are forgotten, the oldest first, when they are too much; the newest never', () => {
    const changes = new FileChanges(undefined, 10);
    const [old, late] = ['1', '2'].map((call) => {
      changes.addEdit(call, edit('a', 'x'.repeat(20), call));
      return ofTurn(changes, call).turn;
    });
    assert.equal(changes.stateOf(old ?? ''), undefined);
    assert.deepEqual(changes.stateOf(late ?? ''), { status: 'made' });
  });
});

describe('the parts of a changed file', () => {
  const file = (before: string, after: string): ChangedFile => ({
    ...edit('a', before, after),
    standing: 'made',
  });
  const partsOf = ({ before, after }: ChangedFile): readonly ChangePart[] =>
    (lineDiff(before, after ?? '')?.hunks ?? []).map(({ oldStart, newStart, lines }) => ({
      oldStart,
      newStart,
      lines: lines.length,
    }));
  const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index}`);

  it('are undone and kept one by one, and nothing else changes', () => {
    const before = numbered(40);
    const after = before.toSpliced(2, 1, 'new', 'newer').toSpliced(20, 2).toSpliced(36, 0, 'late');
    const changed = file(`${before.join('\n')}\n`, `${after.join('\n')}\n`);
    const [first, second, third] = partsOf(changed);
    assert.ok(first && second && third);
    assert.equal(
      withoutPart(changed, second, 'undo')?.after,
      `${before.toSpliced(2, 1, 'new', 'newer').toSpliced(38, 0, 'late').join('\n')}\n`,
    );
    const kept = withoutPart(changed, first, 'keep');
    assert.equal(kept?.before, `${before.toSpliced(2, 1, 'new', 'newer').join('\n')}\n`);
    assert.equal(kept.after, changed.after);
    assert.equal(withoutPart(changed, { ...first, lines: first.lines + 1 }, 'undo'), undefined);
  });

  it('make the whole when all are undone or kept, whatever the line ends', () => {
    const random = (seed: number): (() => number) => {
      let state = seed;
      return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    };
    for (let seed = 1; seed <= 200; seed += 1) {
      const next = random(seed * 7_919);
      const before = numbered(Math.floor(next() * 60));
      const after = before.flatMap((line) => (next() < 0.1 ? (next() < 0.5 ? [] : [line, 'more']) : [line]));
      const end = (): string => (next() < 0.5 ? '\n' : '');
      const texts = [before.join('\n') + end(), after.join('\n') + end()] as const;
      for (const action of ['undo', 'keep'] as const) {
        let changed = file(...texts);
        for (let part = partsOf(changed).at(0); part; part = partsOf(changed).at(0)) {
          const decided = withoutPart(changed, part, action) ?? assert.fail();
          assert.notDeepEqual([decided.before, decided.after], [changed.before, changed.after]);
          changed = file(decided.before, decided.after);
        }
        const whole = action === 'undo' ? texts[0] : texts[1];
        assert.deepEqual([changed.before, changed.after], [whole, whole], `seed ${seed}`);
      }
    }
  });
});

describe('the changes of files that may be kept', () => {
  const file = (label: string, before: string | undefined, after: string | undefined): ChangedFile => ({
    ...edit(label, before, after),
    standing: 'made',
  });
  const unkept = (label: string, change: ChangedFile['change'] = 'edited'): ChangedFile => ({
    ...file(label, undefined, undefined),
    standing: 'unkept',
    change,
  });
  const asIs = (text: string): string => text;

  it('are all of them, as a rule', () => {
    const files = [file('a', 'one', 'two'), file('b', undefined, 'new')];
    assert.deepEqual(saveableChanges(files, asIs), files);
  });

  it('are those without a secret, before or after', () => {
    const redact = (text: string): string => text.replaceAll('hunter22', '***');
    const [a, b, c] = [
      file('a', 'hunter22', 'x'),
      file('b', 'one', 'two'),
      file('c', undefined, 'the hunter22'),
    ] as const;
    assert.deepEqual(saveableChanges([a, b, c], redact), [unkept('a'), b, unkept('c', 'created')]);
    assert.equal(saveableChanges([a, c], redact), undefined);
  });

  it('are those without a secret in UTF-8, where a file was read one byte at a time', () => {
    const redact = (text: string): string => text.replaceAll('jäger22', '***');
    const bytewise = (text: string): string => Buffer.from(text).toString('latin1');
    const form = { encoding: 'iso88591', lineEnds: 'n' };
    const a: ChangedFile = { ...file('a', bytewise('key jäger22'), 'x'), beforeForm: form };
    const b: ChangedFile = { ...file('b', bytewise('key jäger'), 'x'), beforeForm: form };
    assert.deepEqual(saveableChanges([a, b], redact), [unkept('a'), b]);
  });

  it('are those of a size, and all together', () => {
    const large = 'x'.repeat(600_000);
    const most = Array.from({ length: 16 }, (_, index) => file(String(index), undefined, large));
    const small = file('small', 'one', 'two');
    assert.deepEqual(saveableChanges([file('a', large, large), small], asIs), [unkept('a'), small]);
    assert.deepEqual(saveableChanges([...most, file('late', undefined, large), small], asIs), [
      ...most,
      unkept('late', 'created'),
      small,
    ]);
  });
});

describe('the lines that differ', () => {
  const apply = (from: string, to: string): string => {
    const { startLine, endLine, endCharacter, text } = changedLines(from, to);
    const lines = from.split('\n');
    const offset = (line: number): number => lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0);
    return from.slice(0, offset(startLine)) + text + from.slice(offset(endLine) + endCharacter);
  };

  for (const [from, to] of [
    ['a\nb\nc', 'a\nx\nc'],
    ['a\nb\nc', 'a\nb\nnew\nc'],
    ['a\nb\nc\n', 'a\nc\n'],
    ['', 'a\nb\n'],
    ['a\nb\n', ''],
    ['a\na\na', 'a\na'],
    ['same\n', 'same\n'],
    ['😀', '😁'],
  ] as const)
    it(`make ${JSON.stringify(to)} of ${JSON.stringify(from)}`, () => {
      assert.equal(apply(from, to), to);
    });

  it('are as few as possible', () => {
    assert.deepEqual(changedLines('a\nb\nc\nd', 'a\nb\nx\nd'), {
      startLine: 2,
      endLine: 2,
      endCharacter: 1,
      text: 'x',
    });
  });
});

/** Which sources of diagrams are drawn at all. */
import assert from 'node:assert/strict';
import { problemOf, withoutSettings } from '../../../src/webview/markdown/diagramSource.ts';
import { processorTime } from '../../fixtures/processorTime.ts';

describe('the source of a diagram', () => {
  it('is drawn when its kind is known and it is small', () => {
    const sources = [
      'graph TD\n  a --> b',
      '%% a comment\n\nflowchart LR\n  a["Größe & Maß"] --> b',
      '---\ntitle: Plan\n---\nsequenceDiagram\n  a->>b: x',
      '%%{init: {\n"theme": "dark"\n}}%%\nstateDiagram-v2\n  [*] --> a',
      'pie showData\n  "a" : 1',
    ];
    for (const source of sources) assert.equal(problemOf(source), undefined, source);
  });

  it('is refused when its kind is not known, or hidden', () => {
    for (const source of [
      '',
      'mindmap\n  root',
      'flowcharts',
      'block-beta\ncolumns 3',
      '---\n---\n---\n---\npie',
    ])
      assert.equal(problemOf(source), 'unknownKind', source);
  });

  it('is refused for what loads something, is HTML, or repeats by a number', () => {
    const sources = [
      'flowchart LR\na@{ img: "x" }',
      'flowchart LR\na["$$x$$"]',
      'gantt\n  excludes weekends',
      'gantt\ntickInterval 1millisecond',
      'flowchart LR\n%%%%{a}%%{init: {}}%%\na %%{init: {',
    ];
    for (const source of sources) assert.equal(problemOf(source), 'unsupported', source);
  });

  it('is refused when it is too large in any way', () => {
    const sources = [
      `pie\n"${'a '.repeat(3_000)}"`,
      `pie${'\n'.repeat(251)}`,
      `flowchart LR\n${'a;'.repeat(401)}`,
      `flowchart LR\na["${'w'.repeat(121)}"]`,
    ];
    for (const source of sources) assert.equal(problemOf(source), 'tooLarge', source.slice(0, 40));
  });

  it('loses its settings wherever they stand', () => {
    assert.equal(
      withoutSettings(
        '---\nconfig:\n  htmlLabels: true\n---\n%%{init: {\n"a": 1}}%%\npie\n%%{wrap}%%\n"a" : 1',
      ).replaceAll(/\n+/g, ' '),
      'pie "a" : 1',
    );
  });

  it('is looked at in time that grows with its length', () => {
    const used = processorTime();
    for (const piece of ['%%{', '%%{}%%', '\n', ' ', '---\n', 'a '])
      problemOf(`pie\n${piece.repeat(6_000 / piece.length)}`.slice(0, 6_000));
    assert.ok(used() < 1_000, `${used()} ms`);
  });
});

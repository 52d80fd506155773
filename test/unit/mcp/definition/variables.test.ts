/** How variables stand in a text (src/mcp/definition/variables.ts). */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { processorTime } from '../../../fixtures/processorTime.ts';
import { fillTemplate, parseTemplate, type Variable } from '../../../../src/mcp/definition/variables.ts';

const fill = (
  text: string,
  valueOf: (variable: Variable) => string = ({ text: id }) => `<${id.slice(2, -1)}>`,
) => fillTemplate(parseTemplate(text), valueOf);

describe('variables in a text', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['alone', '${userHome}', '<userHome>'],
    ['amid other text', 'a ${env:X} b ${input:y}', 'a <env:X> b <input:y>'],
    ['with an argument that holds a colon', '${workspaceFolder:a:b}', '<workspaceFolder:a:b>'],
    ['inside braces', '{"a": "${x}"}', '{"a": "<x>"}'],
    ['with braces inside', '${env:{a}}', '<env:{a}>'],
    ['nested, which is one unknown variable', '${env:${x}}', '<env:${x}>'],
    ['never closed, so not a variable', 'a ${b', 'a ${b'],
    ['escaped', '$${env:X}', '${env:X}'],
    ['after an escaped dollar', '$$${x}', '$<x>'],
    ['a dollar without a brace', '$HOME $$ {x}', '$HOME $$ {x}'],
    ['an escape without an end', '$${b', '$${b'],
    ['without a name', '${}', '<>'],
    ['nothing', '', ''],
  ];
  for (const [what, text, expected] of cases) it(what, () => assert.equal(fill(text), expected));

  it('leaves any text without ${ as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.includes('${'));
        assert.equal(fill(text), text);
      }),
    );
  });

  it('puts any value in unharmed, and does not look into it', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('${env:X}', '$&', '$1', '\\"\n'),
    );
    fc.assert(
      fc.property(anything, anything, (value, other) => {
        const values: Record<string, string> = { '${a}': value, '${b}': other };
        assert.equal(
          fill('${a}-${b}-${a}', ({ text }) => values[text] ?? ''),
          `${value}-${other}-${value}`,
        );
      }),
    );
  });

  it('can write any text literally by doubling the dollars before a brace', () => {
    const text = fc.array(fc.constantFrom('$', '{', '}', 'a', ':')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (wanted) => {
        const closed = `${wanted}${'}'.repeat(20)}`;
        const escaped = closed.replace(/\$+(?=\{)/g, (dollars) => dollars + dollars);
        fc.pre(wanted.length < 20);
        assert.equal(fill(escaped), closed);
      }),
    );
  });

  it('are found in time that grows with the text alone, in a text of nothing but beginnings', () => {
    for (const text of ['$', '${', '$$', '${env:']) {
      const written = text.repeat(100_000 / text.length);
      const time = processorTime();
      assert.deepEqual(parseTemplate(written), [written]);
      assert.ok(time() < 1_000, `${Math.round(time())} ms: ${text}`);
    }
  });
});

/** The check of filled-in forms: what is sent, what is not, and what the user is told. */
import assert from 'node:assert/strict';
import { checkAnswer, readable } from '../../../../src/agent/index.ts';
import { questionOf } from '../../../../src/mcp/index.ts';
import type { Field } from '../../../../src/protocol/index.ts';
import { everythingForm } from '../../mcp/everythingForm.ts';

const base = { name: 'x', title: 'X', required: false };
const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));

/** The value that is sent, or the problem in words, or nothing. */
function sent(field: Field, value: unknown): unknown {
  const checked = checkAnswer([field], { x: value });
  return checked.ok ? checked.content['x'] : checked.problems[0]?.message;
}

describe('the check of an answer', () => {
  it('takes the whole form of server-everything', () => {
    const verdict = questionOf('demo', { message: 'm', requestedSchema: everythingForm });
    assert.ok(verdict.ok && verdict.question.kind === 'form');
    const { fields } = verdict.question;
    const content = {
      name: 'Ada',
      check: true,
      firstLine: 'Call me Ishmael.',
      email: 'ada@example.com',
      homepage: 'https://example.com/ada',
      birthdate: '1815-12-10',
      integer: 7,
      number: 2.5,
      untitledSingleSelectEnum: 'Joey',
      untitledMultipleSelectEnum: ['Piano', 'Bass'],
      titledSingleSelectEnum: 'hero-2',
      titledMultipleSelectEnum: ['fish-3'],
      legacyTitledEnum: 'pet-4',
    };
    const typed = { ...content, integer: ' 7 ', number: '2.5', extra: 'x' };
    assert.deepEqual(checkAnswer(fields, typed), { ok: true, content });
    const shown = new Map(readable(fields, content).map(({ label, text }) => [label, text]));
    assert.equal(shown.get('Boolean'), 'Yes');
    assert.equal(shown.get('Titled Single Select Enum'), 'Green Lantern');
    assert.equal(shown.get('Untitled Multiple Select Enum'), 'Piano, Bass');
  });

  it('says what is wrong at each field, in their order', () => {
    const fields: readonly Field[] = [
      { kind: 'text', name: 'a', title: 'A', required: true },
      { kind: 'number', name: 'b', title: 'B', required: false, integer: true },
    ];
    assert.deepEqual(checkAnswer(fields, { b: 'x' }), {
      ok: false,
      problems: [
        { name: 'a', message: 'A value is required.' },
        { name: 'b', message: 'Enter a whole number.' },
      ],
    });
  });

  it('leaves empty optional fields out, but not boxes without a tick', () => {
    assert.equal(sent({ ...base, kind: 'text', minLength: 3 }, ''), undefined);
    assert.equal(sent({ ...base, kind: 'number', integer: false }, ' '), undefined);
    assert.equal(sent({ ...base, kind: 'choice', options }, ''), undefined);
    assert.equal(sent({ ...base, kind: 'choices', options, minItems: 2 }, []), undefined);
    assert.equal(sent({ ...base, kind: 'boolean' }, undefined), false);
  });

  it('knows the limits, which include their ends', () => {
    const text: Field = { ...base, kind: 'text', minLength: 2, maxLength: 3 };
    assert.equal(sent(text, '😀'), 'Enter at least 2 characters.');
    assert.equal(sent(text, '😀😀😀'), '😀😀😀');
    assert.match(String(sent(text, 'abcd')), /at most 3 characters. The text has 4/);
    const number: Field = { ...base, kind: 'number', integer: false, minimum: -1, maximum: 1 };
    assert.equal(sent(number, '-1'), -1);
    assert.equal(sent(number, '1e0'), 1);
    for (const wrong of ['1.01', '-2']) assert.equal(sent(number, wrong), 'Enter a number from -1 to 1.');
    for (const wrong of ['0x1', 'Infinity', '1,5', '.', 'one'])
      assert.equal(sent(number, wrong), 'Enter a number, such as 3.14.');
    for (const wrong of ['1.5', '1e30'])
      assert.equal(sent({ ...base, kind: 'number', integer: true }, wrong), 'Enter a whole number.');
    const choices: Field = { ...base, kind: 'choices', options, minItems: 2, maxItems: 2 };
    assert.equal(sent(choices, ['a']), 'Choose at least 2.');
    assert.equal(sent(choices, ['a', 'b', 'c']), 'Choose at most 2.');
    assert.deepEqual(sent(choices, ['c', 'a']), ['a', 'c']);
    assert.equal(sent({ ...base, required: true, kind: 'choices', options }, []), 'Choose at least 1.');
  });

  it('knows the formats', () => {
    const cases = {
      email: [
        ['a@b.example', ' a.b+c@d.e.example '],
        ['a', 'a@b', 'a b@c.example', 'a@b..c'],
      ],
      uri: [
        ['https://a.example/x?y#z', 'urn:isbn:1'],
        ['a.example', '/x', 'https://a b'],
      ],
      date: [
        ['2024-02-29', '1815-12-10'],
        ['2023-02-29', '10.12.1815', '2024-2-9', '2024-13-01'],
      ],
      'date-time': [
        ['2024-02-29T23:59:59Z', '2024-01-01T00:00:00.5+02:00'],
        ['2024-01-01', '2024-01-01T00:00', '2024-01-01T24:00:00Z', '2023-02-29T00:00:00Z', '2024-01-01 0:0Z'],
      ],
    } as const;
    for (const [format, [right, wrong]] of Object.entries(cases)) {
      const field: Field = { ...base, kind: 'text', format: format as keyof typeof cases };
      for (const text of right) assert.equal(sent(field, text), text.trim(), `${format} ${text}`);
      for (const text of wrong) assert.match(String(sent(field, text)), /^Enter/, `${format} ${text}`);
    }
  });

  it('trusts nothing that a page sends', () => {
    const choice: Field = { ...base, required: true, kind: 'choice', options };
    for (const wrong of ['z', ['a'], 5, null, { toString: () => 'a' }])
      assert.equal(sent(choice, wrong), 'Choose one of the options.');
    assert.deepEqual(sent({ ...base, kind: 'choices', options }, ['a', 'evil', 'a']), ['a']);
    assert.equal(sent({ ...base, kind: 'boolean' }, 'true'), false);
    assert.equal(sent({ ...base, kind: 'text' }, 'x'.repeat(100_001)), 'The text is too long.');
    for (const values of [undefined, null, 'x', []])
      assert.deepEqual(checkAnswer([{ ...base, kind: 'text' }], values), { ok: true, content: {} });
    const inherited: Field = { ...base, name: 'toString', kind: 'text', required: true };
    assert.equal(checkAnswer([inherited], {}).ok, false);
    const odd: Field = { ...base, name: '__proto__', kind: 'text' };
    const checked = checkAnswer([odd], JSON.parse('{"__proto__":"v"}'));
    assert.ok(checked.ok && JSON.stringify(checked.content) === '{"__proto__":"v"}');
  });

  it('does not show secrets again', () => {
    const secret: Field = { ...base, kind: 'text', secret: true };
    assert.deepEqual(readable([secret], { x: 'hunter2' }), [{ label: 'X', text: '••••••' }]);
  });
});

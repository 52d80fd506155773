/**
 * The issue forms have the syntax that GitHub takes: a form with an error is not offered, and nobody is told.
 * https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema
 */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';

const id = z.string().regex(/^[\w-]+$/);
const text = z.string().min(1);
const described = { label: text, description: text.optional() };
const validations = z.strictObject({ required: z.boolean() }).optional();
const written = { ...described, placeholder: text.optional(), value: text.optional() };

const element = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: text }) }),
  z.strictObject({ type: z.literal('input'), id, attributes: z.strictObject(written), validations }),
  z.strictObject({
    type: z.literal('textarea'),
    id,
    attributes: z.strictObject({ ...written, render: text.optional() }),
    validations,
  }),
  z.strictObject({
    type: z.literal('dropdown'),
    id,
    attributes: z.strictObject({
      ...described,
      multiple: z.boolean().optional(),
      options: z.array(text).min(1),
    }),
    validations,
  }),
  z.strictObject({
    type: z.literal('checkboxes'),
    id,
    attributes: z.strictObject({
      ...described,
      options: z.array(z.strictObject({ label: text, required: z.boolean().optional() })).min(1),
    }),
  }),
]);

const form = z.strictObject({
  name: text,
  description: text,
  labels: z.array(text).optional(),
  body: z.array(element).refine((body) => body.some(({ type }) => type !== 'markdown'), 'asks nothing'),
});

const config = z.strictObject({ blank_issues_enabled: z.boolean() });

/** Throws where a form is not as GitHub wants it: also if two elements have one id or one label. */
function check(source: string): void {
  const { body } = form.parse(parse(source));
  for (const values of [
    body.flatMap((item) => ('id' in item ? [item.id] : [])),
    body.flatMap(({ attributes }) => ('label' in attributes ? [attributes.label] : [])),
  ])
    assert.deepEqual(values, [...new Set(values)], 'twice');
}

describe('the issue forms', () => {
  it('are valid', async () => {
    let forms = 0;
    for await (const file of glob('.github/ISSUE_TEMPLATE/*.yml')) {
      const source = await readFile(file, 'utf8');
      if (file.endsWith('config.yml')) config.parse(parse(source));
      else {
        check(source);
        forms += 1;
      }
    }
    assert.ok(forms >= 2);
  });

  it('would be found invalid without a label, with an unknown type or key, or with one id twice', () => {
    const withBody = (body: string) => `name: a\ndescription: b\nbody:\n${body}`;
    const input = '  - type: input\n    id: x\n    attributes: { label: X }\n';
    check(withBody(input));
    for (const body of [
      '  - type: input\n    id: x\n    attributes: {}\n',
      '  - type: number\n    id: x\n    attributes: { label: X }\n',
      input.replace('label: X', 'label: X, hint: Y'),
      '  - type: markdown\n    attributes: { value: x }\n',
      input + input,
    ])
      assert.throws(() => check(withBody(body)));
  });
});

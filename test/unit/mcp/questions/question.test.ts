/** What becomes of `elicitation/create`: every kind of field, and what is refused or made harmless. */
import assert from 'node:assert/strict';
import { questionOf } from '../../../../src/mcp/index.ts';
import type { Field } from '../../../../src/protocol/index.ts';
import { everythingForm } from '../everythingForm.ts';

function fieldsOf(properties: object, required: readonly string[] = []): readonly Field[] {
  const verdict = questionOf('demo', {
    message: 'Please',
    requestedSchema: { type: 'object', properties, required },
  });
  assert.ok(verdict.ok && verdict.question.kind === 'form');
  return verdict.question.fields;
}

function refusal(params: unknown): string | undefined {
  const verdict = questionOf('demo', params);
  return verdict.ok ? undefined : verdict.why;
}

const refusedField = (schema: unknown): string | undefined =>
  refusal({ message: 'm', requestedSchema: { type: 'object', properties: { x: schema } } });

describe('a form that a server asks for', () => {
  it('has every kind of field of server-everything', () => {
    const fields = fieldsOf(everythingForm.properties, everythingForm.required);
    const byName = new Map(fields.map((field) => [field.name, field]));
    assert.equal(fields.length, 13);
    assert.deepEqual(byName.get('name'), {
      name: 'name',
      kind: 'text',
      title: 'String',
      description: 'Your full, legal name',
      required: true,
    });
    assert.equal(byName.get('check')?.kind, 'boolean');
    assert.equal(byName.get('firstLine')?.default, 'It was a dark and stormy night.');
    assert.deepEqual(
      fields.map((field) => (field.kind === 'text' ? field.format : undefined)).filter(Boolean),
      ['email', 'uri', 'date'],
    );
    assert.deepEqual(byName.get('integer'), {
      name: 'integer',
      kind: 'number',
      title: 'Integer',
      required: false,
      integer: true,
      minimum: 1,
      maximum: 100,
      default: 42,
    });
    assert.equal(byName.get('number')?.default, 3.14);
    assert.deepEqual(byName.get('untitledMultipleSelectEnum'), {
      name: 'untitledMultipleSelectEnum',
      kind: 'choices',
      title: 'Untitled Multiple Select Enum',
      required: false,
      options: ['Guitar', 'Piano', 'Violin', 'Drums', 'Bass'].map((value) => ({ value, label: value })),
      minItems: 1,
      maxItems: 3,
      default: ['Guitar'],
    });
    const labels = (name: string): string | undefined => {
      const field = byName.get(name);
      return field && 'options' in field ? field.options.map(({ label }) => label).join() : undefined;
    };
    assert.equal(labels('untitledSingleSelectEnum'), 'Monica,Rachel,Joey,Chandler,Ross,Phoebe');
    assert.equal(labels('titledSingleSelectEnum'), 'Superman,Green Lantern,Wonder Woman');
    assert.equal(labels('titledMultipleSelectEnum'), 'Tuna,Salmon,Trout');
    assert.equal(labels('legacyTitledEnum'), 'Cats,Dogs,Birds,Fish,Reptiles');
  });

  it('takes the name where there is no title, and drops defaults of another kind', () => {
    const fields = fieldsOf({
      a: { type: 'string', default: 5, minLength: '3', maxLength: 4 },
      b: { type: 'integer', default: 1.5 },
      c: { type: 'string', enum: ['x'], default: 'y' },
      d: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, default: ['z', 'y'] },
      e: { type: 'boolean', default: 'true' },
    });
    assert.deepEqual(
      fields.map(({ title, default: value }) => [title, value]),
      [
        ['a', undefined],
        ['b', undefined],
        ['c', undefined],
        ['d', ['y']],
        ['e', undefined],
      ],
    );
    assert.ok(fields[0]?.kind === 'text' && fields[0].maxLength === 4 && !('minLength' in fields[0]));
  });

  it('is refused as a whole when a field is of no known kind', () => {
    for (const schema of [
      { type: 'object', properties: {} },
      { type: 'array', items: { type: 'object' } },
      { type: 'array', items: { type: 'string' } },
      { type: ['string', 'null'] },
      { type: 'string', enum: [1, 2] },
      { type: 'string', enum: [] },
      { $ref: 'https://evil.example/schema.json' },
      null,
      'string',
    ])
      assert.match(refusedField(schema) ?? '', /"x" is not of a kind/);
    assert.match(refusal({ message: 'm', requestedSchema: { type: 'array' } }) ?? '', /type object/);
    assert.match(refusal({ message: 'm', requestedSchema: undefined }) ?? '', /type object/);
    assert.match(refusal({ requestedSchema: everythingForm }) ?? '', /message/);
    assert.match(refusal({ mode: 'video', message: 'm' }) ?? '', /mode/);
    assert.match(refusal('x') ?? '', /not an object/);
    const many = Object.fromEntries(Array.from({ length: 61 }, (_, i) => [`f${i}`, { type: 'boolean' }]));
    const requestedSchema = { type: 'object', properties: many };
    assert.match(refusal({ message: 'm', requestedSchema }) ?? '', /more than 60/);
  });

  it('has plain and bounded texts, and values as the server wrote them', () => {
    const [field] = fieldsOf({
      x: {
        type: 'string',
        title: '\u202eTitle\u0007\u200b',
        description: 'd'.repeat(5000),
        oneOf: [{ const: 'v\u200b', title: '' }],
      },
    });
    assert.ok(field?.kind === 'choice');
    assert.equal(field.title, 'Title');
    assert.equal(field.description?.length, 1000);
    assert.deepEqual(field.options, [{ value: 'v\u200b', label: 'v' }]);
    const verdict = questionOf('demo', {
      message: `a\n${'b'.repeat(9000)}`,
      requestedSchema: everythingForm,
    });
    assert.ok(verdict.ok);
    assert.equal(verdict.question.message.length, 4000);
    assert.ok(verdict.question.message.startsWith('a\nb'));
  });

  it('knows what looks like a secret', () => {
    const names = ['password', 'api_key', 'apiToken', 'maxTokens', 'name'];
    const fields = fieldsOf(Object.fromEntries(names.map((name) => [name, { type: 'string' }])));
    assert.deepEqual(
      fields.map((field) => field.kind === 'text' && field.secret === true),
      [true, true, true, false, false],
    );
  });
});

describe('a page that a server wants opened', () => {
  const page = (url: unknown): unknown => ({ mode: 'url', message: 'Sign in', url, elicitationId: 'e' });

  it('is shown with its real host', () => {
    const verdict = questionOf('demo', page('https://BÜCHER.example:8443/a?b=c%26d'));
    assert.deepEqual(verdict.ok && verdict.question, {
      kind: 'url',
      server: 'demo',
      message: 'Sign in',
      url: 'https://xn--bcher-kva.example:8443/a?b=c%26d',
      host: 'xn--bcher-kva.example:8443',
    });
  });

  it('is refused when it is no page of the web or hides its host', () => {
    for (const url of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'vscode://x/y',
      'command:evil',
      'https://bank.example@evil.example/',
      '/relative',
      undefined,
      `https://e.example/${'x'.repeat(5000)}`,
    ])
      assert.ok(refusal(page(url)), String(url));
  });
});

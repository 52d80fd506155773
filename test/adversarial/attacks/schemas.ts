/** Schemas of servers that are made to cost time or memory, or to make the editor fetch something. */
import type { Tool } from '@modelcontextprotocol/client';
import { OutputChecks } from '../../../src/mcp/catalog/schemaCheck.ts';
import { fitTool } from '../../../src/models/schema/fit.ts';
import { profileFor } from '../../../src/models/schema/profile.ts';
import type { AttackClass, Defence } from '../attack.ts';

const outputTime: Defence = {
  title: 'the time limit of checks of results',
  file: 'src/mcp/catalog/schemaCheck.ts',
  name: 'inTime',
  at: 'property timeout',
  as: '',
};
const outputDepth: Defence = {
  title: 'the depth of output schemas',
  file: 'src/mcp/catalog/schemaCheck.ts',
  name: 'checkSchema',
  at: 'condition depth',
  as: 'false',
};
const outputLength: Defence = {
  title: 'the length of output schemas',
  file: 'src/mcp/catalog/schemaCheck.ts',
  name: 'checkSchema',
  at: 'condition JSON',
  as: 'false',
};
const parts: Defence = {
  title: 'the number of parts that a schema may unfold to',
  file: 'src/models/schema/fitter.ts',
  name: 'SchemaFitter.expanded',
  at: 'if parts',
  as: '',
};
const circles: Defence = {
  title: 'references are followed once on each way',
  file: 'src/models/schema/references.ts',
  name: 'resolved',
  at: 'condition path',
  as: 'path.length > 40',
};
const ownProperties: Defence = {
  title: 'references lead to a schema’s own fields only',
  file: 'src/models/schema/references.ts',
  name: 'lookUp',
  at: 'call hasOwn',
  as: 'name in at',
};
const toolLength: Defence = {
  title: 'the length of a tool’s description for the model',
  file: 'src/models/schema/fit.ts',
  name: 'fittedTool',
  at: 'condition length',
  as: 'true',
};
const depth: Defence = {
  title: 'the depth of a schema for the model',
  file: 'src/models/schema/fitter.ts',
  name: 'SchemaFitter.fit',
  at: 'condition > .right',
  as: '10_000',
};
const descriptionLength: Defence = {
  title: 'the length of a description for the model',
  file: 'src/models/schema/fit.ts',
  name: 'fittedAt.description',
  as: '$1',
};

const profile = profileFor({ baseURL: 'http://127.0.0.1', model: 'm' });
const fitted = (inputSchema: Record<string, unknown>, description = '') =>
  fitTool({ name: 't', description, inputSchema }, profile);
const sent = (inputSchema: Record<string, unknown>): string => JSON.stringify(fitted(inputSchema));

/** What the log says of the check of one result. */
function checked(outputSchema: object, structuredContent: Record<string, unknown>): string {
  const log: string[] = [];
  const checks = new OutputChecks({ append: (_level, _from, text) => void log.push(text) });
  const tool = { name: 't', inputSchema: { type: 'object' }, outputSchema } as unknown as Tool;
  checks.check(tool, { content: [], structuredContent });
  return log.join('\n');
}

const deep = (levels: number, inner: object = { type: 'string' }): object =>
  levels === 0 ? inner : { type: 'object', properties: { a: deep(levels - 1, inner) } };

export const attacks: AttackClass = {
  title: 'Schemas',
  attacks: [
    {
      title: 'An output schema has a pattern that takes exponential time',
      defences: [outputTime],
      // It was not interrupted if a verdict was reached.
      succeeds: () =>
        checked(
          { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
          { a: `${'a'.repeat(27)}!` },
        ).includes('is not as announced'),
    },
    {
      title: 'An output schema’s pattern backtracks over alternatives that match the same',
      defences: [outputTime],
      succeeds: () =>
        checked(
          { type: 'object', properties: { a: { type: 'string', pattern: '^(a|a)*$' } } },
          { a: `${'a'.repeat(27)}!` },
        ).includes('is not as announced'),
    },
    {
      title: 'An output schema is nested hundreds of levels deep',
      defences: [outputDepth],
      succeeds: () => !checked(deep(100), { a: 1 }).includes('nested too deeply'),
    },
    {
      title: 'An output schema is megabytes long and is read with each result',
      defences: [outputLength],
      succeeds: () =>
        !checked({ type: 'object', description: 'x'.repeat(1_000_000) }, {}).includes('it is too long'),
    },
    {
      title: 'References unfold a small schema to millions of parts',
      defences: [parts],
      succeeds: () => {
        const levels = Array.from({ length: 6 }, (_, index): [string, object] => [
          `l${index}`,
          {
            type: 'object',
            properties: Object.fromEntries(
              Array.from({ length: 8 }, (__, at) => [
                `p${at}`,
                index === 5 ? {} : { $ref: `#/$defs/l${index + 1}` },
              ]),
            ),
          },
        ]);
        let lookUps = 0;
        const schema = {
          type: 'object',
          properties: { a: { $ref: '#/$defs/l0' } },
          get $defs() {
            lookUps += 1;
            return Object.fromEntries(levels);
          },
        };
        fitted(schema);
        return lookUps > 50_000;
      },
    },
    {
      title: 'allOf doubles a schema at each level',
      defences: [parts],
      succeeds: () => {
        const levels = Array.from({ length: 14 }, (_, index): [string, object] => [
          `l${index}`,
          index === 13
            ? { type: 'object' }
            : { allOf: [1, 2].map(() => ({ $ref: `#/$defs/l${index + 1}` })) },
        ]);
        const made = fitted({ allOf: [{ $ref: '#/$defs/l0' }], $defs: Object.fromEntries(levels) });
        return made.kind !== 'leftOut' || !/unfolds/.test(made.reason.english);
      },
    },
    {
      title: 'A schema refers to itself',
      defences: [circles],
      succeeds: () =>
        (sent({ type: 'object', properties: { a: { $ref: '#' } } }).match(/"a":\{/g) ?? []).length > 2,
    },
    {
      title: 'A schema refers to what every object inherits',
      defences: [ownProperties],
      succeeds: () =>
        !sent({ type: 'object', properties: { a: { $ref: '#/__proto__' } } }).includes('lies elsewhere'),
    },
    {
      title: 'A tool’s schema fills the model’s window',
      defences: [toolLength],
      succeeds: () => {
        const properties = Object.fromEntries(
          Array.from({ length: 100 }, (_, index) => [`p${index}`, { description: 'x'.repeat(2_000) }]),
        );
        return sent({ type: 'object', properties }).length > 64_000;
      },
    },
    {
      title: 'A tool’s schema is deeper than any endpoint takes, so that the request fails',
      defences: [depth],
      succeeds: () => (sent(deep(60) as Record<string, unknown>).match(/"a":\{/g) ?? []).length > 30,
    },
    {
      title: 'A tool’s description fills the model’s window',
      defences: [descriptionLength],
      succeeds: () => {
        const made = fitted({ type: 'object' }, 'x'.repeat(50_000));
        return made.kind === 'fitted' && made.description.length > 20_000;
      },
    },
  ],
};

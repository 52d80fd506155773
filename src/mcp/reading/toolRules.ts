/** Rules for the definition of a tool. */
import { isRecord, jsonObject } from '../../base/common/guards.ts';
import { icons } from './contentRules.ts';
import { filled, flag, list, object, oneOf, record, text, type Rule } from './rules.ts';

/** The type of a tool's arguments becomes `object`, whatever else the root of their schema says. */
const inputSchema: Rule = (value, place) => {
  // Some servers write the JSON of the schema as a text.
  const schema = typeof value === 'string' ? jsonObject(value) : value;
  return filled(
    object({ $schema: text, type: objectType, properties: record, required: list(onlyText) }),
    () => ({ type: 'object' }),
  )(isRecord(schema) ? schema : {}, place);
};
const objectType: Rule = (value) => {
  const words = Array.isArray(value) ? (value as unknown[]) : [value];
  if (words.includes('object')) return 'object';
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return word === 'object' || others.has(word) ? word : undefined;
};
/** Types that no arguments can have. Words of other languages, such as `dict`, mean an object. */
const others = new Set(['string', 'number', 'integer', 'boolean', 'array']);
export const onlyText: Rule = (value) => (typeof value === 'string' ? value : undefined);

/** The older revisions take only a schema of an object, for which the structured content is made an object, too. */
const outputSchema: Rule = (value, place) => {
  const schema = record(value, place);
  if (place.asked.isModern || !isRecord(schema)) return schema;
  const { type } = schema;
  const isOther = typeof type === 'string' && objectType(type, place) !== 'object';
  return isOther ? undefined : inputSchema(schema, place);
};

/** An entry that is no object stays, so that the catalog can tell about it. */
export const tool: Rule = (value, place) => (isRecord(value) ? knownTool(value, place) : value);
const knownTool = filled(
  object({
    title: text,
    description: text,
    icons,
    inputSchema,
    outputSchema,
    annotations: object({
      title: text,
      readOnlyHint: flag,
      destructiveHint: flag,
      idempotentHint: flag,
      openWorldHint: flag,
    }),
    execution: object({ taskSupport: oneOf('required', 'optional', 'forbidden') }),
    _meta: record,
  }),
  () => ({ inputSchema: { type: 'object' } }),
);

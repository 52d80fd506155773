/** An endpoint's eye: says what each kind of endpoint would refuse in a schema, independent of how it was fitted. */
type Fields = Readonly<Record<string, unknown>>;

/** Who looks at the schema. */
export type Judge = 'standard' | 'gemini' | 'plain';

const common = ['type', 'description', 'properties', 'required', 'items', 'enum'];
const limits = ['minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'maxLength', 'format', 'anyOf'];
const allowed: Record<Judge, ReadonlySet<string>> = {
  plain: new Set(common),
  gemini: new Set([...common, ...limits, 'nullable']),
  standard: new Set([
    ...common,
    ...limits,
    'additionalProperties',
    'default',
    'exclusiveMaximum',
    'exclusiveMinimum',
    'multipleOf',
    'pattern',
    'uniqueItems',
  ]),
};

const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean']);

/** Types whose schemas may have a keyword, in the Schema object of Gemini and Vertex AI. */
const typesWith: Readonly<Record<string, readonly string[]>> = {
  properties: ['object'],
  required: ['object'],
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  enum: ['string'],
  format: ['string'],
  minLength: ['string'],
  maxLength: ['string'],
  minimum: ['number', 'integer'],
  maximum: ['number', 'integer'],
};

/** All that is wrong with the parameters of a function, by place. Empty: they are accepted. */
export function refusals(parameters: unknown, judge: Judge): string[] {
  if (parameters === undefined) return judge === 'gemini' ? [] : ['no parameters'];
  const root = parameters as Fields;
  const problems = root['type'] === 'object' ? [] : ['the root is no object'];
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'enum', 'not', 'description'])
    if (keyword in root) problems.push(`${keyword} at the root`);
  return [...problems, ...of(parameters, judge, '#', 0)];
}

function of(schema: unknown, judge: Judge, at: string, depth: number): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [`${at}: no schema`];
  const fields = schema as Fields;
  const problems = Object.keys(fields)
    .filter((keyword) => !allowed[judge].has(keyword))
    .map((keyword) => `${at}: ${keyword}`);
  const { type, anyOf, items, properties, required, enum: values, additionalProperties: others } = fields;
  const isTyped = typeof type === 'string';
  if (depth > 25) problems.push(`${at}: too deep`);
  if (type !== undefined && !isTyped) problems.push(`${at}: type is no word`);
  if (!isTyped && anyOf === undefined && judge !== 'standard') problems.push(`${at}: no type`);
  if (judge === 'gemini' && anyOf !== undefined && Object.keys(fields).length > 1)
    problems.push(`${at}: more than anyOf`);
  if (type === 'array' && items === undefined) problems.push(`${at}: no items`);
  if (type === 'object' && properties === undefined && judge !== 'gemini')
    problems.push(`${at}: no properties`);
  if (isTyped && !types.has(type)) problems.push(`${at}: type ${type}`);
  if (judge === 'gemini') problems.push(...ofGemini(fields, at));
  const names = Object.keys(properties ?? {});
  if (properties !== undefined && names.length === 0 && judge === 'gemini')
    problems.push(`${at}: empty properties`);
  if (Array.isArray(required) && required.some((name) => !names.includes(String(name))))
    problems.push(`${at}: requires what is not there`);
  if (Array.isArray(values)) {
    if (values.length === 0) problems.push(`${at}: empty enum`);
    if (judge !== 'standard' && values.some((value) => typeof value !== 'string' || value === ''))
      problems.push(`${at}: enum of no strings`);
  }
  const { pattern } = fields;
  if (typeof pattern === 'string' && !/^\^[^]*\$$/.test(pattern))
    problems.push(`${at}: pattern without anchors`);
  if (typeof pattern === 'string' && pattern.includes('(?')) problems.push(`${at}: look-ahead`);
  for (const limit of ['maxLength', 'minLength', 'maxItems', 'minItems'])
    if (Number(fields[limit] ?? 0) > 1_000) problems.push(`${at}: huge ${limit}`);
  const inner: [string, unknown][] = [
    ...Object.entries(properties ?? {}),
    ...(Array.isArray(anyOf) ? anyOf.map((each, index): [string, unknown] => [`anyOf${index}`, each]) : []),
    ...(items === undefined ? [] : [['items', items] as [string, unknown]]),
    ...(typeof others === 'object' ? [['others', others] as [string, unknown]] : []),
  ];
  return [...problems, ...inner.flatMap(([name, each]) => of(each, judge, `${at}/${name}`, depth + 1))];
}

/** "format: only 'enum' and 'date-time' are supported for STRING type", and the like. */
function ofGemini(fields: Fields, at: string): string[] {
  const { type, format, nullable, description, required, enum: values, anyOf } = fields;
  const problems = Object.keys(fields)
    .filter((keyword) => typesWith[keyword]?.includes(String(type)) === false)
    .map((keyword) => `${at}: ${keyword} at type ${String(type)}`);
  if (format !== undefined && format !== 'date-time')
    problems.push(`${at}: format ${JSON.stringify(format)}`);
  if (nullable !== undefined && nullable !== true) problems.push(`${at}: nullable is no flag`);
  if (description !== undefined && typeof description !== 'string') problems.push(`${at}: no description`);
  if (anyOf !== undefined && !(Array.isArray(anyOf) && anyOf.length > 0)) problems.push(`${at}: empty anyOf`);
  for (const list of [required, values])
    if (list !== undefined && !(Array.isArray(list) && new Set(list).size === list.length))
      problems.push(`${at}: no list of different values`);
  for (const limit of ['minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'maxLength'])
    if (limit in fields && !Number.isFinite(fields[limit])) problems.push(`${at}: ${limit} is no number`);
  return problems;
}

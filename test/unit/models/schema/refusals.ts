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

/** All that is wrong with the parameters of a function, by place. Empty: they are accepted. */
export function refusals(parameters: unknown, judge: Judge): string[] {
  if (parameters === undefined) return judge === 'gemini' ? [] : ['no parameters'];
  const root = parameters as Fields;
  const problems = root['type'] === 'object' ? [] : ['the root is no object'];
  if ('anyOf' in root) problems.push('anyOf at the root');
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

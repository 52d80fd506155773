/**
 * Says in sentences what arguments lack, because the words of a validator name parts of schemas that neither a user nor
 * a model knows.
 */
import { isRecord } from '../base/common/guards.ts';
import { join, msg, type LocalizedMessage } from '../base/common/message.ts';
import { plainLabel } from '../base/common/text.ts';

type Schema = Readonly<Record<string, unknown>>;

const MAX_FAULTS = 4;
const MAX_DEPTH = 6;
/** Entries of a list that are looked at. */
const MAX_ENTRIES = 1_000;
const MAX_NAME = 80;
const MAX_NAMES = 20;

/** Returns a sentence for each of the first faults. It is empty if the schema is more than these sentences say. */
export function argumentFaults(schema: Schema, args: Schema): readonly LocalizedMessage[] {
  const faults: LocalizedMessage[] = [];
  collect(schema, args, { place: '', depth: 0 }, faults);
  return faults.slice(0, MAX_FAULTS);
}

/** Returns the names of the arguments that a schema has, for a sentence. */
export function argumentNames({ properties }: Schema): string {
  const names = isRecord(properties) ? Object.keys(properties) : [];
  const rest = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES).map(shownName), ...(rest > 0 ? ['…'] : [])].join(', ');
}

export function shownName(name: string): string {
  return plainLabel(name, MAX_NAME) ?? '?';
}

interface Where {
  /** Name of the value in the arguments, such as `steps[1].title`; empty for the arguments themselves. */
  readonly place: string;
  readonly depth: number;
}

function collect(schema: unknown, value: unknown, where: Where, faults: LocalizedMessage[]): void {
  if (!isRecord(schema) || where.depth > MAX_DEPTH || faults.length >= MAX_FAULTS) return;
  const place = where.place === '' ? msg('The list of arguments') : where.place;
  const kinds = [schema['type']].flat().filter((kind) => typeof kind === 'string');
  if (kinds.length > 0 && !kinds.some((kind) => isOfKind(value, kind))) {
    const named = kinds.slice(0, MAX_FAULTS).map(wordsFor);
    faults.push(msg('{0} must be {1}.', place, join(' / ', ...named)));
    return;
  }
  const { enum: choices } = schema;
  if (Array.isArray(choices) && !choices.some((choice) => choice === value)) {
    if (choices.every((choice) => typeof choice === 'string'))
      faults.push(
        msg('{0} must be one of: {1}.', place, choices.slice(0, MAX_NAMES).map(shownName).join(', ')),
      );
    return;
  }
  if (typeof value === 'string') ofText(schema, value, place, faults);
  else if (typeof value === 'number') ofNumber(schema, value, place, faults);
  else if (Array.isArray(value)) ofList(schema, value, where, faults);
  else if (isRecord(value)) ofObject(schema, value, where, faults);
}

type Place = string | LocalizedMessage;

function ofText(schema: Schema, { length }: string, place: Place, faults: LocalizedMessage[]): void {
  const { minLength, maxLength } = schema;
  if (typeof minLength === 'number' && length < minLength)
    faults.push(
      length === 0
        ? msg('{0} must not be empty.', place)
        : msg('{0} must have at least {1} characters.', place, minLength),
    );
  if (typeof maxLength === 'number' && length > maxLength)
    faults.push(msg('{0} must have at most {1} characters.', place, maxLength));
}

function ofNumber(schema: Schema, value: number, place: Place, faults: LocalizedMessage[]): void {
  const { minimum, maximum } = schema;
  if (typeof minimum === 'number' && value < minimum)
    faults.push(msg('{0} must be at least {1}.', place, minimum));
  if (typeof maximum === 'number' && value > maximum)
    faults.push(msg('{0} must be at most {1}.', place, maximum));
}

function ofList(schema: Schema, value: readonly unknown[], where: Where, faults: LocalizedMessage[]): void {
  const { items, minItems, maxItems } = schema;
  const { place, depth } = where;
  if (typeof minItems === 'number' && value.length < minItems)
    faults.push(msg('{0} must have at least {1} entries.', place, minItems));
  if (typeof maxItems === 'number' && value.length > maxItems)
    faults.push(msg('{0} must have at most {1} entries.', place, maxItems));
  for (const [index, each] of value.slice(0, MAX_ENTRIES).entries())
    collect(items, each, { place: `${place}[${index}]`, depth: depth + 1 }, faults);
}

function ofObject(schema: Schema, value: Schema, { place, depth }: Where, faults: LocalizedMessage[]): void {
  const { properties, required, additionalProperties } = schema;
  const known = isRecord(properties) ? properties : {};
  const inside = (name: string): string => (place === '' ? shownName(name) : `${place}.${shownName(name)}`);
  for (const name of Array.isArray(required) ? required : [])
    if (typeof name === 'string' && !Object.hasOwn(value, name))
      faults.push(msg('{0} is missing.', inside(name)));
  for (const [name, each] of Object.entries(value)) {
    if (faults.length >= MAX_FAULTS) return;
    if (Object.hasOwn(known, name))
      collect(known[name], each, { place: inside(name), depth: depth + 1 }, faults);
    else if (additionalProperties === false) faults.push(msg('{0} is not known.', inside(name)));
  }
}

function isOfKind(value: unknown, kind: string): boolean {
  switch (kind) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === kind;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'null':
      return value === null;
    default:
      // A kind that does not exist in JSON Schema is the fault of the schema.
      return true;
  }
}

function wordsFor(kind: string): LocalizedMessage {
  switch (kind) {
    case 'string':
      return msg('text');
    case 'integer':
      return msg('a whole number');
    case 'number':
      return msg('a number');
    case 'boolean':
      return msg('true or false');
    case 'array':
      return msg('a list');
    case 'object':
      return msg('an object');
    default:
      return msg('null');
  }
}

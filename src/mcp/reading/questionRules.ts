/** Rules for what a server asks of the user or the model: requests, and parts of results in the newer revision. */
import { isRecord, recordOf } from '../../base/common/guards.ts';
import { annotations, priority } from './contentRules.ts';
import {
  everyMember,
  filled,
  flag,
  integer,
  list,
  needs,
  number,
  object,
  oneOf,
  record,
  text,
  withoutNulls,
  type Rule,
} from './rules.ts';
import { onlyText, tool } from './toolRules.ts';

/** Accepts any part of a message for sampling, because its kinds are other than those of results. */
const block: Rule = (value, place) =>
  isRecord(value) ? object({ annotations, _meta: record })(value, place) : value;
const blocks: Rule = (value, place) => (Array.isArray(value) ? list(block) : block)(value, place);
const message: Rule = (value, place) =>
  isRecord(value) ? object({ content: blocks, _meta: record })(value, place) : value;

const sampling = object({
  messages: (value, place) => (Array.isArray(value) ? list(message)(value, place) : value),
  modelPreferences: object({
    hints: list(object({ name: text })),
    costPriority: priority,
    speedPriority: priority,
    intelligencePriority: priority,
  }),
  systemPrompt: text,
  includeContext: oneOf('none', 'thisServer', 'allServers'),
  temperature: number,
  stopSequences: list(onlyText),
  metadata: record,
  tools: list(needs(tool, 'name')),
  toolChoice: object({ mode: oneOf('auto', 'required', 'none') }),
  _meta: record,
});

const size: Rule = (value, place) => {
  const read = integer(value, place);
  return typeof read === 'number' && read >= 0 ? read : undefined;
};
const members = {
  title: text,
  description: text,
  minLength: size,
  maxLength: size,
  minItems: size,
  maxItems: size,
  minimum: number,
  maximum: number,
  format: oneOf('email', 'uri', 'date', 'date-time'),
  enumNames: list(onlyText),
};
const fits: Readonly<Record<string, Rule>> = {
  string: onlyText,
  boolean: flag,
  number,
  integer: number,
  array: list(onlyText),
};
const kind: Rule = (value) => {
  const words: readonly unknown[] = Array.isArray(value) ? value : [value];
  return words.find((word) => typeof word === 'string' && Object.hasOwn(fits, word));
};
/** A field without a type is a text. One of a type that forms do not have, and a default of another type, are left out. */
const field: Rule = (value, place) => {
  if (!isRecord(value)) return undefined;
  const whole = filled(object({ type: kind }), () => ('type' in value ? {} : { type: 'string' }))(
    value,
    place,
  );
  const { type } = recordOf(whole);
  const fit = typeof type === 'string' ? fits[type] : undefined;
  return fit && object({ ...members, default: fit })(whole, place);
};

const form = object({
  mode: oneOf('form', 'url'),
  requestedSchema: object({ $schema: text, properties: everyMember(field), required: list(onlyText) }),
  task: object({ ttl: number }),
  _meta: record,
});

/** Rules for the parameters of questions, by method. */
export const questionRules: Readonly<Record<string, Rule>> = {
  'sampling/createMessage': (value, place) => sampling(withoutNulls(value, place), place),
  'elicitation/create': (value, place) => form(withoutNulls(value, place), place),
  'roots/list': withoutNulls,
};

/** Reads a question that is a part of a result. */
export const question: Rule = (value, place) => {
  const method = isRecord(value) ? value['method'] : undefined;
  const params =
    typeof method === 'string' && Object.hasOwn(questionRules, method) ? questionRules[method] : undefined;
  return params ? object({ params })(value, place) : value;
};

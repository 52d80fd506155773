/** The messages that a page sends to the extension host: types and validation from one schema each. */
import * as v from 'valibot';
import { isStringRecord } from '../base/common/guards.ts';
import { dispatch, type Handlers } from './dispatch.ts';

/** The fields of each message that a page sends, by the message's type. */
type Schemas = Readonly<Record<string, v.GenericSchema<unknown, object>>>;

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** A value that matches the schema. */
export type TypeOf<S extends v.GenericSchema> = DeepReadonly<v.InferOutput<S>>;

/** One of the messages that the schemas describe. */
export type MessageOf<S extends Schemas> = {
  [T in keyof S & string]: { readonly type: T } & TypeOf<S[T]>;
}[keyof S & string];

/**
 * Has what a page sent handled, if it is one of the messages. A page shows foreign content, so nothing is taken on
 * trust; fields that the schema lacks are left out.
 */
export function receive<S extends Schemas, Context extends readonly unknown[]>(
  schemas: S,
  handlers: Handlers<MessageOf<S>, Context>,
  message: unknown,
  ...context: Context
): unknown {
  const { type } = (message ?? {}) as { readonly type?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(schemas, type)) return undefined;
  const result = v.safeParse(schemas[type] as S[string], message, { abortEarly: true });
  if (!result.success) return undefined;
  return dispatch(handlers, { ...result.output, type } as MessageOf<S>, ...context);
}

/** Not valibot's `record`, which takes lists and drops some names. */
export const stringRecord = v.custom<Readonly<Record<string, string>>>(isStringRecord);

export const integer = v.pipe(v.number(), v.safeInteger());

/** At most so many texts. */
export function texts(most: number) {
  return v.pipe(v.array(v.string()), v.maxLength(most));
}

/** Messages from a page to the extension host. One schema gives both the type and the validation. */
import * as v from 'valibot';
import { isStringRecord } from '../base/common/guards.ts';
import { dispatch, type Handlers } from './dispatch.ts';

type Schemas = Readonly<Record<string, v.GenericSchema<unknown, object>>>;

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

export type TypeOf<S extends v.GenericSchema> = DeepReadonly<v.InferOutput<S>>;

export type MessageOf<S extends Schemas> = {
  [T in keyof S & string]: { readonly type: T } & TypeOf<S[T]>;
}[keyof S & string];

/**
 * Validates a message and calls its handler. Pages show foreign content and are not trusted. Fields that the schema
 * lacks are dropped.
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

/** Checks a record of strings: valibot's `record` accepts arrays and drops some names. */
export const stringRecord = v.custom<Readonly<Record<string, string>>>(isStringRecord);

export const integer = v.pipe(v.number(), v.safeInteger());

export function texts(most: number) {
  return v.pipe(v.array(v.string()), v.maxLength(most));
}

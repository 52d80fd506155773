/**
 * Holds values against JSON schemas that others wrote: the one place where a foreign pattern meets a text. Nothing
 * is fetched for a schema, no code is made of it, and its size and the time that it takes are bounded.
 */
import { createContext, runInContext } from 'node:vm';
import type { JsonSchemaType } from '@modelcontextprotocol/client';
// The one that reads schemas instead of making code of them. Neither of the SDK's two fetches a `$ref`.
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';

/** Characters of JSON, and levels; a schema beyond that is no description any more. */
const MAX_SCHEMA = { length: 256 * 1024, depth: 64 };
/** A pattern can take for ever on a text of 30 characters. In ms. */
const CHECK_LIMIT_MS = 250;

/** What came of a check. */
export type SchemaVerdict =
  | { readonly kind: 'fits' }
  /** The reason is the validator's, with names and values of whoever made schema and value. */
  | { readonly kind: 'unfit'; readonly why: string }
  /** The schema cannot be used, or takes too long. */
  | { readonly kind: 'unchecked'; readonly why: string };

/** Whether the value fits the schema. Never throws, and takes little time. */
export function checkSchema(schema: object, value: unknown): SchemaVerdict {
  if (isDeeperThan(schema, MAX_SCHEMA.depth)) return { kind: 'unchecked', why: 'it is nested too deeply' };
  if (JSON.stringify(schema).length > MAX_SCHEMA.length) return { kind: 'unchecked', why: 'it is too long' };
  try {
    const { valid, errorMessage } = inTime(() =>
      new CfWorkerJsonSchemaValidator().getValidator(schema as JsonSchemaType)(value),
    );
    return valid ? { kind: 'fits' } : { kind: 'unfit', why: errorMessage ?? 'no reason is given' };
  } catch (error) {
    return { kind: 'unchecked', why: (error as Error).message };
  }
}

/** Runs `check`, and interrupts it when it takes too long, also within a regular expression. */
function inTime<T>(check: () => T): T {
  return runInContext('check()', createContext({ check }), { timeout: CHECK_LIMIT_MS }) as T;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

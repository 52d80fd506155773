/**
 * Checks values by JSON schemas of others, which are not trusted: nothing is fetched, no code is generated, and size
 * and time are bounded.
 */
import { createContext, runInContext } from 'node:vm';
import type { JsonSchemaType, CallToolResult, Tool } from '@modelcontextprotocol/client';
// This validator, of the SDK's two, interprets schemas instead of generating code. Neither of them fetches a `$ref`.
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import { plainText } from '../../base/common/text.ts';
import { processorMs } from '../../base/node/processorTime.ts';
import type { ServerLog } from '../common/ports.ts';

/** The limits of a schema: characters of its JSON, and levels of nesting. */
const MAX_SCHEMA = { length: 256 * 1024, depth: 64 };
/** The time limit of a check in ms. A regular expression can take for ever on a text of 30 characters. */
const CHECK_LIMIT_MS = 250;

export type SchemaVerdict =
  | { readonly kind: 'fits' }
  /** The validator's reason, with names and values of whoever made schema and value. */
  | { readonly kind: 'unfit'; readonly why: string }
  /** The schema cannot be used, or takes too long. */
  | { readonly kind: 'unchecked'; readonly why: string };

/** Checks a value within the limits of size and time. Never throws: a schema that cannot be used gives `unchecked`. */
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

/**
 * Interrupts `check` when it takes too long, also within a regular expression. Tries once more if the process had
 * little processor time meanwhile, because then the machine was busy and the schema may be harmless.
 */
function inTime<T>(check: () => T): T {
  const context = createContext({ check });
  const run = (): T => runInContext('check()', context, { timeout: CHECK_LIMIT_MS }) as T;
  const before = processorMs();
  try {
    return run();
  } catch (error) {
    const isTimeout = (error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (!isTimeout || processorMs() - before > CHECK_LIMIT_MS / 2) throw error;
    return run();
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

const MAX_REASON = 300;

/** Checks results (2025-11-25, server/tools, "Output Schema"). What does not fit is kept, with a warning. */
export class OutputChecks {
  private readonly log: ServerLog;
  private readonly useless = new Set<string>();

  constructor(log: ServerLog) {
    this.log = log;
  }

  /** Returns the result, with a warning as its last part if it does not fit. */
  check(tool: Tool, result: CallToolResult): CallToolResult {
    if (!tool.outputSchema || result.isError === true) return result;
    const verdict = judge(tool.outputSchema, result.structuredContent);
    if (verdict.kind === 'fits') return result;
    if (verdict.kind === 'unchecked') {
      this.mention(tool, verdict.why);
      return result;
    }
    this.log.append(
      'warning',
      'patchbay',
      `A result of tool "${tool.name}" is not as announced: ${verdict.why}`,
    );
    const warning = `[Patchbay: this result does not fit the output schema of its tool: ${verdict.why}]`;
    return { ...result, content: [...(result.content ?? []), { type: 'text', text: warning }] };
  }

  private mention(tool: Tool, why: string): void {
    if (this.useless.has(tool.name)) return;
    this.useless.add(tool.name);
    this.log.append(
      'warning',
      'patchbay',
      `Results of tool "${tool.name}" are not checked, because its output schema cannot be used: ${why}`,
    );
  }
}

function judge(schema: NonNullable<Tool['outputSchema']>, structured: unknown): SchemaVerdict {
  if (structured === undefined) return { kind: 'unfit', why: 'it has no structured content' };
  const verdict = checkSchema(schema, structured);
  if (verdict.kind === 'fits') return verdict;
  return { ...verdict, why: plainText(verdict.why, MAX_REASON) ?? 'no reason is given' };
}

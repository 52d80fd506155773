/**
 * Holds structured results against the output schemas that tools announce (2025-11-25, server/tools, "Output
 * Schema"). A tool that has run has run: what does not fit is kept, with a warning for its readers.
 */
import { createContext, runInContext } from 'node:vm';
import type { CallToolResult, JsonSchemaType, Tool } from '@modelcontextprotocol/client';
// The one that reads schemas instead of making code of them. Neither of the SDK's two fetches a `$ref`.
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import { plainText } from '../plainText.ts';
import type { ServerLog } from '../ports.ts';

/** Characters of JSON, and levels; a schema beyond that is no description any more. */
const MAX_SCHEMA = { length: 256 * 1024, depth: 64 };
/** A pattern of the server can take for ever on a text of the server. In ms. */
const CHECK_LIMIT_MS = 250;
const MAX_REASON = 300;

type Verdict =
  | { readonly kind: 'fits' }
  | { readonly kind: 'unfit'; readonly why: string }
  /** The schema cannot be used. */
  | { readonly kind: 'unchecked'; readonly why: string };

/** The checks of one server. */
export class OutputChecks {
  private readonly log: ServerLog;
  /** Tools whose schema was found to be of no use: each is mentioned once. */
  private readonly useless = new Set<string>();

  constructor(log: ServerLog) {
    this.log = log;
  }

  /** The result, with a warning as its last part if it is not what the tool announced. */
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

function judge(schema: NonNullable<Tool['outputSchema']>, structured: unknown): Verdict {
  if (structured === undefined) return { kind: 'unfit', why: 'it has no structured content' };
  if (isDeeperThan(schema, MAX_SCHEMA.depth)) return { kind: 'unchecked', why: 'it is nested too deeply' };
  if (JSON.stringify(schema).length > MAX_SCHEMA.length) return { kind: 'unchecked', why: 'it is too long' };
  try {
    const { valid, errorMessage } = inTime(() =>
      new CfWorkerJsonSchemaValidator().getValidator(schema as JsonSchemaType)(structured),
    );
    if (valid) return { kind: 'fits' };
    return { kind: 'unfit', why: plainText(errorMessage, MAX_REASON) ?? 'no reason is given' };
  } catch (error) {
    return {
      kind: 'unchecked',
      why: plainText((error as Error).message, MAX_REASON) ?? 'no reason is given',
    };
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

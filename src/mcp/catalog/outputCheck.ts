// Validates structured results against output schemas (2025-11-25, server/tools, "Output Schema"). The tool has run: a
// result that does not fit is kept, with a warning for its readers.
import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import { plainText } from '../../base/common/text.ts';
import type { ServerLog } from '../common/ports.ts';
import { checkSchema, type SchemaVerdict } from './schemaCheck.ts';

const MAX_REASON = 300;

export class OutputChecks {
  private readonly log: ServerLog;
  /** Tools with an unusable schema: each is logged once. */
  private readonly useless = new Set<string>();

  constructor(log: ServerLog) {
    this.log = log;
  }

  /** The result, with a warning as its last part if it does not fit. */
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

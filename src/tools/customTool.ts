import { basename } from 'node:path';
import type { ContentPart } from '../protocol/index.ts';
import { argumentProblem } from './argumentCheck.ts';
import type { CustomDefinition } from './customDefinition.ts';
import type { ConfirmedFiles } from './customMessages.ts';
import type { CustomEnd, CustomJob } from './customProcess.ts';
import { fromMcpContent } from './mcpResult.ts';
import { cancelledResult, failedResult, notRunText, textContent, unfitResult } from './results.ts';
import type { Tool, ToolResult } from './tool.ts';

export interface CustomOrigin {
  readonly file: string;
  /** Digest of the file, or of all files that the user confirmed, from when the tool was loaded. */
  readonly digest: string;
  /** The only files that may be loaded, if the tool needs confirmation. */
  readonly files?: ConfirmedFiles | undefined;
  readonly cwd: string;
  /** Resolves with undefined if the files cannot be read. */
  readonly digestNow: () => Promise<string | undefined>;
  readonly run: (job: CustomJob) => Promise<CustomEnd>;
}

/** Makes a tool that asks before every call that no rule covers. Another content makes another tool. */
export function fromCustom(definition: CustomDefinition, origin: CustomOrigin): Tool {
  const { name, title, description, inputSchema, timeoutMs } = definition;
  const { file, files, digest, cwd } = origin;
  const tool: Tool = {
    name,
    source: { kind: 'custom', file },
    title,
    description,
    inputSchema,
    hints: {},
    usualNeed: 'ask',
    approvalNeed: () => ({ kind: 'ask', reasons: [] }),
    bringsOutsideContent: basename(file),
    destination: () => ({ source: basename(file), label: basename(file), isRemote: false }),
    fingerprint: () => ({ origin: digest, definition: digest }),
    call: async (args, { signal, onProgress }) => {
      const problem = argumentProblem(tool, args);
      if (problem !== undefined) return unfitResult(problem.english);
      // The files that run must be those that were approved.
      if ((await origin.digestNow()) !== digest)
        return failedResult(
          notRunText(
            'The file of this tool has changed since it was loaded.',
            'Call it again in the next step.',
          ),
        );
      const order = { type: 'call', file, args, files } as const;
      return resultOf(await origin.run({ order, cwd, timeoutMs, signal, onProgress }), timeoutMs);
    },
  };
  return tool;
}

function resultOf(end: CustomEnd, timeoutMs: number): ToolResult {
  switch (end.kind) {
    case 'done':
      return { status: 'success', content: partsOf(end.value) };
    case 'failed':
      return { ...failedResult(end.message.english), isUnfinished: end.isUnfinished };
    case 'timeout': {
      const text = `The tool took longer than ${timeoutMs / 1_000} s, its time limit, and was ended.`;
      return { status: 'timeout', content: textContent(text), isUnfinished: true };
    }
    case 'cancelled':
      return cancelledResult;
  }
}

const kinds = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);

/** Converts a text, MCP content (an array, or in `content`), or any JSON. */
function partsOf(value: unknown): readonly ContentPart[] {
  if (value === undefined) return textContent('(no result)');
  if (typeof value === 'string') return textContent(value);
  const inner = typeof value === 'object' && value !== null && 'content' in value ? value.content : value;
  const isContent = Array.isArray(inner) && inner.length > 0 && inner.every(isBlock);
  return isContent ? inner.map(fromMcpContent) : [{ type: 'json', value }];
}

function isBlock(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && kinds.has(String(value.type));
}

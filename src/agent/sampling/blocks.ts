import type { SamplingParams } from '../../mcp/index.ts';
import type { ContentPart } from '../../protocol/index.ts';

type SamplingMessage = SamplingParams['messages'][number];
export type Block = Exclude<SamplingMessage['content'], readonly unknown[]>;
type ToolResult = Extract<Block, { type: 'tool_result' }>;

export function blocksOf(content: SamplingMessage['content']): readonly Block[] {
  return Array.isArray(content) ? content : [content];
}

/**
 * Each call is answered in the next message, and results stand alone (2025-11-25, client/sampling, "Message Content
 * Constraints").
 */
export function pairingProblem(messages: readonly SamplingMessage[]): string | undefined {
  let expected: ReadonlySet<string> = new Set();
  for (const { role, content } of messages) {
    const blocks = blocksOf(content);
    const results = blocks.filter((block) => block.type === 'tool_result');
    if (results.length > 0 && (role !== 'user' || results.length !== blocks.length))
      return 'Results of tools are mixed with other content.';
    const answered = new Set(results.map(({ toolUseId }) => toolUseId));
    if (
      answered.size !== results.length ||
      answered.size !== expected.size ||
      [...answered].some((id) => !expected.has(id))
    )
      return 'Calls of tools and their results do not match.';
    const calls = blocks.filter((block) => block.type === 'tool_use');
    if (calls.length > 0 && role !== 'assistant') return 'A user message calls a tool.';
    expected = new Set(calls.map(({ id }) => id));
    if (expected.size !== calls.length) return 'Two calls have the same id.';
  }
  return expected.size > 0 ? 'The last calls of tools have no results.' : undefined;
}

export function resultParts({ content }: ToolResult): ContentPart[] {
  return content.map((block): ContentPart => {
    switch (block.type) {
      case 'text':
        return { type: 'text', text: block.text };
      case 'image':
      case 'audio':
        return { type: block.type, mimeType: block.mimeType, data: block.data };
      case 'resource_link':
        return { type: 'link', uri: block.uri, name: block.name };
      case 'resource': {
        const { uri } = block.resource;
        return 'text' in block.resource
          ? { type: 'resource', uri, text: block.resource.text }
          : { type: 'resource', uri, blob: block.resource.blob };
      }
    }
  });
}

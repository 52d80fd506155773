/**
 * Checks and converts a server's `sampling/createMessage` (2025-11-25, client/sampling). The model gets what the user
 * was shown.
 */
import { t } from '@vscode/l10n';
import { type SamplingParams } from '../../mcp/index.ts';
import { plainText } from '../../base/common/text.ts';
import type { Message, ModelRequest } from '../../models/index.ts';
import type { ContentPart, Question, SamplingMessageView, SamplingPart } from '../../protocol/index.ts';
import { wireNames } from '../../tools/index.ts';
import { MAX_TOKENS, describePreferences } from './modelPreferences.ts';

export type SamplingQuestion = Extract<Question, { kind: 'sampling' }>;

export interface Sampling {
  readonly question: SamplingQuestion;
  readonly toolNames: ReadonlyMap<string, string>;
  /** Returns the request for the model. `texts` has what the user changed, by the name of the question's part. */
  readonly request: (texts: ReadonlyMap<string, string>) => ModelRequest;
}

/** The converted request, or the reason for refusing it, which goes to the server. */
export type SamplingCheck =
  | { readonly ok: true; readonly sampling: Sampling }
  | { readonly ok: false; readonly why: string };

const MAX_MESSAGES = 100;
const MAX_TOOLS = 64;
/** Most UTF-16 units of all texts, schemas and arguments together. */
const MAX_TEXT = 400_000;
/** Most base64 characters of all images and sounds together, which are about 6 MB. */
const MAX_MEDIA = 8_000_000;
const SYSTEM = 'system';

export function samplingOf(server: string, params: SamplingParams): SamplingCheck {
  const { messages, tools = [] } = params;
  if (messages.length === 0) return refuse('There is no message.');
  if (messages.length > MAX_MESSAGES) return refuse(`More than ${MAX_MESSAGES} messages.`);
  if (tools.length > MAX_TOOLS) return refuse(`More than ${MAX_TOOLS} tools.`);
  if (!Number.isFinite(params.maxTokens) || params.maxTokens < 1)
    return refuse('maxTokens is not a positive number.');
  const { text, media } = sizesOf(params);
  if (text > MAX_TEXT) return refuse(`More than ${MAX_TEXT} characters of text.`);
  if (media > MAX_MEDIA) return refuse('More than 6 MB of images and sounds.');
  const problem = pairingProblem(messages);
  if (problem !== undefined) return refuse(problem);
  return { ok: true, sampling: samplingFrom(server, params) };
}

function refuse(why: string): SamplingCheck {
  return { ok: false, why };
}

function samplingFrom(server: string, params: SamplingParams): Sampling {
  const { messages, tools = [], temperature, stopSequences, toolChoice } = params;
  const system = plainText(params.systemPrompt, MAX_TEXT);
  const question: SamplingQuestion = {
    kind: 'sampling',
    server,
    message: t('This request would be sent to your model. You can change it first.'),
    messages: [
      ...(system === undefined
        ? []
        : [{ role: 'system' as const, parts: [{ kind: 'text' as const, name: SYSTEM, text: system }] }]),
      ...messages.map(({ role, content }, index): SamplingMessageView => ({
        role,
        parts: blocksOf(content).flatMap((block, at) => partsOf(block, `${index}.${at}`)),
      })),
    ],
    tools: tools.map(({ name, description }) => ({
      name: plainText(name, 200) ?? '?',
      description: plainText(description, 1000),
    })),
    wishes: describePreferences(params),
  };
  const wire = wireNames(tools.map(({ name }) => ({ server, tool: name })));
  return {
    question,
    toolNames: new Map(tools.map(({ name }, index) => [wire[index] ?? '', name])),
    request: (texts) => {
      const ids = new Map<string, string>();
      const prompt = texts.get(SYSTEM) ?? system ?? '';
      return {
        messages: [
          ...(prompt === '' ? [] : [{ role: 'system' as const, text: prompt }]),
          ...messages.flatMap(({ role, content }, index) =>
            messagesOf(role, blocksOf(content), {
              textAt: (at, original) => texts.get(`${index}.${at}`) ?? plainText(original, MAX_TEXT) ?? '',
              // Mistral takes only ids of nine letters and digits.
              idOf: (id) => {
                const known = ids.get(id) ?? `c${ids.size.toString(36).padStart(8, '0')}`;
                ids.set(id, known);
                return known;
              },
              wireName: (tool) => wire[tools.findIndex(({ name }) => name === tool)] ?? 'unknown',
            }),
          ),
        ],
        tools: tools.map(({ description, inputSchema }, index) => ({
          name: wire[index] ?? '',
          description: description ?? '',
          inputSchema,
        })),
        options: {
          maxTokens: Math.min(MAX_TOKENS, Math.ceil(params.maxTokens)),
          ...(temperature !== undefined && { temperature: Math.min(2, Math.max(0, temperature)) }),
          // Endpoints take at most four stop sequences.
          ...(stopSequences && { stopSequences: stopSequences.slice(0, 4) }),
          ...(toolChoice?.mode && { toolChoice: toolChoice.mode }),
        },
      };
    },
  };
}

interface Translation {
  readonly textAt: (at: number, original: string) => string;
  readonly idOf: (id: string) => string;
  readonly wireName: (tool: string) => string;
}

function messagesOf(
  role: 'user' | 'assistant',
  blocks: readonly Block[],
  { textAt, idOf, wireName }: Translation,
): Message[] {
  const text = blocks
    .map((block, at) =>
      block.type === 'text' ? textAt(at, block.text) : block.type === 'audio' ? audioNote(block) : '',
    )
    .filter((line) => line !== '')
    .join('\n');
  if (role === 'assistant') {
    const calls = blocks
      .filter((block) => block.type === 'tool_use')
      .map(({ id, name, input }) => ({
        id: idOf(id),
        name: wireName(name),
        argsText: JSON.stringify(input),
      }));
    return [{ role, text, calls }];
  }
  const results = blocks
    .filter((block) => block.type === 'tool_result')
    .map((block): Message => ({
      role: 'tool',
      callId: idOf(block.toolUseId),
      content: resultParts(block),
      isError: block.isError === true,
    }));
  if (results.length > 0) return results;
  const content = blocks
    .filter((block) => block.type === 'image')
    .map(({ mimeType, data }): ContentPart => ({ type: 'image', mimeType, data }));
  return [{ role, text, ...(content.length > 0 && { content }) }];
}

function partsOf(block: Block, name: string): SamplingPart[] {
  switch (block.type) {
    case 'text':
      return [{ kind: 'text', name, text: plainText(block.text, MAX_TEXT) ?? '' }];
    case 'image':
      return [{ kind: 'image', mimeType: block.mimeType, data: block.data }];
    case 'audio':
      return [note(t('[audio: {0}; it cannot be sent to the model]', plainText(block.mimeType, 100) ?? '?'))];
    case 'tool_use':
      return [note(t('Call to {0}: {1}', block.name, JSON.stringify(block.input)))];
    case 'tool_result':
      return [
        note(block.isError === true ? t('Result of a failed call:') : t('Result of a call:')),
        ...resultParts(block).map((part): SamplingPart =>
          part.type === 'image'
            ? { kind: 'image', mimeType: part.mimeType, data: part.data }
            : note(part.type === 'text' ? part.text : JSON.stringify(part)),
        ),
      ];
  }
}

function note(text: string): SamplingPart {
  return { kind: 'note', text: plainText(text, MAX_TEXT) ?? '' };
}

function audioNote({ mimeType }: { readonly mimeType: string }): string {
  return `[audio: ${plainText(mimeType, 100) ?? 'unknown'}; it cannot be sent to the model]`;
}

function sizesOf({ messages, systemPrompt, tools, stopSequences }: SamplingParams): {
  text: number;
  media: number;
} {
  let media = 0;
  const text = JSON.stringify([messages, systemPrompt, tools, stopSequences], (key, value: unknown) => {
    if ((key !== 'data' && key !== 'blob') || typeof value !== 'string') return value;
    media += value.length;
    return '';
  }).length;
  return { text, media };
}

type SamplingMessage = SamplingParams['messages'][number];
type Block = Exclude<SamplingMessage['content'], readonly unknown[]>;
type ToolResult = Extract<Block, { type: 'tool_result' }>;

function blocksOf(content: SamplingMessage['content']): readonly Block[] {
  return Array.isArray(content) ? content : [content];
}

/**
 * Returns what is wrong with calls and results. Each call has to be answered in the next message, by results alone
 * (2025-11-25, "Message Content Constraints").
 */
function pairingProblem(messages: readonly SamplingMessage[]): string | undefined {
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

function resultParts({ content }: ToolResult): ContentPart[] {
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

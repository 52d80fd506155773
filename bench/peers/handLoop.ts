/** A hand-written agent loop on `openai` and the MCP SDK: the baseline of a turn. */
import type { Client, Tool } from '@modelcontextprotocol/client';
import { OpenAI } from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';

export interface HandLoop {
  readonly baseURL: string;
  readonly client: Client;
  readonly tools: readonly Tool[];
  readonly prompt: string;
  readonly maxSteps: number;
}

/** Runs calls of one step in parallel. Returns how many calls succeeded. */
export async function runHandLoop({ baseURL, client, tools, prompt, maxSteps }: HandLoop): Promise<number> {
  const openai = new OpenAI({ baseURL, apiKey: 'none' });
  const functions = tools.map(toFunction);
  const messages: ChatCompletionMessageParam[] = [
    { role: 'system', content: 'You are a helpful assistant.' },
    { role: 'user', content: prompt },
  ];
  let succeeded = 0;
  for (let step = 1; step <= maxSteps; step++) {
    const { text, calls } = await ask(openai, messages, functions);
    if (calls.length === 0) return succeeded;
    messages.push({
      role: 'assistant',
      content: text === '' ? null : text,
      tool_calls: calls.map(({ id, name, args }) => ({
        id,
        type: 'function',
        function: { name, arguments: args },
      })),
    });
    const results = await Promise.all(
      calls.map(({ name, args }) =>
        client.callTool({ name, arguments: JSON.parse(args) as Record<string, unknown> }),
      ),
    );
    for (const [index, { content, isError }] of results.entries()) {
      if (isError !== true) succeeded += 1;
      const lines = content.map((block) => (block.type === 'text' ? block.text : JSON.stringify(block)));
      messages.push({ role: 'tool', tool_call_id: calls[index]?.id ?? '', content: lines.join('\n') });
    }
  }
  throw new Error(`No answer after ${maxSteps} steps.`);
}

interface DraftCall {
  id: string;
  name: string;
  args: string;
}

async function ask(
  openai: OpenAI,
  messages: ChatCompletionMessageParam[],
  tools: ChatCompletionTool[],
): Promise<{ text: string; calls: DraftCall[] }> {
  const stream = await openai.chat.completions.create({
    model: 'scripted',
    messages,
    tools,
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = '';
  const calls: DraftCall[] = [];
  for await (const { choices } of stream) {
    const delta = choices[0]?.delta;
    text += delta?.content ?? '';
    for (const { index, id, function: piece } of delta?.tool_calls ?? []) {
      const call = (calls[index] ??= { id: '', name: '', args: '' });
      call.id += id ?? '';
      call.name += piece?.name ?? '';
      call.args += piece?.arguments ?? '';
    }
  }
  return { text, calls };
}

function toFunction({ name, description, inputSchema }: Tool): ChatCompletionTool {
  return { type: 'function', function: { name, description: description ?? '', parameters: inputSchema } };
}

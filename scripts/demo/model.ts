/** The scripted demo model, for when no endpoint is configured; its first line says so. */
import { LLMock, type ChatCompletionRequest, type ChatMessage } from '@copilotkit/aimock';

export interface DemoModel {
  readonly baseURL: string;
  readonly name: string;
  close(): Promise<void>;
}

export const DEMO_MODEL = 'patchbay-demo-scripted';

const ANNOUNCEMENT =
  '*This is the scripted demo model: its words are fixed, the tool calls and their results are real.*';

/**
 * Settings under which every tool of the demo's servers goes to the model: it calls them by name, and searches for none.
 */
export const demoModelSettings = { 'patchbay.tools.budget': 20 } as const;

/** Starts the model on a free local port. It calls tools for the workspace `folder`. */
export async function startDemoModel(folder: string): Promise<DemoModel> {
  const mock = new LLMock({ port: 0, latency: 12, chunkSize: 14 });
  mock.addFixture({ match: { endpoint: 'chat', predicate: toolsHaveAnswered }, response: lastStep });
  mock.addFixture({ match: { endpoint: 'chat' }, response: (request) => firstStep(request, folder) });
  await mock.start();
  return { baseURL: `${mock.url}/v1`, name: DEMO_MODEL, close: () => mock.stop() };
}

/** Since the user's last text: images of results also come as user messages. */
function toolsHaveAnswered({ messages }: ChatCompletionRequest): boolean {
  const spoke = messages.findLastIndex(({ role, content }) => role === 'user' && typeof content === 'string');
  return messages.slice(spoke + 1).some(({ role }) => role === 'tool');
}

interface Call {
  readonly name: string;
  readonly arguments: string;
}

/** Several tools at once: quick ones, a slow one, and one that must fail. */
function firstStep(request: ChatCompletionRequest, folder: string): { content: string; toolCalls?: Call[] } {
  const calls = demoCalls(request, folder);
  if (calls.length === 0) {
    return {
      content: `${ANNOUNCEMENT}\n\nNo tools came with this request. Connect a server in the **MCP Servers** view, or switch its tools on, and ask again.`,
    };
  }
  const one = calls.length === 1 ? 'one tool' : `${calls.length} tools at once`;
  return { content: `${ANNOUNCEMENT}\n\nI will use ${one}.`, toolCalls: calls };
}

/** Reports the results, in markdown of every kind. */
function lastStep(request: ChatCompletionRequest): { content: string } {
  const calls = request.messages.findLast((message) => message.tool_calls !== undefined)?.tool_calls ?? [];
  const answers = request.messages.filter((message) => calls.some(({ id }) => id === message.tool_call_id));
  const rows = answers.map((answer) => {
    const call = calls.find(({ id }) => id === answer.tool_call_id);
    return `| \`${call?.function.name ?? 'unknown'}\` | ${excerpt(textOf(answer))} |`;
  });
  return {
    content: [
      'Here is what the tools said:',
      '',
      '| tool | answer |',
      '| --- | --- |',
      ...rows,
      '',
      'They ran **in parallel**: the step took as long as its slowest call. A call that failed did not stop the others.',
      '',
      '```ts',
      '// What you have just seen, in code',
      'const results = await Promise.all(calls.map((call) => tools.get(call.name).call(call.args)));',
      '```',
      '',
      'Next you could:',
      '',
      '- open a call above to see its arguments and its result,',
      '- uncheck a tool in the **MCP Servers** view and ask again,',
      '- run *Patchbay: Select Model…* to choose a [model of your own](https://platform.openai.com/docs/models).',
    ].join('\n'),
  };
}

function demoCalls(request: ChatCompletionRequest, folder: string): Call[] {
  const wanted: readonly (readonly [string, Record<string, unknown>])[] = [
    ['mcp__everything__get-sum', { a: 19, b: 23 }],
    ['mcp__everything-http__echo', { message: 'Hello over Streamable HTTP' }],
    ['mcp__filesystem__list_directory', { path: folder }],
    ['mcp__filesystem__read_text_file', { path: `${folder}/no-such-file.txt` }],
    ['mcp__everything__trigger-long-running-operation', { duration: 3, steps: 6 }],
    ['mcp__everything__get-tiny-image', {}],
  ];
  const offered = new Set(request.tools?.map((tool) => tool.function.name));
  return wanted
    .filter(([name]) => offered.has(name))
    .map(([name, args]) => ({ name, arguments: JSON.stringify(args) }));
}

function textOf(message: ChatMessage | undefined): string {
  const { content } = message ?? {};
  if (typeof content === 'string') return content;
  return content?.map((part) => part.text ?? '').join('') ?? '';
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
  return line.length > 90 ? `${line.slice(0, 90)}…` : line;
}

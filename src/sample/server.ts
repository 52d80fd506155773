/** A small MCP server for a user's first minutes, run by the editor's own Node. The SDK would add 750 kB. */
import { createInterface } from 'node:readline';
import { Client } from './client.ts';
import { tools } from './tools.ts';
import { isRecord } from '../base/common/guards.ts';

interface Message {
  readonly id?: string | number | undefined;
  readonly method?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly result?: unknown;
}

/** Protocol versions, newest first. The newest is offered to a client that asks for an unknown one. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const INVALID_PARAMS = -32_602;
const METHOD_NOT_FOUND = -32_601;

/** An error of the protocol. Other errors become a tool's result. */
class ProtocolError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const send = (message: object): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const client = new Client(send);

async function answer(method: string, params: NonNullable<Message['params']>): Promise<object> {
  switch (method) {
    case 'initialize': {
      const asked = String(params['protocolVersion']);
      client.introduce(params['capabilities']);
      return {
        protocolVersion: versions.includes(asked) ? asked : versions[0],
        capabilities: { tools: {}, prompts: {} },
        serverInfo: { name: 'patchbay-sample', title: 'Patchbay Sample', version: '1.0.0' },
        instructions:
          'Read-only facts about the open project. Prefer these tools for questions about its size.',
      };
    }
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: tools.map(({ listed }) => listed) };
    case 'tools/call': {
      const tool = tools.find(({ listed }) => listed.name === params['name']);
      if (!tool) throw new ProtocolError(INVALID_PARAMS, `Unknown tool: ${String(params['name'])}`);
      return call(tool, params['arguments']);
    }
    case 'prompts/list':
      return { prompts: prompts.map(({ listed }) => listed) };
    case 'prompts/get': {
      const prompt = promptNamed(params['name']);
      if (!prompt) throw new ProtocolError(INVALID_PARAMS, `Unknown prompt: ${String(params['name'])}`);
      const content = { type: 'text', text: prompt.text };
      return { description: prompt.listed.description, messages: [{ role: 'user', content }] };
    }
    default:
      throw new ProtocolError(METHOD_NOT_FOUND, `Method not found: ${method}`);
  }
}

/** Runs a tool. The model reads what the tool throws, and can try again. */
async function call(tool: (typeof tools)[number], args: unknown): Promise<object> {
  try {
    const text = await tool.run(isRecord(args) ? args : {}, await client.folders());
    return { content: [{ type: 'text', text }] };
  } catch (error) {
    return { content: [{ type: 'text', text: (error as Error).message }], isError: true };
  }
}

async function receive({ id, method, params, result }: Message): Promise<void> {
  if (method === undefined) return client.answered(id, result);
  if (id === undefined) return client.onNotification(method);
  try {
    send({ id, result: await answer(method, params ?? {}) });
  } catch (error) {
    const code = error instanceof ProtocolError ? error.code : -32_603;
    send({ id, error: { code, message: (error as Error).message } });
  }
}

// The process ends when stdin closes.
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.trim() === '') return;
  try {
    void receive(JSON.parse(line) as Message);
  } catch {
    send({ id: null, error: { code: -32_700, message: 'This line is not JSON.' } });
  }
});

interface Prompt {
  readonly listed: { readonly name: string; readonly title: string; readonly description: string };
  readonly text: string;
}

const prompts: readonly Prompt[] = [
  {
    listed: {
      name: 'tour',
      title: 'Show me around',
      description: 'Has the model look at the open project and explain it to somebody new.',
    },
    text:
      'Show me around this project. First get its facts and its open TODO comments with the tools of the sample ' +
      'server, then explain in a few sentences what it seems to be, how large it is, and where you would start.',
  },
];

function promptNamed(name: unknown): Prompt | undefined {
  return prompts.find(({ listed }) => listed.name === name);
}

/** Helpers that the tests of the models room share. */
import { Assembly } from '../../../src/models/answer/assembly.ts';
import type {
  ChatModel,
  Message,
  ModelEvent,
  ModelRequest,
  ToolDefinition,
} from '../../../src/models/index.ts';
import { ModelError } from '../../../src/models/index.ts';
import { startEndpoint, type Script, type ScriptedEndpoint } from '../../fixtures/endpoint.ts';

const target = { baseURL: 'http://models.test/v1', model: 'm' };

/** The events of an answer, with texts joined. */
export interface Gathered {
  readonly text: string;
  readonly reasoning: string;
  readonly events: readonly ModelEvent[];
  readonly answer: Extract<ModelEvent, { type: 'answer' }>;
}

export function gather(events: readonly ModelEvent[]): Gathered {
  const joined = (type: 'text' | 'reasoning'): string =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  const answer = events.at(-1);
  if (answer?.type !== 'answer')
    throw new Error(`The last event is ${answer?.type ?? 'missing'}, not the answer.`);
  return { text: joined('text'), reasoning: joined('reasoning'), events, answer };
}

/** Assembles chunks; with `done`, `[DONE]` comes after them. */
export function assemble(
  chunks: readonly unknown[],
  {
    done = true,
    tools = [],
    takesTextCalls,
  }: { done?: boolean; tools?: readonly string[] } & Pick<ModelRequest, 'takesTextCalls'> = {},
): Gathered {
  const assembly = new Assembly(
    { tools: tools.map(tool), ...(takesTextCalls && { takesTextCalls }) },
    target,
  );
  const events: ModelEvent[] = chunks.flatMap((chunk) => assembly.push(chunk));
  if (done) assembly.markDone();
  return gather([...events, ...assembly.end()]);
}

/** A chunk with one delta. */
export function delta(fields: Record<string, unknown>, finish?: string): unknown {
  return { choices: [{ delta: fields, ...(finish !== undefined && { finish_reason: finish }) }] };
}

export function tool(name: string): ToolDefinition {
  return { name, description: `Does ${name}`, inputSchema: { type: 'object', properties: {} } };
}

export function asking(text: string, tools: readonly string[] = []): ModelRequest {
  return { messages: [{ role: 'user', text }], tools: tools.map(tool) };
}

export function continuing(messages: readonly Message[]): ModelRequest {
  return { messages, tools: [] };
}

/** Runs a request to its end. */
export async function run(
  model: ChatModel,
  request = asking('Hi'),
  signal = new AbortController().signal,
): Promise<Gathered> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return gather(events);
}

/** What a promise rejects with, which must be a ModelError. */
export async function modelErrorOf(promise: Promise<unknown>): Promise<ModelError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
  throw new Error('Nothing failed.');
}

/** Starts endpoints that are closed after each test. */
export function useEndpoints(): (
  script: Script,
  options?: { models?: readonly string[] },
) => Promise<ScriptedEndpoint> {
  const running: ScriptedEndpoint[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((endpoint) => endpoint.close()));
  });
  return async (script, options) => {
    const endpoint = await startEndpoint(script, options);
    running.push(endpoint);
    return endpoint;
  };
}

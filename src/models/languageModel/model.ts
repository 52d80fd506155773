/** A chat model behind the editor's own language models (`vscode.lm`). */
import type { Abilities } from '../common/abilities.ts';
import { Assembly } from '../answer/assembly.ts';
import type { ChatModel, ModelEvent } from '../common/model.ts';
import { Negotiation } from '../request/negotiation.ts';
import type { Usage } from '../../protocol/index.ts';
import { explainPortFailure, isOfEditor, nothingSaid, wordsOf } from './failure.ts';
import { portName, type LanguageModelPort, type PortAnswer } from './port.ts';
import { textsOf, toPortRequest } from './request.ts';

/** What the user says of the model; it can take away what the editor says, and not add to it. */
export interface LanguageModelOptions extends Abilities {
  readonly toolCalling?: boolean | undefined;
}

/** How long the count of tokens may hold up an answer that is there, in milliseconds. */
const countLimit = 1_000;

/** Makes the model. Costs nothing, and asks the user nothing, until the first request. */
export function createLanguageModel(
  port: LanguageModelPort,
  {
    toolCalling = true,
    images = true,
    contextWindow = Infinity,
    schema,
    textCalls = 'auto',
  }: LanguageModelOptions = {},
): ChatModel {
  const name = portName(port);
  const canCallTools = toolCalling && port.canCallTools;
  const target = { baseURL: `vscode-lm://${encodeURIComponent(port.vendor)}`, model: name };
  const negotiation = new Negotiation({ ...target, canCallTools, images: images && port.canSee, schema });
  const window = Math.min(contextWindow, port.maxInputTokens > 0 ? port.maxInputTokens : Infinity);

  return {
    name,
    canCallTools,
    key: `${target.baseURL} ${name}`,
    textCalls,
    contextWindow: Number.isFinite(window) ? window : undefined,
    lookUpContextWindow: async () => undefined,
    async *stream(request, signal) {
      try {
        signal.throwIfAborted();
        const { response, leftOut } = await negotiation.respond(request, async (params) => {
          const sent = toPortRequest(params);
          return { sent, answer: await begin(port.send(sent, signal), signal) };
        });
        if (leftOut.length > 0) yield { type: 'toolsLeftOut', tools: leftOut };
        const inputTokens = count(port, textsOf(response.sent), signal);
        const assembly = new Assembly(request, target);
        let index = 0;
        for await (const part of response.answer) yield* assembly.push(chunkOf(part, index++));
        assembly.markDone();
        yield* ended(assembly.end(), port, inputTokens, signal);
      } catch (error) {
        signal.throwIfAborted();
        throw explainPortFailure(error instanceof Refusal ? error.cause : error, port);
      }
    },
  };
}

/** The end of the answer, with the usage, which `vscode.lm` does not tell: the model's own counter is asked. */
async function* ended(
  events: readonly ModelEvent[],
  port: LanguageModelPort,
  input: Promise<number | undefined>,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  for (const event of events) {
    if (event.type === 'answer') {
      const { text, calls } = event.message;
      if (text === '' && calls.length === 0) throw nothingSaid(port);
      const written = [text, ...calls.map((call) => `${call.name} ${call.argsText}`)].join('\n');
      const usage = usageOf(await Promise.all([input, count(port, written, signal)]));
      if (usage) yield { type: 'usage', usage };
    }
    yield event;
  }
}

function usageOf([input, output]: readonly (number | undefined)[]): Usage | undefined {
  return input === undefined || output === undefined
    ? undefined
    : { inputTokens: input, outputTokens: output };
}

/** The tokens of a text, or undefined where the provider does not count, counts nothing, or takes too long. */
async function count(
  port: LanguageModelPort,
  text: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(countLimit)]);
  try {
    const tokens = await orAbort(Promise.resolve(port.countTokens(text, until)), until);
    return tokens > 0 ? tokens : undefined;
  } catch {
    return undefined;
  }
}

/** A failure before anything came, in the shape in which `Negotiation` reads refusals. */
class Refusal extends Error {
  readonly status = 400;
}

/**
 * The answer once its first part is there: until then a request can be made again without what was refused.
 * @throws Refusal, or the editor's own error where that says what is wrong.
 */
async function begin(
  answer: AsyncIterable<PortAnswer>,
  signal: AbortSignal,
): Promise<AsyncGenerator<PortAnswer, void, undefined>> {
  const iterator = answer[Symbol.asyncIterator]();
  try {
    const first = await orAbort(iterator.next(), signal);
    return rest(first, iterator, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw isOfEditor(error) ? error : new Refusal(wordsOf(error), { cause: error });
  }
}

async function* rest(
  first: IteratorResult<PortAnswer>,
  iterator: AsyncIterator<PortAnswer>,
  signal: AbortSignal,
): AsyncGenerator<PortAnswer, void, undefined> {
  try {
    for (let next = first; next.done !== true; next = await orAbort(iterator.next(), signal))
      yield next.value;
  } finally {
    // Not awaited: a provider that does not heed a cancellation would hold the turn up.
    iterator.return?.().catch(() => undefined);
  }
}

/** The value, or a rejection as soon as the signal is aborted: not every provider heeds it. */
async function orAbort<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  // Whatever comes of it after that is of no interest.
  value.catch(() => undefined);
  return Promise.race([value, promise]).finally(() => signal.removeEventListener('abort', stop));
}

/** The part as a chunk of a stream, so that an answer is assembled as any other: calls within texts, for one. */
function chunkOf(part: PortAnswer, index: number): unknown {
  const delta =
    part.kind === 'text'
      ? { content: part.text }
      : {
          tool_calls: [
            { index, id: part.id, function: { name: part.name, arguments: JSON.stringify(part.input) } },
          ],
        };
  return { choices: [{ delta }] };
}

import type { Abilities } from '../common/abilities.ts';
import { Assembly } from '../answer/assembly.ts';
import type { ChatModel, ModelEvent } from '../common/model.ts';
import { Negotiation } from '../request/negotiation.ts';
import { imagesLeftOut } from '../request/refusedImages.ts';
import { sentRequest } from '../request/sentRequest.ts';
import type { Usage } from '../../protocol/index.ts';
import { explainPortFailure, isOfEditor, nothingSaid, errorWords } from './failure.ts';
import { portName, type LanguageModelPort, type PortAnswer } from './port.ts';
import { requestTexts, toPortRequest } from './request.ts';
import { untilAborted } from '../../base/common/abort.ts';

/** Options that restrict what the editor reports. They cannot add abilities. */
export interface LanguageModelOptions extends Abilities {
  readonly toolCalling?: boolean | undefined;
}

/** Longest delay of an answer in ms by counting tokens. */
const countLimit = 1_000;

/** Makes a model of the editor (`vscode.lm`). It does nothing until the first request. */
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
  const options = { ...target, api: 'chat', canCallTools, images: images && port.canSee, schema } as const;
  const negotiation = new Negotiation(options);
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
        const { response, leftOut, lostImages } = await negotiation.respond(
          request,
          async (made, without) => {
            request.onSend?.(sentRequest(request, made, options, without, true));
            const sent = toPortRequest(made.params);
            return { sent, answer: await begin(port.send(sent, signal), signal) };
          },
        );
        yield* imagesLeftOut(lostImages, name);
        if (leftOut.length > 0) yield { type: 'toolsLeftOut', tools: leftOut };
        const inputTokens = count(port, requestTexts(response.sent), signal);
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

/** Yields the end of an answer. `vscode.lm` does not report the usage, so the model's token counter is used. */
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

/** Returns undefined if the provider does not count, or takes too long. */
async function count(
  port: LanguageModelPort,
  text: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(countLimit)]);
  try {
    const tokens = await untilAborted(Promise.resolve(port.countTokens(text, until)), until);
    return tokens > 0 ? tokens : undefined;
  } catch {
    return undefined;
  }
}

/** A refusal in the shape that `Negotiation` reads. */
class Refusal extends Error {
  readonly status = 400;
}

/**
 * Waits for the first part. If the request is refused until then, it can be made again without what was refused.
 * @throws Refusal, or the editor's own error
 */
async function begin(
  answer: AsyncIterable<PortAnswer>,
  signal: AbortSignal,
): Promise<AsyncGenerator<PortAnswer, void, undefined>> {
  const iterator = answer[Symbol.asyncIterator]();
  try {
    const first = await untilAborted(iterator.next(), signal);
    return rest(first, iterator, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw isOfEditor(error) ? error : new Refusal(errorWords(error), { cause: error });
  }
}

async function* rest(
  first: IteratorResult<PortAnswer>,
  iterator: AsyncIterator<PortAnswer>,
  signal: AbortSignal,
): AsyncGenerator<PortAnswer, void, undefined> {
  try {
    // Some providers go on after the signal is aborted.
    for (let next = first; next.done !== true; next = await untilAborted(iterator.next(), signal))
      yield next.value;
  } finally {
    // Ending the iterator is not awaited, because a provider may ignore it.
    iterator.return?.().catch(() => undefined);
  }
}

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

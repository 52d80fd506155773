/** A chat model behind an OpenAI-compatible endpoint. */
import { readAnswer } from './answer.ts';
import { Assembly } from './assembly.ts';
import { createClient } from './client.ts';
import { explainFailure } from './failure.ts';
import type { ChatModel } from './model.ts';
import { Negotiation } from './negotiation.ts';
import type { OpenAiModelOptions } from './request.ts';
import { lookUpWindow } from './windowLookup.ts';

/** Makes the model. Costs nothing until the first request. */
export function createOpenAiModel(options: OpenAiModelOptions): ChatModel {
  const { model, canCallTools } = options;
  const negotiation = new Negotiation(options);
  let client: ReturnType<typeof createClient> | undefined;

  return {
    name: model,
    canCallTools,
    key: `${options.baseURL} ${model}`,
    contextWindow: options.contextWindow,
    lookUpContextWindow: () => lookUpWindow(options, model),
    async *stream(request, signal) {
      try {
        signal.throwIfAborted();
        const { chat } = await (client ??= createClient(options));
        const { response, leftOut } = await negotiation.respond(request, (params) =>
          chat.completions.create(params, { signal }).asResponse(),
        );
        if (leftOut.length > 0) yield { type: 'toolsLeftOut', tools: leftOut };
        yield* readAnswer(response, new Assembly(request.tools, options), options);
      } catch (error) {
        signal.throwIfAborted();
        throw explainFailure(error, options);
      }
    },
  };
}

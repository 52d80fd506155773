import { t } from '@vscode/l10n';
import type { Api } from '../common/abilities.ts';
import { readAnswer } from '../answer/answer.ts';
import { ResponsesAssembly } from '../answer/responsesAssembly.ts';
import { createClient } from './client.ts';
import { listedWindow, lookUpWindow } from './modelList.ts';
import { explainModelFailure } from '../failures/failure.ts';
import { knownToolLimit } from '../failures/toolLimit.ts';
import type { ChatModel, ModelEvent } from '../common/model.ts';
import { hostOf, modelKey } from '../common/target.ts';
import { Negotiation } from '../request/negotiation.ts';
import { imagesLeftOut } from '../request/refusedImages.ts';
import { withCost } from '../prices/price.ts';
import type { OpenAiModelOptions } from '../request/request.ts';
import { RequestBodies } from '../request/requestBody.ts';
import { sentRequest } from '../request/sentRequest.ts';
import type { EndpointConnection } from './endpoint.ts';

const paths: Readonly<Record<Api, string>> = { chat: '/chat/completions', responses: '/responses' };
/** Without this header, the package would encode the text as JSON again. */
const headers = { 'content-type': 'application/json' };

export function createOpenAiModel(options: OpenAiModelOptions): ChatModel {
  const { model, canCallTools } = options;
  const negotiation = new Negotiation(options);
  const bodies = new RequestBodies();
  let client: ReturnType<typeof createClient> | undefined;

  return {
    name: model,
    canCallTools,
    key: modelKey(options),
    host: hostOf(options),
    textCalls: options.textCalls ?? 'auto',
    contextWindow: options.contextWindow,
    get listedWindow() {
      return listedWindow(options);
    },
    maxTools: knownToolLimit(options.baseURL),
    lookUpContextWindow: () => lookUpWindow(options, model),
    async *stream(request, signal) {
      let api: Api = 'chat';
      try {
        signal.throwIfAborted();
        const openai = await (client ??= createClient(options));
        const { response, leftOut, fields, lostImages } = await negotiation.respond(
          request,
          (made, without) => {
            ({ api } = made);
            request.onSend?.(sentRequest(request, made, options, without));
            // This does what `chat.completions.create` does, with a body that is already written.
            return openai.post(paths[api], { body: bodies.write(made), headers, signal }).asResponse();
          },
        );
        if (fields.length > 0)
          yield fieldsLeftOut(
            fields.map(({ name }) => name),
            hostOf(options),
          );
        yield* imagesLeftOut(lostImages, hostOf(options));
        if (leftOut.length > 0) yield { type: 'toolsLeftOut', tools: leftOut };
        // It reads both forms, because some gateways answer in the other one.
        const answer = new ResponsesAssembly(request, options);
        for await (const event of readAnswer(response, answer, options))
          yield event.type === 'usage' ? await withCost(event, options) : event;
      } catch (error) {
        signal.throwIfAborted();
        throw explainModelFailure(error, { ...options, api });
      }
    },
  };
}

function fieldsLeftOut(fields: readonly string[], host: string): ModelEvent {
  const names = fields.join(', ');
  const message =
    fields.length === 1
      ? t('{0} does not accept the value of the field {1}. The request was sent without it.', host, names)
      : t(
          '{0} does not accept the values of the fields {1}. The request was sent without them.',
          host,
          names,
        );
  return { type: 'fieldsLeftOut', fields, message };
}

/** Events about the request, which come before the first of the answer. */
const beforeAnswer: ReadonlySet<ModelEvent['type']> = new Set([
  'toolsLeftOut',
  'fieldsLeftOut',
  'imagesLeftOut',
]);

/** A tool for the probe: some models, and some servers as started, do not accept tools. */
const tool = {
  name: 'patchbay_check',
  description: 'Does nothing. Do not call it.',
  inputSchema: { type: 'object', properties: {} },
};

/**
 * Resolves on the first event, or after `limitMs`, because loading a model is slow. @throws ModelError, or the signal's
 * reason
 */
export async function probeModel(
  connection: EndpointConnection,
  model: string,
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const enough = AbortSignal.timeout(limitMs);
  const request = {
    messages: [{ role: 'user', text: 'Answer with the word OK.' }],
    tools: [tool],
    // The request has no token limit, because reasoning models answer a small one with an error.
  } as const;
  const done = new AbortController();
  const until = AbortSignal.any([signal, enough, done.signal]);
  try {
    for await (const event of createOpenAiModel({ ...connection, model, canCallTools: true }).stream(
      request,
      until,
    ))
      if (!beforeAnswer.has(event.type)) break;
  } catch (error) {
    if (signal.aborted || !enough.aborted) throw error;
  } finally {
    done.abort();
  }
}

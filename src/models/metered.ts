/** Reports each request to a model, so that no cost is missed. */
import type { MeteredRequest, Usage } from '../protocol/index.ts';
import type { ChatModel } from './common/model.ts';

/** Meters a model. It goes inside `withRetries`, because each attempt counts. A refused attempt costs nothing. */
export function metered(model: ChatModel, onRequest: (request: MeteredRequest) => void): ChatModel {
  return {
    ...model,
    async *stream(request, signal) {
      let usage: Usage | undefined;
      let isBegun = false;
      try {
        for await (const event of model.stream(request, signal)) {
          if (event.type === 'usage') ({ usage } = event);
          isBegun ||= ['text', 'reasoning', 'callDraft', 'usage', 'answer'].includes(event.type);
          yield event;
        }
      } finally {
        if (isBegun) onRequest({ model: model.name, host: model.host ?? '', usage });
      }
    },
  };
}

/**
 * Writes request bodies. Messages never change, so only new ones are converted to JSON; the openai package converts all
 * of them each time.
 */
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { Api } from '../common/abilities.ts';
import { markedMessages, withMark } from './cacheMarks.ts';
import type { MadeRequest } from './request.ts';
import { inputItems, responsesFields } from './responses.ts';

/** The JSON of a message is kept for it, so that a request writes only what is new. */
type Written = WeakMap<ChatCompletionMessageParam, string>;

/** Returns the messages of a request as its body has them, where refusals count them. */
export function bodyItems({ api, params: { messages, ...others } }: MadeRequest): readonly unknown[] {
  return api === 'chat' ? messages : responsesFields(messages, others).rest.flatMap(inputItems);
}

export class RequestBodies {
  private readonly written: Readonly<Record<Api, Written>> = {
    chat: new WeakMap(),
    responses: new WeakMap(),
  };

  write({
    api,
    params: { messages, ...others },
    isMarked = false,
  }: Pick<MadeRequest, 'api' | 'params' | 'isMarked'>): string {
    const isChat = api === 'chat';
    // Marks move with each request, so a marked message is not cached.
    const marked = isMarked && isChat ? markedMessages(messages) : new Set();
    const { rest, fields } = isChat ? { rest: messages, fields: others } : responsesFields(messages, others);
    const texts = rest
      .map((message) =>
        marked.has(message)
          ? JSON.stringify(withMark(message))
          : this.text(api, message, isChat ? JSON.stringify : itemsText),
      )
      .filter((text) => text !== '');
    return `${JSON.stringify(fields).slice(0, -1)},"${isChat ? 'messages' : 'input'}":[${texts.join(',')}]}`;
  }

  private text(
    api: Api,
    message: ChatCompletionMessageParam,
    write: (message: ChatCompletionMessageParam) => string,
  ): string {
    const known = this.written[api].get(message);
    if (known !== undefined) return known;
    const text = write(message);
    this.written[api].set(message, text);
    return text;
  }
}

function itemsText(message: ChatCompletionMessageParam): string {
  return JSON.stringify(inputItems(message)).slice(1, -1);
}

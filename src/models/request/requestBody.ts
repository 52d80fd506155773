/** Messages never change, so only new ones are written as JSON; the openai package writes all each time. */
import type { MadeRequest } from './request.ts';

type Params = MadeRequest['params'];

export class RequestBodies {
  private messages: Params['messages'] = [];
  private texts: readonly string[] = [];

  /** A message that is the same object as the one in its place before is not written again. */
  write({ messages, ...others }: Params): string {
    const before = this.messages;
    const texts = messages.map((message, index) => {
      const known = before[index] === message ? this.texts[index] : undefined;
      return known ?? JSON.stringify(message);
    });
    this.messages = messages;
    this.texts = texts;
    return `${JSON.stringify(others).slice(0, -1)},"messages":[${texts.join(',')}]}`;
  }
}

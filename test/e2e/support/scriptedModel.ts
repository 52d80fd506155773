/** The model of a window in an end-to-end test: a real endpoint that says what the test lays out. */
import {
  startEndpoint,
  textReply,
  type Reply,
  type ScriptedEndpoint,
  type SeenRequest,
} from '../../fixtures/endpoint.ts';
import type { ChatFrame } from './chat.ts';
import { poll } from './poll.ts';

/** A message as the endpoint reads it. */
export interface ReadMessage {
  readonly role: string;
  readonly content: unknown;
}

/**
 * Starts it on a free port. A request for which nothing is laid out is answered with `otherwise`. Close it in any
 * case: it holds the port.
 */
export async function startModel(otherwise = 'Done.'): Promise<ScriptedModel> {
  const queue: Reply[] = [];
  // What is only looked up, such as the list of models, takes none of the replies.
  const script = ({ method }: SeenRequest): Reply =>
    (method === 'POST' ? queue.shift() : undefined) ?? textReply(otherwise);
  return new ScriptedModel(queue, await startEndpoint(script));
}

export class ScriptedModel {
  /** Its place in `patchbay.*`: the settings of a window that is to ask it. */
  readonly settings: Readonly<Record<'patchbay.model.baseUrl' | 'patchbay.model.name', string>>;
  readonly #endpoint: ScriptedEndpoint;
  readonly #queue: Reply[];
  #seen = 0;

  constructor(queue: Reply[], endpoint: ScriptedEndpoint) {
    this.#queue = queue;
    this.#endpoint = endpoint;
    this.settings = { 'patchbay.model.baseUrl': endpoint.baseURL, 'patchbay.model.name': 'scripted' };
  }

  /** Lays out the next replies, in the place of those that are left, and counts requests anew. */
  replyWith(...replies: readonly Reply[]): void {
    this.#queue.splice(0, Infinity, ...replies);
    this.#seen = this.#endpoint.requests.length;
  }

  /** All requests so far. */
  get requests(): readonly SeenRequest[] {
    return this.#endpoint.requests;
  }

  /** The requests since the last `replyWith`. */
  get newRequests(): readonly SeenRequest[] {
    return this.requests.slice(this.#seen);
  }

  /** The messages of the newest request; none if there is no request. */
  get messages(): readonly ReadMessage[] {
    return messagesOf(this.requests);
  }

  /** The same as JSON, to look for words in. */
  get read(): string {
    return JSON.stringify(this.messages);
  }

  /** The last message of the newest request, as JSON. */
  get lastRead(): string {
    return JSON.stringify(this.messages.at(-1)) ?? '';
  }

  /** The results of calls in the newest request, each as JSON. */
  get results(): string[] {
    return this.messages.flatMap(({ role, content }) => (role === 'tool' ? [JSON.stringify(content)] : []));
  }

  /**
   * Waits until the result of a call has come in a request since the last `replyWith` and the turn has ended, and
   * gives the first result in the newest of these requests as JSON.
   * @throws an Error after 60 s.
   */
  async result(chat: ChatFrame): Promise<string> {
    const result = await poll('the result to reach the model', () => {
      const answer = messagesOf(this.newRequests).find(({ role }) => role === 'tool');
      return Promise.resolve(answer && JSON.stringify(answer.content));
    });
    await chat.idle();
    return result;
  }

  /** Closes the endpoint at once, also connections in use. */
  close(): Promise<void> {
    return this.#endpoint.close();
  }
}

function messagesOf(requests: readonly SeenRequest[]): readonly ReadMessage[] {
  return (requests.at(-1)?.body.messages ?? []) as readonly ReadMessage[];
}

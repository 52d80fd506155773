/** What a turn can begin with besides a text: a prompt of a server, resources that were attached to the message. */
import type { McpManager, Server } from '../mcp/index.ts';
import type { Message } from '../models/index.ts';
import type { Attachment, ContentPart, Offer } from '../protocol/index.ts';
import { fromMcpResource } from '../tools/index.ts';
import { offerOf, promptMessages, toConversation } from './prompts.ts';
import type { Said } from './transcript.ts';

/** The beginning of a turn: what the transcript shows, and what the model reads. */
export interface Opening {
  readonly said: Said;
  readonly messages: readonly Message[];
}

/** An argument of a prompt that is being written, with what was filled in beside it. */
export interface PromptCompletion {
  readonly server: string;
  readonly name: string;
  readonly argument: string;
  readonly value: string;
  readonly others: Readonly<Record<string, string>>;
}

/** Fetches the beginnings of turns from the servers. */
export class Openings {
  private readonly manager: McpManager;

  constructor(manager: McpManager) {
    this.manager = manager;
  }

  /** The prompts there are now, and whether there is anything to attach. */
  get offer(): Offer {
    return offerOf(this.manager);
  }

  /** Runs a prompt. @throws Error that says why there is nothing to begin with. */
  async ofPrompt(
    server: string,
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Opening> {
    const result = await this.server(server).getPrompt(name, args, signal);
    const messages = promptMessages(result.messages);
    if (messages.length === 0) throw new Error(`The prompt "${name}" has no messages.`);
    const values = Object.entries(args).map(([key, value]) => `${key}: ${value}`);
    const text = [`/${server}.${name}`, ...values].join('\n');
    return { said: { text, prompt: { server, name, messages } }, messages: toConversation(messages) };
  }

  /** Reads what is attached, as it is now. @throws Error that says which resource could not be read, and why. */
  async ofMessage(text: string, attachments: readonly Attachment[], signal: AbortSignal): Promise<Opening> {
    const contents = await Promise.all(attachments.map((attachment) => this.read(attachment, signal)));
    return { said: { text, attachments }, messages: [{ role: 'user', text, content: contents.flat() }] };
  }

  /** Values that the server suggests. @throws CallFailure */
  complete(
    { server, name, argument, value, others }: PromptCompletion,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const completing = {
      ref: { kind: 'prompt', name },
      argument: { name: argument, value },
      others,
    } as const;
    return this.server(server).complete(completing, signal);
  }

  private async read({ server, uri, name }: Attachment, signal: AbortSignal): Promise<ContentPart[]> {
    try {
      const { contents } = await this.server(server).readResource(uri, signal);
      return contents.flatMap((content) => fromMcpResource(content) ?? []);
    } catch (error) {
      throw new Error(`"${name}" could not be read. ${(error as Error).message}`, { cause: error });
    }
  }

  private server(name: string): Server {
    const server = this.manager.server(name);
    if (!server) throw new Error(`There is no server "${name}" any more.`);
    return server;
  }
}

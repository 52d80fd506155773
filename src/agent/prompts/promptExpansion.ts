import { t } from '@vscode/l10n';
import { messageOf } from '../../base/common/message.ts';
import { type McpManager, type Server } from '../../mcp/index.ts';
import type { GivenInstructions, Message } from '../../models/index.ts';
import type { Attachment, ContentPart, InstructionUse, Offer } from '../../protocol/index.ts';
import { fromMcpResource, type OpenedResources } from '../../tools/index.ts';
import { composerOffer, promptMessages, toConversation } from './prompts.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Skills } from '../skills/skills.ts';
import type { UserContent } from '../transcript/transcript.ts';

export interface TurnInput {
  readonly content: UserContent;
  /** Instructions that come with the message: of a skill that it names, and of the folders of attached files. */
  readonly instructions?: readonly InstructionUse[] | undefined;
  readonly messages: readonly Message[];
  readonly onlyServers?: readonly string[] | undefined;
}

export type OwnAttachment = Exclude<Attachment, { readonly kind: 'resource' | 'server' }>;

export interface ReadAttachment {
  readonly content: readonly ContentPart[];
  readonly note?: string;
  /** Marks content that holds a secret, whatever the name says. */
  readonly holdsSecret?: boolean | undefined;
}

/** Reads an attachment. Rejects with an error that tells the user why it cannot be read. */
export type ReadOwnAttachment = (attachment: OwnAttachment, signal: AbortSignal) => Promise<ReadAttachment>;

/** Returns the instructions of folders below the workspace's, for the files with these URIs. */
export type InstructionsFor = (
  uris: readonly string[],
  conversation: Conversation,
) => Promise<{ readonly given: readonly GivenInstructions[]; readonly files: readonly InstructionUse[] }>;

const readNothing: ReadOwnAttachment = () =>
  Promise.reject(new Error(t('Only an editor can read attachments.')));

export interface PromptCompletion {
  readonly server: string;
  readonly name: string;
  readonly argument: string;
  readonly value: string;
  readonly others: Readonly<Record<string, string>>;
}

export class PromptExpansion {
  private readonly manager: McpManager;
  private readonly opened: OpenedResources;
  private readonly readOwn: ReadOwnAttachment;
  private readonly skills: Skills | undefined;
  private readonly instructionsFor: InstructionsFor;

  constructor(
    manager: McpManager,
    opened: OpenedResources,
    readOwn: ReadOwnAttachment = readNothing,
    skills?: Skills,
    instructionsFor: InstructionsFor = () => Promise.resolve({ given: [], files: [] }),
  ) {
    this.instructionsFor = instructionsFor;
    this.manager = manager;
    this.skills = skills;
    this.opened = opened;
    this.readOwn = readOwn;
  }

  get offer(): Offer {
    const skills = this.skills?.enabled.map(({ name, description }) => ({ name, description }));
    return { ...composerOffer(this.manager), skills: skills && skills.length > 0 ? skills : undefined };
  }

  /** Fetches a server's prompt to begin a turn with. @throws Error that says why there is nothing to begin with */
  async expandPrompt(
    server: string,
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<TurnInput> {
    const result = await this.server(server).getPrompt(name, args, signal);
    const messages = promptMessages(result.messages);
    if (messages.length === 0) throw new Error(t('The prompt "{0}" has no messages.', name));
    const values = Object.entries(args).map(([key, value]) => `${key}: ${value}`);
    const text = [`/${server}.${name}`, ...values].join('\n');
    return { content: { text, prompt: { server, name, messages } }, messages: toConversation(messages) };
  }

  /**
   * Reads the attachments of a message, the skill that it names, and instructions for attached files.
   * @throws Error that says what could not be read, and why
   */
  async expandMessage(
    text: string,
    attachments: readonly Attachment[],
    signal: AbortSignal,
    conversation?: Conversation,
  ): Promise<TurnInput> {
    const read = await Promise.all(attachments.map((attachment) => this.read(attachment, signal)));
    const onlyServers = attachments.flatMap((each) => (each.kind === 'server' ? [each.server] : []));
    const said = attachments.map((attachment, index) => {
      const { note, holdsSecret } = read[index] ?? {};
      return {
        ...attachment,
        ...(note !== undefined && { note }),
        ...(holdsSecret === true && { holdsSecret }),
      };
    });
    const skill = await this.skills?.inMessage(text);
    const content = read.flatMap((each) => each.content);
    if (skill) content.unshift({ type: 'text', text: skill.text });
    const uris = attachments.flatMap((each) =>
      each.kind === 'file' || each.kind === 'selection' || each.kind === 'symbol' ? [each.uri] : [],
    );
    const { given, files } =
      conversation && uris.length > 0
        ? await this.instructionsFor(uris, conversation)
        : { given: [], files: [] };
    if (given.length > 0) content.push({ type: 'text', text: given.map((each) => each.text).join('\n\n') });
    const instructions = given.map(({ path, digest }) => ({ path, digest }));
    return {
      content: { text, attachments: said },
      messages: [
        {
          role: 'user',
          text,
          ...(content.length > 0 && { content }),
          ...(skill && { skill: skill.name }),
          ...(instructions.length > 0 && { instructions }),
        },
      ],
      instructions: skill || files.length > 0 ? [...(skill ? [skill.use] : []), ...files] : undefined,
      onlyServers: onlyServers.length > 0 ? onlyServers : undefined,
    };
  }

  /** Asks a server for values of a prompt's argument. @throws CallFailure */
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

  private async read(attachment: Attachment, signal: AbortSignal): Promise<ReadAttachment> {
    try {
      switch (attachment.kind) {
        case 'resource': {
          this.opened.add(attachment.server, attachment.uri);
          const { contents } = await this.server(attachment.server).readResource(attachment.uri, signal);
          return { content: contents.flatMap((content) => fromMcpResource(content) ?? []) };
        }
        case 'server':
          return { content: this.restriction(attachment.server) };
        default:
          return await this.readOwn(attachment, signal);
      }
    } catch (error) {
      const { kind, name } = attachment;
      const what = kind === 'server' ? t('"{0}" cannot be used.', name) : t('"{0}" could not be read.', name);
      throw new Error(`${what} ${messageOf(error).localized}`, { cause: error });
    }
  }

  /** Tells the model to use the tools of one server. Refuses a server that has none, because it is not connected. */
  private restriction(name: string): readonly ContentPart[] {
    const { kind } = this.server(name).state;
    if (kind === 'disconnected' || kind === 'error')
      throw new Error(
        t(
          'The server is not connected, so it has no tools. Connect the server, or remove it from the message.',
        ),
      );
    const text = `[For this message the user wants you to use the tools of the server "${name}".]`;
    return [{ type: 'text', text }];
  }

  private server(name: string): Server {
    const server = this.manager.server(name);
    if (!server) throw new Error(t('The server "{0}" no longer exists.', name));
    return server;
  }
}

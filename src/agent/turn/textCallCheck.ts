/** Decides about calls in the text of an answer, and what the user is told of those that are not run. */
import type { TextCallRefusal } from '../conversation/events.ts';
import type { ChatModel, FoundTextCalls, Message } from '../../models/index.ts';
import type { ToolSet } from '../../tools/index.ts';
import { mayBeQuoted, textsOf, type ReadTexts } from './quotedCalls.ts';

/** The models that have called a tool by the protocol while this window was open, by their keys. */
const callers = new Set<string>();

/** Decides for one request. */
export class TextCallCheck {
  private readonly model: ChatModel;
  private readonly tools: ToolSet;
  private readonly messages: readonly Message[];
  private why: TextCallRefusal | undefined;

  /** `messages` are all of the conversation, also those that the model no longer gets, and the system's. */
  constructor(model: ChatModel, tools: ToolSet, messages: readonly Message[]) {
    this.model = model;
    this.tools = tools;
    this.messages = messages;
  }

  /** Why calls that were found were not run; undefined if there were none. */
  get refusal(): TextCallRefusal | undefined {
    return this.why;
  }

  /** Takes calls or refuses them; undefined where the user wants nothing of this. */
  get takes(): ((found: FoundTextCalls) => boolean) | undefined {
    if (this.model.textCalls === 'off') return undefined;
    return (found) => {
      this.why = this.refusalOf(found);
      return this.why === undefined;
    };
  }

  /** To be called with an answer: a model that has called a tool by the protocol needs no other way. */
  answered({ calls }: Extract<Message, { role: 'assistant' }>): void {
    if (calls.some(({ isFromText }) => isFromText !== true)) callers.add(this.model.key);
  }

  private refusalOf({ calls, source, isAtEnd, isWholeAnswer }: FoundTextCalls): TextCallRefusal | undefined {
    const isOn = this.model.textCalls === 'on';
    const isCaller = callers.has(this.model.key);
    // Whoever calls tools by the protocol writes about such calls.
    if (!isAtEnd) return isCaller && !isOn ? undefined : 'elsewhere';
    const written = calls.map(({ name, argsText }) => ({
      wireName: name,
      toolName: this.tools.get(name)?.name ?? name,
      argsText,
    }));
    if (mayBeQuoted(written, source, this.read())) return 'quoted';
    if (isOn) return undefined;
    return isWholeAnswer && !isCaller ? 'offer' : 'notAllowed';
  }

  private read(): ReadTexts {
    const foreign: string[] = [];
    const own: string[] = [];
    for (const message of this.messages) {
      if (message.role === 'tool') foreign.push(...textsOf(message.content));
      if (message.role === 'user') foreign.push(...textsOf(message.content ?? []));
      if (message.role === 'user' || message.role === 'system') own.push(message.text);
    }
    for (const { description, inputSchema } of this.tools.values())
      own.push(`${description}\n${JSON.stringify(inputSchema)}`);
    return { foreign, own };
  }
}

import type { TextCallRefusal } from '../conversation/events.ts';
import type { ChatModel, FoundTextCalls, Message } from '../../models/index.ts';
import type { ToolSet } from '../../tools/index.ts';
import { mayBeQuoted, contentTexts, type ReadTexts } from './quotedCalls.ts';

/** Keys of models that have called tools by the protocol, while this window was open. */
const callers = new Set<string>();

/** Decides, for one request, whether calls in the text of the answer run. */
export class TextCallCheck {
  private readonly model: ChatModel;
  private readonly tools: ToolSet;
  private readonly messages: readonly Message[];
  private why: TextCallRefusal | undefined;

  /** Takes all messages, with the system message and those that the model no longer gets. */
  constructor(model: ChatModel, tools: ToolSet, messages: readonly Message[]) {
    this.model = model;
    this.tools = tools;
    this.messages = messages;
  }

  /** Reason for which calls in the text did not run; undefined if there were none, or if they ran. */
  get refusal(): TextCallRefusal | undefined {
    return this.why;
  }

  /** Decides whether calls in a text run; undefined if the setting is off. */
  get takes(): ((found: FoundTextCalls) => boolean) | undefined {
    if (this.model.textCalls === 'off') return undefined;
    return (found) => {
      this.why = this.refusalOf(found);
      return this.why === undefined;
    };
  }

  /** Notes a model that has called a tool by the protocol, because it needs no other way. */
  answered({ calls }: Extract<Message, { role: 'assistant' }>): void {
    if (calls.some(({ isFromText }) => isFromText !== true)) callers.add(this.model.key);
  }

  private refusalOf({ calls, source, isAtEnd, isWholeAnswer }: FoundTextCalls): TextCallRefusal | undefined {
    const isOn = this.model.textCalls === 'on';
    const isCaller = callers.has(this.model.key);
    // A call before the end of an answer is no sign of trouble with a model that calls by the protocol: such models
    // write about calls.
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
      if (message.role === 'tool') {
        foreign.push(...contentTexts(message.content));
        foreign.push(...(message.instructions ?? []).map(({ text }) => text));
      }
      if (message.role === 'user') foreign.push(...contentTexts(message.content ?? []));
      if (message.role === 'user' || message.role === 'system') own.push(message.text);
    }
    for (const { description, inputSchema } of this.tools.values())
      own.push(`${description}\n${JSON.stringify(inputSchema)}`);
    return { foreign, own };
  }
}

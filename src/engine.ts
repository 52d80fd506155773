/** Puts the core together. It needs no editor, so that it also runs headless. */
import {
  attachedInstructions,
  PromptExpansion,
  RequestViews,
  StepRequests,
  type InstructionOptions,
  type OpeningOptions,
  type ReadOwnAttachment,
} from './agent/index.ts';
import { ServersAndTools, ToolViews, Turns, type ToolOptions } from './engine/index.ts';
import { CallHistory, type HistoryOptions } from './store/index.ts';

export { maxToolTokens, type ManualCall, type ToolOfferState, type TurnRequest } from './engine/index.ts';

export interface EngineOptions extends ToolOptions {
  /** Storage of the call history. Without it, calls are not saved. */
  readonly history?: Omit<HistoryOptions, 'redact'> | undefined;
  /** Returns which instruction files are read. Without it there are none. */
  readonly instructions?: (() => InstructionOptions) | undefined;
  /** Says what is looked at as a conversation is opened. Without it the model is told neither date nor branch. */
  readonly opening?: OpeningOptions | undefined;
  /** Reads attachments that are not a server's. Without it, a message with one is refused. */
  readonly readAttachment?: ReadOwnAttachment | undefined;
}

/** Servers and tools, with the turns that use them and what is shown of them. */
export class Engine extends ServersAndTools {
  readonly turns: Turns;
  readonly views: ToolViews;
  /** History of the calls of all windows. */
  readonly history: CallHistory | undefined;
  readonly promptExpansion: PromptExpansion;
  private readonly requests = new StepRequests();
  /** Views of the requests that models got in this window. */
  readonly requestViews = new RequestViews(this.requests, (text) => this.redact(text));

  constructor({ history, instructions, opening, readAttachment, ...options }: EngineOptions) {
    super(options);
    this.history =
      history && new CallHistory({ ...history, redact: (source, text) => this.redact(text, source) });
    const { requests } = this;
    const { workspace, openLog } = options;
    this.turns = new Turns({
      servers: this,
      workspace,
      openLog,
      requests,
      history: this.history,
      instructions,
      opening,
    });
    this.views = new ToolViews(this);
    this.promptExpansion = new PromptExpansion(
      this.manager,
      this.tools.opened,
      readAttachment,
      this.skills,
      instructions && ((uris, conversation) => attachedInstructions(instructions(), conversation, uris)),
    );
  }

  override async dispose(): Promise<void> {
    this.requests.dispose();
    await super.dispose();
    this.history?.dispose();
  }
}

import type { TerminalStyles } from '../base/common/terminalText.ts';

/** Content of a tool result (2025-11-25, server/tools, "Tool Result"). */
export type ContentPart =
  | {
      readonly type: 'text';
      readonly text: string;
      /** Styles of a terminal, for the user alone. */
      readonly styles?: TerminalStyles | undefined;
    }
  /** `data` is base64 without a `data:` prefix. */
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly type: 'audio'; readonly mimeType: string; readonly data: string }
  /** A resource with its content. `blob` is base64. */
  | {
      readonly type: 'resource';
      readonly uri: string;
      readonly mimeType?: string | undefined;
      readonly text?: string | undefined;
      readonly blob?: string | undefined;
    }
  | {
      readonly type: 'link';
      readonly uri: string;
      readonly name: string;
      readonly title?: string | undefined;
      readonly description?: string | undefined;
      readonly mimeType?: string | undefined;
      /** Nobody but the user can open it, so the model does not read of it. */
      readonly isForUser?: true | undefined;
    }
  /** MCP `structuredContent`, any JSON value. */
  | { readonly type: 'json'; readonly value: unknown };

/** MCP `notifications/progress`. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Progress of a call. `output` is the text that the call has written since the last update. */
export interface ProgressUpdate extends Progress {
  readonly output?: string | undefined;
}

export const RUN_COMMAND = 'run_command';
export const READ_COMMAND_OUTPUT = 'read_command_output';
export const SEND_COMMAND_INPUT = 'send_command_input';
export const STOP_COMMAND = 'stop_command';

/** Text that the model reads after the line about how a command ended, if the command wrote nothing. */
export const NO_OUTPUT = '(no output)';

/**
 * What a tool can return, in the words every room shares: the tools room makes these parts from MCP
 * content, the models room sends them to the model, the webview draws them.
 *
 * The kinds are those of an MCP tool result (specification 2025-11-25, server/tools, "Tool Result").
 */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  /** `data` is base64 without a `data:` prefix. */
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly type: 'audio'; readonly mimeType: string; readonly data: string }
  /** A resource whose content came along. `blob` is base64. */
  | {
      readonly type: 'resource';
      readonly uri: string;
      readonly mimeType?: string;
      readonly text?: string;
      readonly blob?: string;
    }
  /** A resource that can be read later. */
  | {
      readonly type: 'link';
      readonly uri: string;
      readonly name: string;
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
    }
  /** `structuredContent`: any JSON value. */
  | { readonly type: 'json'; readonly value: unknown };

/** How far a running call is (MCP `notifications/progress`). `total` and `message` as the server gives them. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** News of a running call. `output` is what it has written since the last ones, if it writes while it runs. */
export interface ProgressUpdate extends Progress {
  readonly output?: string;
}

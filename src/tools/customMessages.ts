export type Order =
  | { readonly type: 'describe'; readonly file: string; readonly files?: ConfirmedFiles | undefined }
  | {
      readonly type: 'call';
      readonly file: string;
      readonly files?: ConfirmedFiles | undefined;
      readonly args: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'abort' };

/** Digests by real path. Only these files may be loaded. */
export type ConfirmedFiles = Readonly<Record<string, string>>;

/** A message from foreign code, so each field is checked. */
export type Report =
  | {
      readonly type: 'progress';
      readonly progress: number;
      readonly total?: number | undefined;
      readonly message?: string | undefined;
    }
  | { readonly type: 'done'; readonly value?: unknown }
  | { readonly type: 'refused'; readonly path: string }
  /** `line` is a line of the tool's file, from 1. */
  | { readonly type: 'failed'; readonly message: string; readonly line?: number | undefined };

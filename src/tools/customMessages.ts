/** What goes between Patchbay and the process of a custom tool. Types only. */

/** To the process. The first order is one of the first two. */
export type Order =
  | { readonly type: 'describe'; readonly file: string; readonly files?: ConfirmedFiles }
  | {
      readonly type: 'call';
      readonly file: string;
      readonly files?: ConfirmedFiles;
      readonly args: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'abort' };

/** Digests by real path: the only files that may be loaded. Without them, all may. */
export type ConfirmedFiles = Readonly<Record<string, string>>;

/** From the process, which runs foreign code: each field is checked before it is believed. */
export type Report =
  | {
      readonly type: 'progress';
      readonly progress: number;
      readonly total?: number;
      readonly message?: string;
    }
  | { readonly type: 'done'; readonly value?: unknown }
  /** A file was not loaded, because it is not among the confirmed ones. */
  | { readonly type: 'refused'; readonly path: string }
  /** `line` is one of the tool's file, from 1. */
  | { readonly type: 'failed'; readonly message: string; readonly line?: number };

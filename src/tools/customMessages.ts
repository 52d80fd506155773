/** What goes between Patchbay and the process of a custom tool. Types only. */

/** To the process. The first order is one of the first two. */
export type Order =
  | { readonly type: 'describe'; readonly file: string }
  | { readonly type: 'call'; readonly file: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly type: 'abort' };

/** From the process, which runs foreign code: each field is checked before it is believed. */
export type Report =
  | {
      readonly type: 'progress';
      readonly progress: number;
      readonly total?: number;
      readonly message?: string;
    }
  | { readonly type: 'done'; readonly value?: unknown }
  /** `line` is one of the tool's file, from 1. */
  | { readonly type: 'failed'; readonly message: string; readonly line?: number };

/** Handles messages by their type. Apart from the schemas, which pages do without. */

/** What handles each message, by its type. `Context` is what all of them get beside it. */
export type Handlers<M extends { readonly type: string }, Context extends readonly unknown[] = []> = {
  readonly [T in M['type']]: (message: Extract<M, { readonly type: T }>, ...context: Context) => unknown;
};

/** Calls the handler of the message. One of an unknown type is ignored. */
export function dispatch<M extends { readonly type: string }, Context extends readonly unknown[]>(
  handlers: Handlers<M, Context>,
  message: M,
  ...context: Context
): unknown {
  const type = message.type as M['type'];
  return Object.hasOwn(handlers, type) ? handlers[type](message as never, ...context) : undefined;
}

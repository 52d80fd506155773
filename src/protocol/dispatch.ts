/** Calls the handler of a message. It is apart from the schemas, because pages do not load those. */

/** A handler for each type of message. `Context` are further arguments of all handlers. */
export type Handlers<M extends { readonly type: string }, Context extends readonly unknown[] = []> = {
  readonly [T in M['type']]: (message: Extract<M, { readonly type: T }>, ...context: Context) => unknown;
};

export function dispatch<M extends { readonly type: string }, Context extends readonly unknown[]>(
  handlers: Handlers<M, Context>,
  message: M,
  ...context: Context
): unknown {
  const type = message.type as M['type'];
  return Object.hasOwn(handlers, type) ? handlers[type](message as never, ...context) : undefined;
}

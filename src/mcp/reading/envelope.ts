/**
 * Makes the outside of messages regular (JSON-RPC 2.0), because the SDK refuses any other member, null beside a result,
 * and so on.
 */
import { isRecord } from '../../base/common/guards.ts';
import { msg, type LocalizedMessage } from '../../base/common/message.ts';
import { jsonOf } from './contentRules.ts';
import { bareResults } from './messageRules.ts';

export interface EnvelopeContext {
  /** Finds an open request by its id as a server writes it. Returns the id as it was sent, and the method. */
  readonly openRequest: (
    id: unknown,
  ) => { readonly id: string | number; readonly method: string } | undefined;
  /** Finds the only request that an answer can be for whose id is that of no request. */
  readonly fittingRequest: (
    message: Readonly<Record<string, unknown>>,
  ) => { readonly id: string | number; readonly method: string } | undefined;
  /** The request that the JSON is the answer to, whatever it holds. */
  readonly posted: () => { readonly id: string | number; readonly method: string } | undefined;
  readonly tell: (path: string, what: 'left out' | 'mended') => void;
  /** Called for a value that is no message, with the reason. */
  readonly refuse: (why: LocalizedMessage) => void;
}

const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;
/** Methods that a server may send without having been asked. Other values with a `method` may be logs in JSON. */
const ofServers = /^(?:notifications|sampling|elicitation|roots)\/|^ping$/;

/**
 * Returns the messages in a received value, which may be none. A message in which nothing is odd stays the same object.
 */
export function messagesIn(value: unknown, context: EnvelopeContext): readonly object[] {
  const all = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return all.map((each) => regular(each, context)).filter((each) => each !== undefined);
}

function regular(value: unknown, context: EnvelopeContext): object | undefined {
  if (!isRecord(value)) return refused('jsonrpc', context);
  const { jsonrpc, id, method, params, result, error } = value;
  const isNamed = jsonrpc === '2.0';
  const hasResult = result !== undefined && result !== null;
  // Some servers repeat the method in the answer.
  const isRepeated = (hasResult || isError(error)) && context.openRequest(id)?.method === method;
  if (typeof method === 'string' && !isRepeated && (isNamed || ofServers.test(method))) {
    const right = {
      jsonrpc: '2.0',
      ...(isId(id) && { id }),
      method,
      ...(isRecord(params) && { params: withMeta(params, 'params._meta', context) }),
    };
    return same(value, right, context);
  }
  const open = context.openRequest(id) ?? (isNamed ? context.fittingRequest(value) : undefined);
  if (!open && !isNamed && (id === undefined || id === null)) {
    const words = bareError(value);
    const asked = words === undefined ? undefined : context.posted();
    if (asked) return same(value, { jsonrpc: '2.0', id: asked.id, error: errorOf(words, context) }, context);
  }
  if (!isNamed && open === undefined) return refused('jsonrpc', context);
  const head = { jsonrpc: '2.0', id: open?.id ?? id };
  if (hasResult ? isError(error) : saysSomething(error)) {
    const { id: known, ...rest } = head;
    return same(
      value,
      { ...rest, ...(isId(known) && { id: known }), error: errorOf(error, context) },
      context,
    );
  }
  if (!isId(head.id)) return refused('id', context);
  if (result === undefined) {
    // A log in JSON may have an id, too.
    if (open === undefined || !isNamed) return refused('result', context);
    return { ...head, error: { code: INVALID_REQUEST, message: unreadable('result').english } };
  }
  return same(value, { ...head, result: resultOf(result, open?.method, context) }, context);
}

/** Returns `value` itself if it has just the members of `right`, and otherwise `right`. */
function same(value: Record<string, unknown>, right: object, { tell }: EnvelopeContext): object {
  const members = Object.entries(right);
  const odd = members.filter(([name, member]) => value[name] !== member).map(([name]) => name);
  const extra = Object.keys(value).filter((name) => !Object.hasOwn(right, name));
  if (odd.length === 0 && extra.length === 0) return value;
  for (const name of odd) tell(name, 'mended');
  for (const name of extra) tell(Object.hasOwn(standard, name) ? name : '*', 'left out');
  return right;
}

/** Returns the error of an answer that is no message, such as a gateway's with status 200. */
function bareError({ error, message, detail }: Record<string, unknown>): unknown {
  return [error, message, detail].find((each) => (typeof each === 'string' ? each !== '' : isError(each)));
}

const standard = { jsonrpc: 0, id: 0, method: 0, params: 0, result: 0, error: 0 };

/** Members of `_meta` of which the SDK refuses any other type, and with them the whole message. */
const ofMeta: Readonly<Record<string, (value: unknown) => boolean>> = {
  progressToken: isId,
  'io.modelcontextprotocol/related-task': (task) => isRecord(task) && typeof task['taskId'] === 'string',
  'io.modelcontextprotocol/subscriptionId': isId,
};

/** Returns `whole` itself, or a copy without what is odd in its `_meta`. */
function withMeta(
  whole: Record<string, unknown>,
  path: string,
  { tell }: EnvelopeContext,
): Record<string, unknown> {
  const { _meta, ...rest } = whole;
  if (_meta === undefined) return whole;
  if (!isRecord(_meta)) {
    tell(path, 'left out');
    return rest;
  }
  const odd = Object.keys(ofMeta).filter(
    (name) => Object.hasOwn(_meta, name) && ofMeta[name]?.(_meta[name]) === false,
  );
  for (const name of odd) tell(`${path}.${name}`, 'left out');
  return odd.length === 0
    ? whole
    : { ...rest, _meta: Object.fromEntries(Object.entries(_meta).filter(([name]) => !odd.includes(name))) };
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isInteger(value);
}

/** Returns true for an error that says something. Some servers have an empty one beside each result. */
function isError(error: unknown): error is Record<string, unknown> {
  return isRecord(error) && (saysSomething(error['code']) || saysSomething(error['message']));
}

/** Returns false for what programs write where there is nothing. */
function saysSomething(value: unknown): boolean {
  return Boolean(value);
}

function errorOf(error: unknown, { tell }: EnvelopeContext): unknown {
  if (isRecord(error) && Number.isInteger(error['code']) && typeof error['message'] === 'string')
    return error;
  const { code, message, data } = isRecord(error)
    ? error
    : { code: undefined, message: error, data: undefined };
  const read = typeof code === 'string' && code.trim() !== '' ? Number(code) : code;
  tell('error', 'mended');
  return {
    code: Number.isInteger(read) ? read : INTERNAL_ERROR,
    message: typeof message === 'string' ? message : jsonOf(message ?? error),
    ...(data !== undefined && { data }),
  };
}

/** Returns a result as an object. A value that is no object becomes the one member that it can be. */
function resultOf(result: unknown, method: string | undefined, context: EnvelopeContext): object {
  if (isRecord(result)) return withMeta(result, 'result._meta', context);
  const member =
    method === undefined || !Object.hasOwn(bareResults, method) ? undefined : bareResults[method];
  return member === undefined || result === null ? {} : { [member]: result };
}

function refused(member: string, { refuse }: EnvelopeContext): undefined {
  refuse(unreadable(member));
  return undefined;
}

function unreadable(member: string): LocalizedMessage {
  return msg(
    'The server sent a message that cannot be read: the member "{0}" is missing or of the wrong type.',
    member,
  );
}

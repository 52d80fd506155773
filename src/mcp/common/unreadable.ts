/** Says in a sentence what the SDK's validator says in a page of JSON. */
import { isRecord, parsedJson } from '../../base/common/guards.ts';
import { messageOf, msg, type LocalizedMessage } from '../../base/common/message.ts';
import { plainText } from '../../base/common/text.ts';

const MAX_METHOD = 80;
const MAX_MEMBER = 120;

/** Returns the message of an error, or a readable sentence in its place if the message is that of a validator. */
export function readableMessage(error: unknown): LocalizedMessage {
  return unreadableResult(error) ?? messageOf(error);
}

/** Returns a sentence for an error of the SDK's validator, and undefined for any other error. */
export function unreadableResult(error: unknown): LocalizedMessage | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, method, dump = error.message] = /^Invalid result for (\S+): ([^]*)$/.exec(error.message) ?? [];
  const member = memberIn(parsedJson(dump));
  if (member === undefined) return undefined;
  return method === undefined
    ? msg(
        'The server sent a message that cannot be read: the member "{0}" is missing or of the wrong type.',
        member,
      )
    : msg(
        'The answer of the server to "{0}" cannot be read: the member "{1}" is missing or of the wrong type. Report this to the author of the server.',
        plainText(method, MAX_METHOD) ?? '',
        member,
      );
}

/** Returns the name of the member that the first of a validator's issues is about. */
function memberIn(issues: unknown): string | undefined {
  if (!Array.isArray(issues)) return undefined;
  const first: unknown = issues[0];
  if (!isRecord(first) || !Array.isArray(first['path']) || typeof first['message'] !== 'string')
    return undefined;
  return pathToMember(first['path']);
}

export function pathToMember(path: readonly unknown[]): string {
  const names = path.map((each) => String(isRecord(each) ? each['key'] : each));
  return plainText(names.join('.'), MAX_MEMBER) ?? 'jsonrpc';
}

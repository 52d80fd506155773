/**
 * Lists the secrets and the content of others that a conversation holds, for the data-flow guard. The transcript has
 * them, and so they are saved with it.
 */
import { parsedJson } from '../../base/common/guards.ts';
import {
  READ_RESULT,
  SEARCH_TOOLS,
  UPDATE_PLAN,
  type Attachment,
  type CallView,
  type DataMark,
  type Item,
} from '../../protocol/index.ts';
import {
  classifySensitive,
  extensionSource,
  resourceToolNames,
  secretsOf,
  unique,
} from '../../tools/index.ts';

export function dataMarks(items: readonly Item[]): readonly DataMark[] {
  return unique(items.flatMap((item) => (item.imported ? [ofFile, ...ofItem(item)] : ofItem(item))));
}

/**
 * Returns the secrets of a call that ran when the window ended. What it was allowed to read may be in its output, which
 * the model gets.
 */
export function secretsShown({ source, approval }: CallView): readonly DataMark[] {
  return source.kind === 'native' ? secretsOf(approval?.reasons ?? []) : [];
}

const ofWorkspace: DataMark = { kind: 'workspace', source: '' };
/** Mark of the file that a conversation was imported from, which anybody may have written. */
const ofFile: DataMark = { kind: 'outside', source: '' };

function ofItem(item: Item): readonly DataMark[] {
  switch (item.kind) {
    case 'call':
      return ofCall(item.call, item.imported === true);
    case 'user':
      return [
        ...(item.prompt ? [{ kind: 'outside', source: item.prompt.server } as const] : []),
        ...(item.attachments ?? []).flatMap(ofAttachment),
      ];
    case 'instructions':
      return item.files.some(({ tokens }) => tokens !== undefined) ? [ofWorkspace] : [];
    default:
      return [];
  }
}

/**
 * Returns the marks of a call, even of one that the user ran again: its result is in the conversation, whoever reads it
 * next.
 */
function ofCall(call: CallView, isImported: boolean): readonly DataMark[] {
  const own = [...(call.marks ?? []), ...(isImported || !call.marks ? derived(call) : [])];
  return [...own, ...workspaceMarks(call, own)];
}

/**
 * Marks results of built-in tools, and of servers that reach nobody, as content of the workspace. What a built-in tool
 * had said before it was stopped counts.
 */
function workspaceMarks(
  { source, toolName, status, marks }: CallView,
  own: readonly DataMark[],
): readonly DataMark[] {
  if (['pending', 'running', 'denied'].includes(status)) return [];
  if (source.kind === 'native') return bringsNothing.has(toolName) ? [] : [ofWorkspace];
  // A server that says of itself that it reaches nobody works on what is here.
  const isLocal =
    source.kind === 'mcp' &&
    marks !== undefined &&
    status !== 'cancelled' &&
    !own.some(({ kind }) => kind === 'outside');
  return isLocal ? [{ kind: 'workspace', source: source.server }] : [];
}

/** Built-in tools whose results are not of the workspace. What a resource or a page holds has a mark of its own. */
const bringsNothing: ReadonlySet<string> = new Set([
  ...resourceToolNames,
  READ_RESULT,
  SEARCH_TOOLS,
  UPDATE_PLAN,
  'fetch_page',
]);

function ofAttachment(attachment: Attachment): readonly DataMark[] {
  const own = ofKind(attachment);
  return attachment.holdsSecret ? [{ kind: 'secret', source: attachment.name }, ...own] : own;
}

function ofKind(attachment: Attachment): readonly DataMark[] {
  switch (attachment.kind) {
    case 'resource':
      return [{ kind: 'outside', source: attachment.server }];
    case 'file':
    case 'selection':
    case 'symbol':
    case 'data': {
      const path = attachment.kind === 'data' ? attachment.name : decode(attachment.uri);
      const secret: DataMark = { kind: 'secret', source: attachment.name };
      return classifySensitive(path) ? [secret, ofWorkspace] : [ofWorkspace];
    }
    case 'folder':
    case 'problems':
      return [ofWorkspace];
    case 'server':
      return [];
  }
}

/**
 * Derives the marks of a call that was saved without them: by an earlier version, by a window that died, or in an
 * imported file.
 */
function derived({ source, status, argsText }: CallView): readonly DataMark[] {
  // The model has read nothing of calls in these states.
  if (['pending', 'running', 'cancelled', 'denied'].includes(status)) return [];
  if (source.kind === 'mcp') return [{ kind: 'outside', source: source.server }];
  if (source.kind === 'extension') return [{ kind: 'outside', source: extensionSource(source.extension) }];
  if (source.kind !== 'native') return [];
  const path = /"path"\s*:\s*("(?:[^"\\]|\\.)*")/u.exec(argsText)?.[1];
  const read: unknown = path === undefined ? undefined : parsedJson(path);
  return typeof read === 'string' && classifySensitive(read) ? [{ kind: 'secret', source: read }] : [];
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

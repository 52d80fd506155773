/** Corrects the items of a file, which anybody may have written, so that what is shown of them is what they are. */
import { fileURLToPath } from 'node:url';
import type { Attachment, CallView, Item } from '../../protocol/index.ts';
import { extensionWireNames, wireNames } from '../../tools/index.ts';

/**
 * Marks an item as imported, so that nothing of it runs again. Drops the names that the file gives to things that have
 * a name of their own.
 */
export function importedItem(item: Item): Item {
  switch (item.kind) {
    case 'call':
      return { ...item, call: named(item.call), imported: true };
    case 'user':
      return {
        ...item,
        ...(item.attachments && { attachments: item.attachments.map(ownName) }),
        imported: true,
      };
    case 'question': {
      const { question } = item;
      return {
        ...item,
        ...(question.kind === 'url' && { question: { ...question, host: hostOf(question.url) } }),
        imported: true,
      };
    }
    default:
      return { ...item, imported: true };
  }
}

/** Gives the calls of a message the names that the user sees, so that a model that goes on reads the same ones. */
export function importedNames<
  Message extends { readonly role: string; readonly calls?: readonly NamedCall[] },
>(message: Message, items: readonly Item[]): Message {
  const names = new Map(
    items.flatMap((item) => (item.kind === 'call' ? [[item.id, item.call.wireName] as const] : [])),
  );
  const calls = message.calls?.map((call) => ({ ...call, name: names.get(call.id) ?? call.name }));
  return { ...message, ...(calls && { calls }) };
}

interface NamedCall {
  readonly id: string;
  readonly name: string;
}

function named(call: CallView): CallView {
  const { title: _, ...rest } = call;
  return { ...rest, wireName: wireNameOf(call) };
}

function wireNameOf({ source, toolName: tool }: Pick<CallView, 'source' | 'toolName'>): string {
  if (source.kind === 'mcp') return wireNames([{ server: source.server, tool }])[0] ?? tool;
  if (source.kind === 'extension') return extensionWireNames([{ server: source.extension, tool }])[0] ?? tool;
  return tool;
}

function ownName(attachment: Attachment): Attachment {
  switch (attachment.kind) {
    case 'file':
    case 'folder':
      return { ...attachment, name: placeOf(attachment.uri) };
    case 'selection':
    case 'symbol': {
      const { startLine, endLine } = attachment.range;
      return { ...attachment, name: `${placeOf(attachment.uri)}:${startLine + 1}-${endLine + 1}` };
    }
    case 'problems':
      return attachment.uri === undefined ? attachment : { ...attachment, name: placeOf(attachment.uri) };
    case 'resource':
      return { ...attachment, name: attachment.uri };
    case 'server':
      return { ...attachment, name: attachment.server };
    case 'data':
      return attachment;
  }
}

function placeOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

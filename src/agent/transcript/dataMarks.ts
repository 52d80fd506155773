/** The data that a conversation holds, for the data-flow guard; from the transcript, and so saved with it. */
import { parsedJson } from '../../base/common/guards.ts';
import type { Attachment, CallView, DataMark, Item } from '../../protocol/index.ts';
import { classifySensitive, extensionSource, unique } from '../../tools/index.ts';

export function dataMarks(items: readonly Item[]): readonly DataMark[] {
  const found: DataMark[] = [];
  for (const item of items) {
    if (item.kind === 'call') found.push(...ofCall(item.call));
    else if (item.kind === 'user') {
      if (item.prompt) found.push({ kind: 'outside', source: item.prompt.server });
      for (const attachment of item.attachments ?? []) found.push(...ofAttachment(attachment));
    }
  }
  return unique(found);
}

function ofCall(call: CallView): readonly DataMark[] {
  return call.byUser ? [] : (call.marks ?? derived(call));
}

function ofAttachment(attachment: Attachment): readonly DataMark[] {
  if (attachment.holdsSecret) return [{ kind: 'secret', source: attachment.name }];
  switch (attachment.kind) {
    case 'resource':
      return [{ kind: 'outside', source: attachment.server }];
    case 'file':
    case 'selection':
    case 'symbol':
      return classifySensitive(decode(attachment.uri)) ? [{ kind: 'secret', source: attachment.name }] : [];
    case 'data':
      return classifySensitive(attachment.name) ? [{ kind: 'secret', source: attachment.name }] : [];
    case 'folder':
    case 'problems':
    case 'server':
      return [];
  }
}

/** Saved without marks: by an earlier version, by a window that died, or in an imported file. */
function derived({ source, status, argsText }: CallView): readonly DataMark[] {
  // The model has read nothing of these.
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

import { t } from '@vscode/l10n';
import type { Attachment } from '../../protocol/index.ts';
import { decoded } from './fileLinks.ts';

export function attachmentKey(attachment: Attachment): string {
  switch (attachment.kind) {
    case 'resource':
      return `resource ${attachment.server} ${attachment.uri}`;
    case 'server':
      return `server ${attachment.server}`;
    case 'data':
      return `data ${attachment.id}`;
    case 'problems':
      return `problems ${attachment.uri ?? ''}`;
    case 'file':
    case 'folder':
      return `${attachment.kind} ${attachment.uri}`;
    case 'selection':
    case 'symbol':
      return `${attachment.kind} ${attachment.uri} ${JSON.stringify(attachment.range)}`;
  }
}

/** Leaves out what is attached twice. */
export function distinct(attachments: readonly Attachment[]): readonly Attachment[] {
  return [...new Map(attachments.map((each) => [attachmentKey(each), each])).values()];
}

const icons: Readonly<Record<Attachment['kind'], string>> = {
  resource: 'library',
  file: 'file',
  folder: 'folder',
  selection: 'list-selection',
  symbol: 'symbol-method',
  problems: 'warning',
  server: 'plug',
  data: 'file',
};

export function iconOf(attachment: Attachment): string {
  return attachment.kind === 'data' && isImageAttachment(attachment) ? 'file-media' : icons[attachment.kind];
}

/** A pasted file is known by its name: the page knows nothing else of it. */
export function isImageAttachment(attachment: Attachment): boolean {
  if (attachment.kind === 'data' && attachment.thumbnail !== undefined) return true;
  return attachment.kind !== 'server' && /\.(?:png|jpe?g|gif|webp)$/i.test(attachment.name);
}

export function hoverOf(attachment: Attachment): string {
  const note = attachment.note === undefined ? '' : `\n${attachment.note}`;
  return `${whatIs(attachment)}${note}`;
}

function whatIs(attachment: Attachment): string {
  switch (attachment.kind) {
    case 'resource':
      return `${attachment.uri} (${attachment.server})`;
    case 'server':
      return t('Only the tools of the server {0}', attachment.server);
    case 'data':
      return attachment.thumbnail === undefined ? t('Pasted file') : t('Pasted image');
    case 'problems':
      return t('The problems in the editor at the time the message is sent');
    case 'file':
    case 'folder':
      return pathOf(attachment.uri);
    case 'selection':
    case 'symbol':
      return t('{0}, line {1}', pathOf(attachment.uri), attachment.range.startLine + 1);
  }
}

function pathOf(uri: string): string {
  return decoded(uri.replace(/^file:\/\//, ''));
}

/** Checks an attachment of saved state, which an older version may have written. */
export function isAttachment(value: unknown): value is Attachment {
  const { kind } = (value ?? {}) as { kind?: unknown };
  return typeof kind === 'string' && Object.hasOwn(icons, kind);
}

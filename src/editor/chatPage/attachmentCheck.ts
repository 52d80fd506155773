/** Whether what a page calls attachments are any. A webview shows foreign content, so nothing is taken on trust. */
import type { Attachment, TextRange } from '../../protocol/index.ts';

/** More than this go with no message. */
const MAX_ATTACHMENTS = 20;

export function isAttachments(value: unknown): value is readonly Attachment[] {
  return Array.isArray(value) && value.length <= MAX_ATTACHMENTS && value.every(isAttachment);
}

/** The fields beside the name that must be strings, by kind. */
const fieldsOf: Readonly<Record<Attachment['kind'], readonly string[]>> = {
  resource: ['server', 'uri'],
  file: ['uri'],
  folder: ['uri'],
  selection: ['uri'],
  symbol: ['uri'],
  problems: [],
  server: ['server'],
  data: ['id'],
};

/** Fields that may be there, and are strings then. */
const optional = ['note', 'thumbnail', 'uri'];

export function isAttachment(value: unknown): value is Attachment {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  const { kind } = fields;
  if (typeof kind !== 'string' || !Object.hasOwn(fieldsOf, kind)) return false;
  const known = kind as Attachment['kind'];
  return (
    ['name', ...fieldsOf[known]].every((field) => typeof fields[field] === 'string') &&
    optional.every((field) => fields[field] === undefined || typeof fields[field] === 'string') &&
    ((known !== 'selection' && known !== 'symbol') || isRange(fields['range']))
  );
}

const edges: readonly (keyof TextRange)[] = ['startLine', 'startCharacter', 'endLine', 'endCharacter'];

function isRange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return edges.every((edge) => Number.isSafeInteger(fields[edge]) && (fields[edge] as number) >= 0);
}

import { t } from '@vscode/l10n';
import type { ToolField } from '../../protocol/index.ts';
import { fieldOf } from './questionFields.ts';
import { plainText } from '../../base/common/text.ts';
import { isRecord } from '../../base/common/guards.ts';

/** A longer form is no help: arguments are written as JSON then. */
const MAX_FIELDS = 60;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 1_000;
const MAX_DEFAULT = 10_000;

export function toolFields(schema: unknown): readonly ToolField[] | undefined {
  if (!isRecord(schema)) return undefined;
  const { properties = {}, required } = schema;
  if (!isRecord(properties)) return undefined;
  const entries = Object.entries(properties);
  if (entries.length > MAX_FIELDS) return undefined;
  const isRequired = new Set(Array.isArray(required) ? required : []);
  const fields = entries.map(([name, property]) => toField(name, property, isRequired.has(name)));
  return fields.toSorted((a, b) => Number(b.required) - Number(a.required));
}

function toField(name: string, property: unknown, required: boolean): ToolField {
  const field = isRecord(property) ? fieldOf(name, property, required) : undefined;
  if (field?.kind === 'text') {
    // A tool may well want a token: it is the user who calls it.
    const { secret: _, ...open } = field;
    return open;
  }
  if (field) return field;
  const { title, description, default: value } = isRecord(property) ? property : {};
  const about = plainText(description, MAX_DESCRIPTION);
  const text = value === undefined ? undefined : JSON.stringify(value, null, 2);
  return {
    kind: 'json',
    name,
    title: plainText(title, MAX_TITLE) ?? plainText(name, MAX_TITLE) ?? t('Unnamed'),
    required,
    ...(about !== undefined && { description: about }),
    ...(text !== undefined && text.length <= MAX_DEFAULT && { default: text }),
  };
}

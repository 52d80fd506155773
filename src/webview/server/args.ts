import { t } from '@vscode/l10n';
import type { FormValues, ToolField } from '../../protocol/index.ts';
import { startValues } from '../questions/values.ts';

export function startForm(fields: readonly ToolField[]): FormValues {
  return Object.fromEntries(
    fields.flatMap((field) =>
      field.kind === 'json' ? [[field.name, field.default ?? '']] : Object.entries(startValues([field])),
    ),
  );
}

type Arguments =
  | { readonly ok: true; readonly args: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problems: ReadonlyMap<string, string> };

/** Empty fields are omitted unless required, where an empty text is a value. */
export function argumentsOf(fields: readonly ToolField[], values: FormValues): Arguments {
  const problems = new Map<string, string>();
  const args: Record<string, unknown> = {};
  for (const field of fields) {
    try {
      const value = valueOf(field, values[field.name]);
      if (value !== undefined) args[field.name] = value;
    } catch (error) {
      problems.set(field.name, (error as Error).message);
    }
  }
  return problems.size > 0 ? { ok: false, problems } : { ok: true, args };
}

/** @throws Error for the user if the value is invalid. */
function valueOf(field: ToolField, value: FormValues[string] | undefined): unknown {
  const { required } = field;
  switch (field.kind) {
    case 'boolean':
      // `false` is sent only if the field is required, or its default is `true`.
      return value === true || required || field.default === true ? value === true : undefined;
    case 'choices': {
      const chosen = Array.isArray(value) ? value : [];
      return chosen.length > 0 || required || field.default ? chosen : undefined;
    }
    case 'number':
      return numberOf(String(value ?? '').trim(), required);
    case 'json':
      return jsonOf(String(value ?? '').trim(), required);
    case 'choice':
      if (value === '' && required) throw new Error(t('Select a value.'));
      return value === '' ? undefined : value;
    case 'text':
      return value === '' && !required ? undefined : value;
  }
}

function numberOf(text: string, required: boolean): number | undefined {
  if (text === '' && !required) return undefined;
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) throw new Error(t('Enter a number.'));
  return number;
}

function jsonOf(text: string, required: boolean): unknown {
  if (text === '' && !required) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(t('Enter valid JSON. Text must be in quotes.'));
  }
}

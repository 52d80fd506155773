import { t } from '@vscode/l10n';
import type { Field, FormValues } from '../../protocol/index.ts';

export function startValues(fields: readonly Field[]): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, startValue(field)]));
}

function startValue(field: Field): FormValues[string] {
  switch (field.kind) {
    case 'boolean':
      return field.default ?? false;
    case 'choices':
      return field.default ?? [];
    default:
      return String(field.default ?? '');
  }
}

/** Secrets are removed because the page's state is saved to disk. */
export function withoutSecrets(fields: readonly Field[], values: FormValues): FormValues {
  const secret = new Set(
    fields.filter((field) => field.kind === 'text' && field.secret).map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name)));
}

export function hintOf(field: Field): string | undefined {
  switch (field.kind) {
    case 'text': {
      if (field.secret) return t('This looks like a secret. Servers must not ask for secrets in a form.');
      const { minLength, maxLength } = field;
      // Servers also send huge limits, which nobody needs to read.
      return lengthText(minLength, maxLength !== undefined && maxLength > 1000 ? undefined : maxLength);
    }
    case 'number':
      return numberText(field.minimum, field.maximum);
    case 'choices':
      return choiceText(field.minItems ?? 0, field.maxItems);
    default:
      return undefined;
  }
}

export function placeholderOf(field: Field): string | undefined {
  if (field.kind !== 'text' || !field.format) return undefined;
  return {
    email: 'name@example.com',
    uri: 'https://example.com',
    date: t('YYYY-MM-DD'),
    'date-time': t('YYYY-MM-DDThh:mm:ssZ'),
  }[field.format];
}

/** Each of three subjects has its own sentence, as translations need whole sentences. */
function choiceText(low: number, high: number | undefined): string | undefined {
  if (low > 0 && high !== undefined)
    return low === high ? t('Choose {0}.', low) : t('Choose {0} to {1}.', low, high);
  if (low > 0) return t('Choose at least {0}.', low);
  return high === undefined ? undefined : t('Choose at most {0}.', high);
}

function numberText(low: number | undefined, high: number | undefined): string | undefined {
  if (low !== undefined && high !== undefined) return low === high ? String(low) : t('{0} to {1}', low, high);
  if (low !== undefined) return t('At least {0}', low);
  return high === undefined ? undefined : t('At most {0}', high);
}

function lengthText(low: number | undefined, high: number | undefined): string | undefined {
  const from = low === 0 ? undefined : low;
  if (from !== undefined && high !== undefined)
    return from === high ? t('{0} characters', from) : t('{0} to {1} characters', from, high);
  if (from !== undefined) return t('At least {0} characters', from);
  return high === undefined ? undefined : t('At most {0} characters', high);
}

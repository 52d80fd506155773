/** What stands in the fields of a form: the server's defaults first, then what the user makes of them. */
import type { Field, FormValues } from '../../protocol/index.ts';

/** The form as it is shown at first. */
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

/** The form without what must not be kept: the page's memory is on the disk. */
export function withoutSecrets(fields: readonly Field[], values: FormValues): FormValues {
  const secret = new Set(
    fields.filter((field) => field.kind === 'text' && field.secret).map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name)));
}

/** What the field takes, in a few words; nothing where its looks say it. */
export function hintOf(field: Field): string | undefined {
  switch (field.kind) {
    case 'text': {
      if (field.secret) return 'This looks like a secret. Servers must not ask for secrets in a form.';
      const { minLength, maxLength } = field;
      // Servers write huge limits too; nobody needs to read those.
      return rangeText(
        minLength,
        maxLength !== undefined && maxLength > 1000 ? undefined : maxLength,
        ' characters',
      );
    }
    case 'number':
      return rangeText(field.minimum, field.maximum, '');
    case 'choices':
      return choiceText(field.minItems ?? 0, field.maxItems);
    default:
      return undefined;
  }
}

/** What the text looks like, for the empty field. */
export function placeholderOf(field: Field): string | undefined {
  if (field.kind !== 'text' || !field.format) return undefined;
  return {
    email: 'name@example.com',
    uri: 'https://example.com',
    date: 'YYYY-MM-DD',
    'date-time': 'YYYY-MM-DDThh:mm:ssZ',
  }[field.format];
}

function choiceText(low: number, high: number | undefined): string | undefined {
  const range = low > 0 ? rangeText(low, high, '') : rangeText(undefined, high, '');
  return range && `Choose ${range.toLowerCase()}.`;
}

function rangeText(low: number | undefined, high: number | undefined, what: string): string | undefined {
  // No text is shorter than nothing.
  const from = low === 0 && what !== '' ? undefined : low;
  if (from !== undefined && high !== undefined)
    return from === high ? `${from}${what}` : `${from} to ${high}${what}`;
  if (from !== undefined) return `At least ${from}${what}`;
  return high === undefined ? undefined : `At most ${high}${what}`;
}

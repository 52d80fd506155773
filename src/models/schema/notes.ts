/** Says in a description what a schema can no longer say itself. */
import type { Fields } from '../common/echo.ts';

/** The schema with a sentence added to its description. */
export function noted(schema: Fields, sentence: string): Fields {
  return { ...schema, description: joined(descriptionOf(schema), sentence) };
}

/** The description, or the title, which says more than nothing. */
export function descriptionOf({ description, title }: Fields): string {
  if (typeof description === 'string' && description !== '') return description;
  return typeof title === 'string' ? title : '';
}

/** A text and a further sentence, with a full stop between them. */
export function joined(text: string, sentence: string): string {
  const before = text.trimEnd();
  if (before === '') return sentence;
  return `${before}${/[.!?:)]$/.test(before) ? '' : '.'} ${sentence}`;
}

/** Values as a sentence shows them, cut where they get long. */
export function listed(values: readonly unknown[], limit = 300): string {
  return bounded(values.map((value) => JSON.stringify(value) ?? 'nothing').join(', '), limit);
}

/** At most `limit` characters. */
export function bounded(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

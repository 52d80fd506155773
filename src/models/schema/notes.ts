import { wellFormedJson } from '../../base/common/wellFormed.ts';
import { truncate } from '../../base/common/text.ts';
import type { Fields } from '../common/echo.ts';

export function noted(schema: Fields, sentence: string): Fields {
  return { ...schema, description: joined(descriptionOf(schema), sentence) };
}

export function descriptionOf({ description, title }: Fields): string {
  if (typeof description === 'string' && description !== '') return description;
  return typeof title === 'string' ? title : '';
}

export function joined(text: string, sentence: string): string {
  const before = text.trimEnd();
  if (before === '') return sentence;
  return `${before}${/[.!?:)]$/.test(before) ? '' : '.'} ${sentence}`;
}

export function listed(values: readonly unknown[], limit = 300): string {
  return bounded(values.map((value) => written(value) || 'nothing').join(', '), limit);
}

/** Returns the value as JSON, or an empty text if it cannot be JSON. */
export function written(value: unknown): string {
  return wellFormedJson(JSON.stringify(value) ?? '');
}

export function bounded(text: string, limit: number): string {
  return truncate(text, limit);
}

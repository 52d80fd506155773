/** Resolves references within a schema. References to other documents are never fetched. */
import { type Fields } from '../common/echo.ts';
import { isRecord } from '../../base/common/guards.ts';
import { noted } from './notes.ts';

export interface Resolved {
  readonly fields: Fields;
  /** References that led here. Another reference to one of them is circular. */
  readonly via: readonly string[];
}

export function resolved(schema: unknown, root: Fields, via: readonly string[]): Resolved {
  let fields = isRecord(schema) ? schema : {};
  const path = [...via];
  for (;;) {
    const { $ref: ref, $dynamicRef: dynamic, ...beside } = fields;
    if (typeof ref !== 'string') {
      return dynamic === undefined ? { fields, via: path } : { fields: beside, via: path };
    }
    const target = lookUp(ref, root);
    if (target === undefined) {
      return { fields: noted(beside, 'Its definition lies elsewhere and is not known here.'), via: path };
    }
    if (path.includes(ref)) {
      const type = typeof target['type'] === 'string' ? { type: target['type'] } : {};
      return { fields: noted({ ...type, ...beside }, 'The same structure again.'), via: path };
    }
    fields = { ...target, ...beside };
    path.push(ref);
  }
}

/** Follows a JSON pointer in a fragment (RFC 6901, section 6). */
function lookUp(ref: string, root: Fields): Fields | undefined {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of ref.split('/').slice(1)) {
    const name = unescaped(part);
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Fields)[name];
  }
  return isRecord(at) ? at : undefined;
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

/** Rules that make a member regular. They change objects in place, and leave alone what is correct. */
import { isRecord } from '../../base/common/guards.ts';

export interface MessagePlace {
  /** The path from the message on, such as `tools[].annotations.title`. */
  readonly path: string;
  /** Tells that something at `path` was odd, and what became of it. */
  readonly reportOdd: (path: string, what: 'left out' | 'mended') => void;
  readonly asked: AnsweredRequest;
}

/** The request that a result belongs to, as far as it is known. */
export interface AnsweredRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly isModern: boolean;
}

/** Returns the value that is right, or undefined if there is none. */
export type Rule = (value: unknown, place: MessagePlace) => unknown;
export type Rules = Readonly<Record<string, Rule>>;

export const text: Rule = (value) =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;

export const flag: Rule = (value) => (typeof value === 'boolean' ? value : undefined);

/**
 * Accepts a flag that is written as text or as 0 or 1. Hints do not use this rule, because a server has to give them
 * correctly to be believed.
 */
export const flagOrText: Rule = (value) => {
  if (value === 0 || value === 1) return value === 1;
  if (typeof value !== 'string') return flag(value, nowhere);
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
};

export const number: Rule = (value) => {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
};

export const integer: Rule = (value, place) => {
  const read = number(value, place);
  return Number.isInteger(read) ? read : undefined;
};

export function oneOf(...words: readonly string[]): Rule {
  return (value) => (typeof value === 'string' && words.includes(value) ? value : undefined);
}

/** Accepts an object, or an empty list, as which some languages write an empty object. */
export const record: Rule = (value) =>
  isRecord(value) ? value : Array.isArray(value) && value.length === 0 ? {} : undefined;

export function object(members: Rules): Rule {
  const entries = Object.entries(members);
  return (value, place) => {
    const whole = record(value, place);
    if (!isRecord(whole)) return undefined;
    for (const [name, rule] of entries) {
      if (Object.hasOwn(whole, name)) mendMember(whole, name, rule, place);
    }
    return whole;
  };
}

/** Leaves out entries that `rule` refuses. A single entry that is no list becomes one. */
export function list(rule: Rule): Rule {
  return (value, place) => {
    if (value === null || value === undefined) return undefined;
    const entries = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    const inner = { ...place, path: `${place.path}[]` };
    let changed: unknown[] | undefined = Array.isArray(value) ? undefined : [];
    for (const [index, entry] of entries.entries()) {
      const mended = rule(entry, inner);
      if (mended !== entry) {
        inner.reportOdd(inner.path, mended === undefined ? 'left out' : 'mended');
        changed ??= entries.slice(0, index);
      }
      if (changed && mended !== undefined) changed.push(mended);
    }
    return changed ?? value;
  };
}

/** Applies `rule` to each member of an object, whatever its name. */
export function everyMember(rule: Rule): Rule {
  return (value, place) => {
    const whole = record(value, place);
    if (!isRecord(whole)) return undefined;
    const inner = { ...place, path: `${place.path}.*` };
    for (const [name, member] of Object.entries(whole)) {
      const mended = rule(member, inner);
      if (mended === member) continue;
      inner.reportOdd(inner.path, mended === undefined ? 'left out' : 'mended');
      if (mended === undefined) Reflect.deleteProperty(whole, name);
      else
        Object.defineProperty(whole, name, {
          value: mended,
          enumerable: true,
          configurable: true,
          writable: true,
        });
    }
    return whole;
  };
}

/** Applies `rule`, and then fills in members that are missing. A value of undefined leaves them missing. */
export function filled(
  rule: Rule,
  values: (whole: Record<string, unknown>, asked: AnsweredRequest) => Readonly<Record<string, unknown>>,
): Rule {
  return (value, place) => {
    const whole = rule(value, place);
    if (!isRecord(whole)) return whole;
    for (const [name, missing] of Object.entries(values(whole, place.asked))) {
      if (whole[name] !== undefined || missing === undefined) continue;
      whole[name] = missing;
      place.reportOdd(pathOf(place, name), 'mended');
    }
    return whole;
  };
}

/** Leaves out an object that lacks one of these members, because it is of no use without them. */
export function needs(rule: Rule, ...names: readonly string[]): Rule {
  return (value, place) => {
    const whole = rule(value, place);
    return isRecord(whole) && names.every((name) => whole[name] !== undefined) ? whole : undefined;
  };
}

/** Leaves out members that are null. */
export const withoutNulls: Rule = (value, place) => {
  if (!isRecord(value)) return record(value, place);
  for (const [name, member] of Object.entries(value)) {
    if (member !== null) continue;
    Reflect.deleteProperty(value, name);
    place.reportOdd(pathOf(place, '*'), 'left out');
  }
  return value;
};

function mendMember(whole: Record<string, unknown>, name: string, rule: Rule, place: MessagePlace): void {
  const path = pathOf(place, name);
  const before = whole[name];
  const mended = rule(before, { ...place, path });
  if (mended === before) return;
  if (mended === undefined) Reflect.deleteProperty(whole, name);
  else whole[name] = mended;
  place.reportOdd(path, mended === undefined ? 'left out' : 'mended');
}

function pathOf({ path }: MessagePlace, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

const nowhere: MessagePlace = {
  path: '',
  reportOdd: () => undefined,
  asked: { method: '', params: {}, isModern: false },
};

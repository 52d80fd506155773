/** Fits the values of settings to their table: VS Code only warns of wrong values, and passes them on. */
import { settings } from './ids.ts';

export type SettingName = keyof typeof settings;

/** `unknown` for objects, which their readers validate. */
export type SettingValue<Name extends SettingName> = ValueOf<(typeof settings)[Name]>;

/** The settings that pages get: those with `inPages`. */
export type PageSettings<Table = typeof settings> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly inPages: true } ? Name : never]?: ValueOf<
    Table[Name]
  >;
};

type ValueOf<S> = S extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : S extends { readonly type: infer Type }
    ? OfType<Type extends readonly (infer Each)[] ? Each : Type, S>
    : never;

type OfType<Type, S> = Type extends 'boolean'
  ? boolean
  : Type extends 'integer' | 'number'
    ? number
    : Type extends 'string'
      ? string
      : Type extends 'null'
        ? null
        : Type extends 'array'
          ? readonly (S extends { readonly items: infer Items } ? ValueOf<Items> : unknown)[]
          : unknown;

interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: ValueSchema;
}

/** The written value within its bounds, without list items of a wrong type; else the default. */
export function settingValue<Name extends SettingName>(name: Name, written: unknown): SettingValue<Name> {
  const schema: ValueSchema = settings[name];
  const value = fitted(schema, written);
  return (value === undefined ? schema.default : value) as SettingValue<Name>;
}

export function pageSettingNames<Name extends string>(
  table: Readonly<Record<Name, object>>,
): readonly Name[] {
  return (Object.keys(table) as Name[]).filter((name) => 'inPages' in table[name]);
}

interface Written {
  get(name: string): unknown;
  inspect(name: string): { readonly globalValue?: unknown; readonly defaultValue?: unknown } | undefined;
}

/** A workspace decides only those of scope `window`, in every editor. package.json tells VS Code the same. */
export function readValue<Name extends SettingName>(name: Name, written: Written): SettingValue<Name> {
  if (settings[name].scope === 'window') return settingValue(name, written.get(name));
  const found = written.inspect(name);
  return settingValue(name, found?.globalValue ?? found?.defaultValue);
}

function fitted(schema: ValueSchema, written: unknown): unknown {
  if (schema.enum) return schema.enum.includes(written) ? written : undefined;
  const types = new Set([schema.type].flat());
  const isOf = (...wanted: readonly string[]): boolean => wanted.some((type) => types.has(type));
  if (isOf('object')) return written;
  if (typeof written === 'boolean') return isOf('boolean') ? written : undefined;
  if (typeof written === 'string') return isOf('string') ? written.trim() : undefined;
  if (typeof written === 'number') return isOf('integer', 'number') ? bounded(schema, written) : undefined;
  if (Array.isArray(written)) return isOf('array') ? itemsThatFit(schema, written) : undefined;
  return written === null && isOf('null') ? null : undefined;
}

function bounded(
  { type, minimum = -Infinity, maximum = Infinity }: ValueSchema,
  value: number,
): number | undefined {
  if (!Number.isFinite(value)) return undefined;
  const whole = [type].flat().includes('integer') ? Math.trunc(value) : value;
  return Math.min(maximum, Math.max(minimum, whole));
}

function itemsThatFit({ items }: ValueSchema, list: readonly unknown[]): readonly unknown[] {
  if (!items) return list;
  return list.filter((item) =>
    typeof item === 'string' ? fitted(items, item) !== undefined : fitted(items, item) === item,
  );
}

/**
 * Takes the arguments of a call of a built-in tool as they are meant: other names, kinds written as text, and arguments
 * that it does not have. The arguments of servers' tools stay as the model wrote them.
 */
import { isRecord, jsonObject, parsedJson } from '../base/common/guards.ts';
import type { CallNote } from '../protocol/index.ts';
import { checkSchema } from '../mcp/index.ts';
import { shownName } from './argumentFaults.ts';
import { booleanOf, foldedName, meaningOf, namesMeant, valueMeant, wholeNumber } from './argumentNames.ts';
import type { Tool } from './tool.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface TakenArguments {
  readonly argsText: string;
  readonly notes: readonly CallNote[];
}

/** Most arguments that are looked at, and that a note names. */
const MAX_ARGUMENTS = 50;
const MAX_NAMED = 10;
/** Longest text that is read as a list or an object. */
const MAX_JSON = 1_000_000;

/** Returns undefined if the arguments fit as they are, or nothing is known about them. */
export function takenArguments(tool: Tool, argsText: string): TakenArguments | undefined {
  if (tool.source.kind !== 'native') return undefined;
  const args = jsonObject(argsText);
  const { name, inputSchema } = tool;
  if (!args || Object.keys(args).length > MAX_ARGUMENTS || !isObjectSchema(inputSchema)) return undefined;
  if (checkSchema(inputSchema, args).kind !== 'unfit') return undefined;
  const reading = new Reading();
  const known = reading.object(inputSchema, args, name);
  if (!known) return undefined;
  const [own, others] = split(inputSchema.properties, known);
  // Something that is missing may be what an unknown argument means, so the refusal then names both.
  const isWhole = checkSchema(inputSchema, own).kind === 'fits';
  const notes = reading.notes(isWhole ? Object.keys(others) : []);
  return notes.length === 0 && !isWhole
    ? undefined
    : { argsText: JSON.stringify(isWhole ? own : known), notes };
}

/** Returns what the model is told about arguments that were left out. The others, it sees in its own call. */
export function ignoredArguments(tool: string, notes: readonly CallNote[]): string | undefined {
  const names = notes.flatMap((note) => (note.kind === 'ignored' ? note.names : []));
  return names.length === 0
    ? undefined
    : `[${tool} does not have these arguments, and ignored them: ${names.join(', ')}]`;
}

interface ObjectSchema {
  readonly properties: Arguments;
}

function isObjectSchema(schema: unknown): schema is Arguments & ObjectSchema {
  return isRecord(schema) && isRecord(schema['properties']);
}

function split(properties: Arguments, args: Arguments): readonly [own: Arguments, others: Arguments] {
  const entries = Object.entries(args);
  const isOwn = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(properties, name);
  return [
    Object.fromEntries(entries.filter(isOwn)),
    Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
  ];
}

class Reading {
  private readonly renamed = new Map<string, string>();
  private readonly converted = new Set<string>();
  private readonly ignored = new Set<string>();

  /** Returns the object with the schema's names, or undefined if two of its arguments mean different things. */
  object({ properties }: ObjectSchema, args: Arguments, tool: string, list?: string): Arguments | undefined {
    const byFolded = new Map(Object.keys(properties).map((name) => [foldedName(name), name]));
    const isOwn = (name: string): boolean => Object.hasOwn(properties, name);
    const taken = new Map<string, unknown>();
    const others: [name: string, value: unknown][] = [];
    let isClear = true;
    const take = (name: string, value: unknown): void => {
      const plain = this.value(properties[name], value, { name, tool });
      if (taken.has(name) && JSON.stringify(taken.get(name)) !== JSON.stringify(plain)) isClear = false;
      taken.set(name, plain);
    };
    for (const [name, value] of Object.entries(args)) {
      // Endpoints with strict schemas have models write `null` for what is left out.
      if (value === null) continue;
      if (isOwn(name)) take(name, value);
      else others.push([name, value]);
    }
    const unread = others.filter(([name, value]) => {
      const meant = byFolded.get(foldedName(name)) ?? namesMeant(name, tool, list).find(isOwn);
      if (meant === undefined) return true;
      take(meant, value);
      this.renamed.set(name, meant);
      return false;
    });
    // Their meaning can depend on the others.
    for (const [name, value] of unread) {
      const meant =
        list === undefined ? meaningOf(name, tool)?.(value, Object.fromEntries(taken)) : undefined;
      if (!meant || !Object.keys(meant).every(isOwn)) {
        taken.set(name, value);
        continue;
      }
      for (const [each, its] of Object.entries(meant)) take(each, its);
      this.renamed.set(name, Object.keys(meant).join(', '));
    }
    return isClear ? Object.fromEntries(taken) : undefined;
  }

  notes(others: readonly string[]): readonly CallNote[] {
    const names = [...this.renamed].map(([written, taken]) => ({ written: shownName(written), taken }));
    const ignored = [...others, ...this.ignored];
    const notes: (CallNote | false)[] = [
      names.length > 0 && { kind: 'argumentNames', names: names.slice(0, MAX_NAMED) },
      this.converted.size > 0 && { kind: 'converted', names: [...this.converted].slice(0, MAX_NAMED) },
      ignored.length > 0 && { kind: 'ignored', names: ignored.slice(0, MAX_NAMED).map(shownName) },
    ];
    return notes.filter((note) => note !== false);
  }

  private value(schema: unknown, value: unknown, { name, tool }: { name: string; tool: string }): unknown {
    if (!isRecord(schema)) return value;
    const plain = plainValue(schema, value);
    if (plain !== value) this.converted.add(name);
    const { items } = schema;
    if (!Array.isArray(plain) || !isObjectSchema(items)) return plain;
    return plain.map((each: unknown) => {
      const read = isRecord(each) ? this.object(items, each, tool, name) : undefined;
      if (!read) return each;
      const [own, others] = split(items.properties, read);
      for (const other of Object.keys(others)) this.ignored.add(other);
      return own;
    });
  }
}

function plainValue({ type, enum: choices }: Arguments, value: unknown): unknown {
  if (Array.isArray(choices)) return valueMeant(value, choices);
  if (typeof value !== 'string') return value;
  if (type === 'integer' || type === 'number') return wholeNumber(value) ?? value;
  if (type === 'boolean') return booleanOf(value) ?? value;
  if (type !== 'array' || value.length > MAX_JSON) return value;
  const list = parsedJson(value);
  return Array.isArray(list) ? list : value;
}

/** Chooses the text of a tool that the index reads. It is limited, because a server may have written anything. */
import { isRecord } from '../../base/common/guards.ts';

export interface SearchableTool {
  readonly server: string;
  readonly wireName: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** Unit of weights. They are in twentieths, so that sums are whole numbers. */
export const UNIT = 20;
const weights = { name: 60, server: 40, title: 40, description: 20, parameter: 6, parameterText: 3 };
const MAX_NAME = 120;
const MAX_PARAMETER_TEXT = 300;
const MAX_OPTIONS = 30;
const MAX_DEPTH = 4;
const MAX_OF_TOOL = 4_000;
/**
 * Limit of the descriptions of all tools, which bounds the time and space of the index for any number of tools. Real
 * tools have 220 characters each, and those of the server with the longest ones 800.
 */
const MAX_DESCRIPTIONS = 1_280_000;
const [MIN_ROOM, MAX_ROOM] = [64, 2_048];
/** Most tools of a server that get a share, so that one server cannot take the share of all. */
const MAX_TOOLS_OF_SERVER = 1_000;
const MIN_PROPERTIES = 12;
const MAX_STEMS = 400;
/** Length of the names and titles of a server, with space for at least one long one. */
const MIN_NAMES = 4_000;
const MEAN_NAMES = 80;

/** Amount of text that is read of a server's tools. */
export interface TextShare {
  /** Length for each tool. */
  readonly description: number;
  readonly parameters: number;
  /** Number of different words for each tool. */
  readonly stems: number;
  /** Number of properties in the schemas of all tools. Each list of them is read as a whole. */
  properties: number;
}

/**
 * Returns the mean length of a description that is read, for servers with so many tools each. It is a power of two, so
 * it nearly always stays the same when tools come or go.
 */
export function roomFor(counts: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + Math.min(count, MAX_TOOLS_OF_SERVER), 1);
  const room = 2 ** Math.floor(Math.log2(MAX_DESCRIPTIONS / all));
  return Math.max(MIN_ROOM, Math.min(MAX_ROOM, room));
}

export function textShare(tools: readonly SearchableTool[], room: number): TextShare {
  const withRoom = Math.min(tools.length, MAX_TOOLS_OF_SERVER);
  const ofEach = Math.ceil((room * withRoom) / Math.max(1, tools.length));
  const lengths = tools.map(({ description }) => description.length);
  return {
    description: levelOf(lengths, room * withRoom, MAX_OF_TOOL),
    parameters: Math.ceil(ofEach / 2),
    stems: Math.min(MAX_STEMS, Math.ceil((ofEach * 3) / 8)),
    properties: withRoom * Math.max(MIN_PROPERTIES, room / 8),
  };
}

/**
 * Returns the length of a name or title by which a tool is found. It is unlimited except for servers with very long
 * names.
 */
export function nameLength(tools: readonly SearchableTool[]): number {
  const lengths = tools.flatMap(({ name, title = '' }) => [name.length, title.length]);
  return levelOf(lengths, Math.max(MIN_NAMES, MEAN_NAMES * tools.length), Infinity);
}

/**
 * Returns a length to which all texts are cut so that together they are within the limit: short ones leave space for
 * long ones.
 */
function levelOf(lengths: readonly number[], limit: number, most: number): number {
  let left = limit;
  if (lengths.reduce((sum, length) => sum + length, 0) <= left) return most;
  for (const [index, length] of lengths.toSorted((one, other) => one - other).entries()) {
    const level = Math.floor(left / (lengths.length - index));
    if (length > level) return Math.min(most, level);
    left -= length;
  }
  return most;
}

/** `length` is the number of characters that count. Returns whether more text is wanted. */
export type OnText = (text: string, length: number, weight: number) => boolean;

/** Calls back with the text of each field, the tool's name first, and the weight of a word in it. */
export function eachText(
  { name, server, title, description, inputSchema }: SearchableTool,
  share: TextShare,
  { onName, onText }: { readonly onName: OnText; readonly onText: OnText },
): void {
  onName(name, MAX_NAME, weights.name);
  onName(server, MAX_NAME, weights.server);
  if (title !== undefined) onName(title, MAX_NAME, weights.title);
  if (onText(description, share.description, weights.description)) eachParameter(inputSchema, share, onText);
}

/** Reads names and descriptions of parameters, including nested ones. */
function eachParameter(schema: Readonly<Record<string, unknown>>, share: TextShare, on: OnText): void {
  let left = share.parameters;
  const take = (text: unknown, weight: number): boolean => {
    if (typeof text !== 'string' || text === '') return true;
    const length = Math.min(text.length, left, MAX_PARAMETER_TEXT);
    left -= length;
    return on(text, length, weight) && left > 0;
  };
  const visit = (value: unknown, depth: number): boolean => {
    if (!isRecord(value) || depth > MAX_DEPTH || share.properties <= 0) return true;
    const { properties, items } = value;
    if (isRecord(properties)) {
      const names = Object.keys(properties);
      share.properties -= names.length;
      for (const name of names) {
        const property = properties[name];
        if (!take(name, weights.parameter)) return false;
        if (!isRecord(property)) continue;
        const { description, enum: options } = property;
        if (!take(description, weights.parameterText)) return false;
        if (Array.isArray(options))
          for (let index = 0; index < options.length && index < MAX_OPTIONS; index++)
            if (!take(options[index], weights.parameterText)) return false;
        if (!visit(property, depth + 1)) return false;
      }
    }
    return visit(items, depth + 1);
  };
  visit(schema, 0);
}

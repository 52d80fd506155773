/** What the index reads of a tool: its server may have written anything. */
import { isRecord, recordOf } from '../../base/common/guards.ts';

export interface SearchableTool {
  readonly server: string;
  readonly wireName: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

const weights = { name: 3, server: 2, title: 2, description: 1, parameter: 0.3, parameterText: 0.15 };
const MAX_NAME = 120;
const MAX_PARAMETER_TEXT = 300;
const MAX_PARAMETERS = 200;
const MAX_OPTIONS = 30;
const MAX_DEPTH = 4;
/**
 * Characters of the descriptions of all tools of a server, and of their parameters, so that the time and the space of
 * the index are bounded. 50 real tools have 11,000 and 10,000, and those of the
 * server with the longest 28,000.
 */
const MAX_DESCRIPTIONS = 30_000;
const MAX_PARAMETER_TEXTS = 8_000;
const MAX_OF_TOOL = 4_000;
/** So many are read of each tool of a server with very many. */
const MIN_OF_TOOL = 100;

/** Characters that are read of each tool. */
export interface TextShare {
  readonly description: number;
  readonly parameters: number;
}

export function textShare(tools: readonly SearchableTool[]): TextShare {
  const bounded = (share: number): number => Math.max(MIN_OF_TOOL, Math.min(MAX_OF_TOOL, Math.floor(share)));
  return {
    description: bounded(levelOf(tools.map(({ description }) => description.length))),
    parameters: bounded(MAX_PARAMETER_TEXTS / Math.max(1, tools.length)),
  };
}

/** How much of each can be read so that all together are within the limit: short ones leave space for long ones. */
function levelOf(lengths: readonly number[]): number {
  let left = MAX_DESCRIPTIONS;
  for (const [index, length] of lengths.toSorted((one, other) => one - other).entries()) {
    const level = left / (lengths.length - index);
    if (length > level) return level;
    left -= length;
  }
  return MAX_OF_TOOL;
}

/** Calls with each text, what a word in it counts, and whether it is one of the tool's names; until that returns false. */
export function eachText(
  { name, server, title, description, inputSchema }: SearchableTool,
  share: TextShare,
  on: (text: string, weight: number, isName: boolean) => boolean,
): void {
  on(name.slice(0, MAX_NAME), weights.name, true);
  on(server.slice(0, MAX_NAME), weights.server, true);
  if (title !== undefined) on(title.slice(0, MAX_NAME), weights.title, true);
  if (!on(description.slice(0, share.description), weights.description, false)) return;
  let left = share.parameters;
  eachParameter(inputSchema, (text, weight) => {
    const read = text.slice(0, left);
    left -= read.length;
    return (read === '' || on(read, weight, false)) && left > 0;
  });
}

/** Names of parameters, also of nested ones, each with what is said of it. */
function eachParameter(
  schema: Readonly<Record<string, unknown>>,
  take: (text: string, weight: number) => boolean,
): void {
  let count = 0;
  const visit = (value: unknown, depth: number): boolean => {
    if (!isRecord(value) || depth > MAX_DEPTH) return true;
    const { properties, items } = value;
    if (isRecord(properties))
      for (const name of Object.keys(properties)) {
        if (++count > MAX_PARAMETERS) return false;
        const property = properties[name];
        if (!take(name.slice(0, MAX_PARAMETER_TEXT), weights.parameter)) return false;
        if (!take(textOf(property), weights.parameterText) || !visit(property, depth + 1)) return false;
      }
    return visit(items, depth + 1);
  };
  visit(schema, 0);
}

function textOf(property: unknown): string {
  const { description, enum: values } = recordOf(property);
  const said = typeof description === 'string' ? description.slice(0, MAX_PARAMETER_TEXT) : '';
  if (!Array.isArray(values)) return said;
  const options = values.slice(0, MAX_OPTIONS).filter((option) => typeof option === 'string');
  return `${said} ${options.join(' ')}`.slice(0, MAX_PARAMETER_TEXT);
}

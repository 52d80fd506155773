/**
 * Fits tools to an endpoint: each accepts a part of JSON Schema, and refuses the whole request because of one schema
 * (features.md, C18).
 */
import { wellFormed } from '../../base/common/wellFormed.ts';
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import {
  anyIgnorable,
  hasCarrierInKeys,
  valuesWithoutCarriers,
  withoutCarriers,
} from '../common/carriers.ts';
import { type Fields } from '../common/echo.ts';
import { isRecord } from '../../base/common/guards.ts';
import type { ToolDefinition } from '../common/model.ts';
import { NotAnObject, SchemaFitter, TooLarge } from './fitter.ts';
import { bounded, joined } from './notes.ts';
import type { SchemaProfile } from './profile.ts';

export type FittedTool =
  | {
      readonly kind: 'fitted';
      readonly name: string;
      readonly description: string;
      /** Absent if the endpoint refuses objects without properties. */
      readonly parameters?: Fields | undefined;
    }
  | { readonly kind: 'leftOut'; readonly reason: LocalizedMessage };

/** Longest definition in characters of JSON. llama.cpp fails at about 100 kB for all tools. */
const longestTool = 64_000;
/** Depths that are tried, until a schema is small enough. */
const depths = [24, 8, 4];

/** Fitted tools by definition, which never changes. */
const known = new WeakMap<ToolDefinition, Map<SchemaProfile, FittedTool>>();

/** Fits a tool. Never throws, whatever a server sends as a schema. */
export function fitTool(tool: ToolDefinition, profile: SchemaProfile): FittedTool {
  const before = known.get(tool) ?? new Map<SchemaProfile, FittedTool>();
  known.set(tool, before);
  const made = before.get(profile) ?? withoutHiddenText(fittedTool(tool, profile));
  before.set(profile, made);
  return made;
}

function fittedTool(tool: ToolDefinition, profile: SchemaProfile): FittedTool {
  if (!isRecord(tool.inputSchema)) return leftOut(msg('its input schema is not an object'));
  let why = msg('its input schema cannot be read');
  for (const depth of depths) {
    try {
      const made = fittedAt(tool, profile, Math.min(depth, profile.maxDepth));
      const { length } = JSON.stringify(made);
      if (length <= longestTool) return made;
      why = msg('its definition has {0} characters, and the limit is {1}', length, longestTool);
    } catch (error) {
      if (error instanceof NotAnObject) return leftOut(error.text);
      if (error instanceof TooLarge) why = error.text;
      // The stack overflows for a schema that is nested thousands of levels deep.
      else return leftOut(msg('its input schema cannot be read'));
    }
  }
  return leftOut(why);
}

function fittedAt(tool: ToolDefinition, profile: SchemaProfile, depth: number): FittedTool {
  const { schema, note } = new SchemaFitter(tool.inputSchema, profile, depth).fitArguments();
  const described = note === '' ? tool.description : joined(tool.description, note);
  return wellFormed({
    kind: 'fitted',
    name: tool.name,
    description: bounded(described, profile.maxDescription),
    ...('properties' in schema && { parameters: schema }),
  });
}

function withoutHiddenText(made: FittedTool): FittedTool {
  if (made.kind === 'leftOut') return made;
  const { description, parameters } = made;
  if (!anyIgnorable.test(description) && (!parameters || !anyIgnorable.test(JSON.stringify(parameters))))
    return made;
  // A server would not recognise a renamed parameter.
  if (hasCarrierInKeys(parameters))
    return leftOut(msg('the names of its parameters have invisible characters'));
  return {
    ...made,
    description: withoutCarriers(description).text,
    ...(parameters && { parameters: valuesWithoutCarriers(parameters) as Fields }),
  };
}

function leftOut(reason: LocalizedMessage): FittedTool {
  return { kind: 'leftOut', reason };
}

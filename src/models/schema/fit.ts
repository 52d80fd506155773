/** Endpoints accept a part of JSON Schema, and refuse the whole request over one schema (features.md, C18). */
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
      /** Absent where objects without properties are refused. */
      readonly parameters?: Fields;
    }
  | { readonly kind: 'leftOut'; readonly reason: LocalizedMessage };

/** In characters of JSON. llama.cpp gives up at about 100 kB for all tools. */
const longestTool = 64_000;
/** The next lower depth is taken when a schema is too large. */
const depths = [24, 8, 4];

/** A fitted tool is kept for its definition, which never changes and is part of each request. */
const known = new WeakMap<ToolDefinition, Map<SchemaProfile, FittedTool>>();

/** Never throws, whatever a server calls a schema. */
export function fitTool(tool: ToolDefinition, profile: SchemaProfile): FittedTool {
  const before = known.get(tool) ?? new Map<SchemaProfile, FittedTool>();
  known.set(tool, before);
  const made = before.get(profile) ?? withoutHiddenText(fittedTool(tool, profile));
  before.set(profile, made);
  return made;
}

function fittedTool(tool: ToolDefinition, profile: SchemaProfile): FittedTool {
  if (!isRecord(tool.inputSchema)) return leftOut(msg('its input schema is no object'));
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
      // The stack overflows on a schema that is nested thousands deep.
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
  // The server would not know a renamed parameter.
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

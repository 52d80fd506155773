/** What the user says of a model: endpoints do not tell what their models can do. */

/** The ways to write a tool's schema, by the names that users give them. */
export const schemaNames = ['standard', 'gemini', 'plain'] as const;
export type SchemaName = (typeof schemaNames)[number];

/**
 * Whether calls that a model writes into its text are taken for calls. `auto`: no, but the user is told of one, and
 * offered to switch it on for a model that seems to know no other way.
 */
export type TextCallsMode = 'auto' | 'on' | 'off';

/** What is absent is as usual, or found out. */
export interface Abilities {
  /** In tokens. */
  readonly contextWindow?: number | undefined;
  /** False: the model cannot see, so images are named and not sent. */
  readonly images?: boolean | undefined;
  /** Whether the model may ask for several calls at once. Absent: the request says nothing of it, as many refuse that. */
  readonly parallelCalls?: boolean | undefined;
  /** How the schemas of tools are written. */
  readonly schema?: SchemaName | undefined;
  readonly textCalls?: TextCallsMode | undefined;
}

/** The abilities among the fields of an entry in the settings; a value that is none counts as absent. */
export function abilitiesOf({
  contextWindow,
  images,
  parallelCalls,
  schema,
  textCalls,
}: Readonly<Record<string, unknown>>): Abilities {
  const known = schemaNames.find((name) => name === schema);
  return {
    ...(typeof contextWindow === 'number' && contextWindow > 0 && { contextWindow }),
    ...(images === false && { images }),
    ...(typeof parallelCalls === 'boolean' && { parallelCalls }),
    ...(known && { schema: known }),
    ...((textCalls === 'on' || textCalls === 'off') && { textCalls }),
  };
}

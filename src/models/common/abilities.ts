import { isRecord } from '../../base/common/guards.ts';

export const schemaNames = ['standard', 'gemini', 'plain'] as const;
export type SchemaName = (typeof schemaNames)[number];

export type Api = 'chat' | 'responses';

/** `auto`: no, but the user is told, and offered `on` for a model that seems to know no other way. */
export type TextCallsMode = 'auto' | 'on' | 'off';

/** What the user says of a model, as endpoints do not. What is absent is as usual, or found out. */
export interface Abilities {
  /** Absent: chosen by the host, and corrected by what the endpoint says. */
  readonly api?: Api | undefined;
  /** In tokens. */
  readonly contextWindow?: number | undefined;
  /** False: images are named and not sent. */
  readonly images?: boolean | undefined;
  /** Absent: the request does not mention it, as many endpoints refuse it. */
  readonly parallelCalls?: boolean | undefined;
  readonly schema?: SchemaName | undefined;
  readonly textCalls?: TextCallsMode | undefined;
  /** Of a million tokens, as the user wrote it (`prices/price.ts`). */
  readonly price?: Readonly<Record<string, unknown>> | undefined;
  /** Fields of requests, as the user wrote them (`requestFields`). */
  readonly request?: Readonly<Record<string, unknown>> | undefined;
}

/** A value that is none counts as absent. */
export function abilitiesOf({
  api,
  contextWindow,
  images,
  parallelCalls,
  schema,
  textCalls,
  request,
  price,
}: Readonly<Record<string, unknown>>): Abilities {
  const known = schemaNames.find((name) => name === schema);
  return {
    ...((api === 'chat' || api === 'responses') && { api }),
    ...(typeof contextWindow === 'number' && contextWindow > 0 && { contextWindow }),
    ...(images === false && { images }),
    ...(typeof parallelCalls === 'boolean' && { parallelCalls }),
    ...(known && { schema: known }),
    ...(isRecord(request) && { request }),
    ...(isRecord(price) && { price }),
    ...((textCalls === 'on' || textCalls === 'off') && { textCalls }),
  };
}

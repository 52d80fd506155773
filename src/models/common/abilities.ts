import { isRecord } from '../../base/common/guards.ts';

export const schemaNames = ['standard', 'gemini', 'plain'] as const;
export type SchemaName = (typeof schemaNames)[number];

export type Api = 'chat' | 'responses';

/** `auto` does not run text calls, but tells the user, and offers `on` if the model seems to have no other way. */
export type TextCallsMode = 'auto' | 'on' | 'off';

/**
 * Abilities of a model that the user sets, because endpoints do not report them. An absent one has its default, or is
 * detected.
 */
export interface Abilities {
  /** Absent means that the host decides, corrected by the endpoint's refusals. */
  readonly api?: Api | undefined;
  /** Size of the context window in tokens. */
  readonly contextWindow?: number | undefined;
  /** False means that images are named instead of sent. */
  readonly images?: boolean | undefined;
  /** Absent means that the request does not mention it, because many endpoints refuse it. */
  readonly parallelCalls?: boolean | undefined;
  readonly schema?: SchemaName | undefined;
  readonly textCalls?: TextCallsMode | undefined;
  /** Price of a million tokens, as the user wrote it (`prices/price.ts`). */
  readonly price?: Readonly<Record<string, unknown>> | undefined;
  /** Fields of requests, as the user wrote them (`requestFields`). */
  readonly request?: Readonly<Record<string, unknown>> | undefined;
}

/** Reads abilities. An invalid value counts as absent. */
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
    api: api === 'chat' || api === 'responses' ? api : undefined,
    contextWindow: typeof contextWindow === 'number' && contextWindow > 0 ? contextWindow : undefined,
    images: images === false ? images : undefined,
    parallelCalls: typeof parallelCalls === 'boolean' ? parallelCalls : undefined,
    schema: known,
    request: isRecord(request) ? request : undefined,
    price: isRecord(price) ? price : undefined,
    textCalls: textCalls === 'on' || textCalls === 'off' ? textCalls : undefined,
  };
}

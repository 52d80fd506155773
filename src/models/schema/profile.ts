/**
 * What endpoints accept of a JSON schema. Collected from public issue trackers and the endpoints' own
 * documentation; see the tests for who refuses what.
 */

import type { SchemaName } from '../common/abilities.ts';

/** How a tool's schema is written for some kind of endpoint. */
export interface SchemaProfile {
  readonly name: SchemaName;
  /** `anyOf` within the schema. It is never sent at the root. */
  readonly unions: boolean;
  /** `additionalProperties`, `exclusiveMinimum` and others, `multipleOf`, `uniqueItems`, `default`, `pattern`. */
  readonly extras: boolean;
  /** The values of `enum` that are accepted. */
  readonly enums: 'any' | 'strings';
  /** A schema that says nothing of the type: accepted as it is, or sent as a string. */
  readonly untyped: 'accepted' | 'refused';
  /** `properties: {}`: wanted in every object, or refused. */
  readonly emptyProperties: 'wanted' | 'refused';
  /** `nullable: true`, as OpenAPI 3.0 has it. */
  readonly nullable: boolean;
  /** Values of `format`; all if undefined. */
  readonly formats?: ReadonlySet<string>;
  readonly maxDepth: number;
  /** In characters, for the tool and for each part of its schema. */
  readonly maxDescription: number;
}

/** What OpenAI, Ollama, vLLM, llama.cpp, Mistral and DeepSeek all accept. */
const standard: SchemaProfile = {
  name: 'standard',
  unions: true,
  extras: true,
  enums: 'any',
  untyped: 'accepted',
  emptyProperties: 'wanted',
  nullable: false,
  maxDepth: 24,
  maxDescription: 16_000,
};

/** Gemini takes the schemas of OpenAPI 3.0, of which it knows a part, and refuses the request for anything else. */
const gemini: SchemaProfile = {
  name: 'gemini',
  unions: true,
  extras: false,
  enums: 'strings',
  untyped: 'refused',
  emptyProperties: 'refused',
  nullable: true,
  formats: new Set(['date-time', 'int32', 'int64', 'float', 'double']),
  maxDepth: 16,
  maxDescription: 16_000,
};

/** The least that is still a schema: for what was refused. */
const plain: SchemaProfile = {
  name: 'plain',
  unions: false,
  extras: false,
  enums: 'strings',
  untyped: 'refused',
  emptyProperties: 'wanted',
  nullable: false,
  formats: new Set(),
  maxDepth: 5,
  maxDescription: 1_000,
};

const plainGemini: SchemaProfile = { ...plain, emptyProperties: 'refused' };

/** The plain profile for whoever gets this one. */
export function plainer(profile: SchemaProfile): SchemaProfile {
  return profile === gemini || profile === plainGemini ? plainGemini : plain;
}

/** Where a model is, and how the user says that its schemas are written, if the user does. */
export interface SchemaTarget {
  readonly baseURL: string;
  readonly model: string;
  readonly schema?: SchemaName | undefined;
}

/**
 * The profile for a model behind an endpoint: the user's, or what host and name suggest. Routers such as
 * OpenRouter pass schemas on, so the model's name counts too.
 */
export function profileFor({ baseURL, model, schema }: SchemaTarget): SchemaProfile {
  const host = URL.parse(baseURL)?.hostname ?? '';
  const likely = /(^|\.)googleapis\.com$/.test(host) || /\bgemini\b/i.test(model) ? gemini : standard;
  switch (schema) {
    case undefined:
      return likely;
    case 'standard':
      return standard;
    case 'gemini':
      return gemini;
    case 'plain':
      return plainer(likely);
  }
}

/**
 * The part of JSON Schema that endpoints accept, from their documentation and issue trackers. Tests name which endpoint
 * refuses what.
 */

import type { SchemaName } from '../common/abilities.ts';

export interface SchemaProfile {
  readonly name: SchemaName;
  /** Accepts `anyOf`, but never at the root. */
  readonly unions: boolean;
  /** Refuses anything beside `anyOf`, such as a description (Vertex). */
  readonly loneUnions?: true | undefined;
  /**
   * Accepts `additionalProperties`, `exclusiveMinimum` and similar, `multipleOf`, `uniqueItems`, `default` and
   * `pattern`.
   */
  readonly extras: boolean;
  readonly enums: 'any' | 'strings';
  /** Schemas without a type. If refused, they become strings. */
  readonly untyped: 'accepted' | 'refused';
  /** The form `properties: {}`. */
  readonly emptyProperties: 'wanted' | 'refused';
  /** Accepts `nullable: true` (OpenAPI 3.0). */
  readonly nullable: boolean;
  /** Formats of texts; undefined means all. */
  readonly formats?: ReadonlySet<string> | undefined;
  readonly maxDepth: number;
  /** Longest description of the tool and of each part. */
  readonly maxDescription: number;
}

/** Profile for OpenAI, Ollama, vLLM, llama.cpp, Mistral and DeepSeek. */
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

/** Profile for Gemini, which knows a part of OpenAPI 3.0 and refuses anything else. */
const gemini: SchemaProfile = {
  name: 'gemini',
  unions: true,
  loneUnions: true,
  extras: false,
  enums: 'strings',
  untyped: 'refused',
  emptyProperties: 'refused',
  nullable: true,
  // It also knows `enum`, which promises an enumeration, and formats of numbers, which say nothing to a model.
  formats: new Set(['date-time']),
  maxDepth: 16,
  maxDescription: 16_000,
};

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

export function plainer(profile: SchemaProfile): SchemaProfile {
  return profile === gemini || profile === plainGemini ? plainGemini : plain;
}

export interface SchemaTarget {
  readonly baseURL: string;
  readonly model: string;
  readonly schema?: SchemaName | undefined;
}

/**
 * Returns the user's profile, or the one that host and model name suggest. Routers such as OpenRouter pass schemas on,
 * so the name counts, too.
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

/** What endpoints accept of JSON Schema, from their documentation and issue trackers; tests name who refuses what. */

import type { SchemaName } from '../common/abilities.ts';

export interface SchemaProfile {
  readonly name: SchemaName;
  /** `anyOf`; never at the root. */
  readonly unions: boolean;
  /** `additionalProperties`, `exclusiveMinimum` and others, `multipleOf`, `uniqueItems`, `default`, `pattern`. */
  readonly extras: boolean;
  readonly enums: 'any' | 'strings';
  /** Schemas without a type; where refused, sent as string. */
  readonly untyped: 'accepted' | 'refused';
  /** `properties: {}`. */
  readonly emptyProperties: 'wanted' | 'refused';
  /** `nullable: true` (OpenAPI 3.0). */
  readonly nullable: boolean;
  /** undefined: all. */
  readonly formats?: ReadonlySet<string>;
  readonly maxDepth: number;
  /** In characters, of the tool and of each part. */
  readonly maxDescription: number;
}

/** For OpenAI, Ollama, vLLM, llama.cpp, Mistral, DeepSeek. */
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

/** Gemini knows a part of OpenAPI 3.0, and refuses anything else. */
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

/** The user's, or what host and name suggest: routers (OpenRouter) pass schemas on, so the name counts too. */
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

/** YAML and TOML as plain values. It is in the bundle of their parsers, as it is seldom needed. */
import { parse, TomlError } from 'smol-toml';
import { parseAllDocuments } from 'yaml';

/** What a parser says stays here: it quotes the text, which may hold secrets. Lines count from 1. */
export type StructuredValue =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'bad'; readonly line: number };

/** Aliases that unfold to more are a trap. */
const MAX_ALIASES = 100;

/** Of several documents the first one. */
export function yamlValue(text: string): StructuredValue {
  try {
    const documents = parseAllDocuments(text, {
      uniqueKeys: false,
      merge: true,
      logLevel: 'silent',
    });
    const [document] = Array.isArray(documents) ? documents : [];
    if (!document) return { kind: 'value', value: undefined };
    const [error] = document.errors;
    if (error) return { kind: 'bad', line: error.linePos?.[0].line ?? 1 };
    return { kind: 'value', value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown };
  } catch {
    return { kind: 'bad', line: 1 };
  }
}

export function tomlValue(text: string): StructuredValue {
  try {
    return { kind: 'value', value: parse(text, { maxDepth: 100 }) };
  } catch (error) {
    return { kind: 'bad', line: error instanceof TomlError ? error.line : 1 };
  }
}

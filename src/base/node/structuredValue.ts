/** Parses YAML and TOML into plain values. It is in the bundle of their parsers, which is seldom loaded. */
import { parse, TomlError } from 'smol-toml';
import { parseAllDocuments } from 'yaml';

/**
 * A parsed value, or the line of the error, from 1. The parser's message is left out: it quotes the text, which may
 * hold secrets.
 */
export type StructuredValue =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'bad'; readonly line: number };

/** More aliases are an attack: they expand to a huge value. */
const MAX_ALIASES = 100;

/** Returns the first document of several. */
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

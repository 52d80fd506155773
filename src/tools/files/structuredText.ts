/**
 * Reads YAML and TOML to find schemas. It has its own bundle (dist/structuredText.cjs), because it is seldom needed.
 */
import { parse as parseToml, type TomlTable, type TomlValue } from 'smol-toml';
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments, type Node } from 'yaml';
import type { StringPosition } from './schemaPositions.ts';

/** Most strings and collections that are visited, including those to which aliases expand. */
const MAX_VISITS = 200_000;

/** Returns undefined if the text is not YAML, or too large. */
export function placesInYaml(text: string): readonly StringPosition[] | undefined {
  const documents = parseAllDocuments(text, {
    uniqueKeys: false,
    strict: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const places: StringPosition[] = [];
  let visits = 0;
  for (const document of Array.isArray(documents) ? documents : []) {
    if (document.errors.length > 0) return undefined;
    const anchors = new Map<string, Node>();
    const open: { readonly node: unknown; readonly keys: readonly string[] }[] = [
      { node: document.contents, keys: [] },
    ];
    // An alias refers to an earlier node, so nodes are visited in order.
    for (let next = open.pop(); next; next = open.pop()) {
      visits += 1;
      if (visits > MAX_VISITS) return undefined;
      const { node, keys } = next;
      if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined)
        anchors.set(node.anchor, node);
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        // The target was visited where it is defined, but other keys lead to it here.
        if (target && keys.length > 0) open.push({ node: target, keys });
      } else if (isScalar(node)) places.push({ keys, value: textOf(node.value), isKey: false });
      else if (isSeq(node)) for (const item of node.items.toReversed()) open.push({ node: item, keys });
      else if (isMap(node))
        for (const { key, value } of node.items.toReversed()) {
          if (isScalar(key) && key.anchor !== undefined) anchors.set(key.anchor, key);
          const named = isAlias(key) ? anchors.get(key.source) : key;
          const name = isScalar(named) ? textOf(named.value) : '';
          places.push({ keys, value: name, isKey: true });
          // A merged map's members belong to the map that has it.
          open.push({ node: value, keys: name === '<<' ? keys : [...keys.slice(-8), name] });
        }
    }
  }
  return places;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns undefined if the text is not TOML, or too deep. */
export function placesInToml(text: string): readonly StringPosition[] | undefined {
  let table: TomlTable;
  try {
    table = parseToml(text, { maxDepth: 100, integersAsBigInt: true });
  } catch {
    return undefined;
  }
  const places: StringPosition[] = [];
  const open: { readonly value: TomlValue; readonly keys: readonly string[] }[] = [
    { value: table, keys: [] },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, keys } = next;
    if (typeof value === 'string') places.push({ keys, value, isKey: false });
    else if (Array.isArray(value)) for (const item of value) open.push({ value: item, keys });
    else if (typeof value === 'object' && !(value instanceof Date))
      for (const [key, member] of Object.entries(value)) {
        places.push({ keys, value: key, isKey: true });
        open.push({ value: member, keys: [...keys.slice(-8), key] });
      }
  }
  return places;
}

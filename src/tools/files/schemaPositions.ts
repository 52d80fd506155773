/** Recognises addresses of schemas in structured data, which language servers request. */

/** A string with the keys that lead to it. For a key itself, they lead to its object. */
export interface StringPosition {
  readonly keys: readonly string[];
  readonly value: string;
  readonly isKey: boolean;
}

const direct =
  /^\$(?:schema|ref|dynamicref|recursiveref|import)$|^schemas?$|^schema[_-]?(?:ur[il]|path|location|file)$/i;
const schemaObject = /^schemas?$/i;
const ofObject = /^(?:ur[il]|path|href|location|endpoint|src|file)$/i;
/** Settings that name schemas for files, with addresses as values or as keys. */
const settings =
  /[.-]schemas?$|\.schema\.|fileassociations$|^(?:json|yaml|toml|xml)validation$|^associations$/i;

/** A language server would take a string there for the address of a schema. */
export function isSchemaPlace({ keys, isKey }: StringPosition): boolean {
  const last = keys.at(-1) ?? '';
  if (keys.some((key) => settings.test(key))) return true;
  if (isKey) return schemaObject.test(last);
  return direct.test(last) || (ofObject.test(last) && schemaObject.test(keys.at(-2) ?? ''));
}

/** Returns bases from which relative references are requested. */
export function basesOf(places: readonly StringPosition[]): readonly string[] {
  const isRelative = places.some(
    ({ keys, value, isKey }) =>
      !isKey && /^\$ref$/i.test(keys.at(-1) ?? '') && !/^#|^[a-z][a-z0-9+.-]*:/i.test(value),
  );
  if (!isRelative) return [];
  return places.flatMap(({ keys, value, isKey }) =>
    !isKey && /^(?:\$id|id|\$base|xml:base)$/i.test(keys.at(-1) ?? '') ? [value] : [],
  );
}

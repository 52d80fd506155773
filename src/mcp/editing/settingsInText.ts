import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { JsonTextError, parseJsonText } from './jsonText.ts';

const SECTION = 'patchbay';
const MAX_DEPTH = 8;

export interface SettingInText {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

/** Names may be spread over nested objects, as the editor reads those the same way. */
export function settingsInText(
  text: string,
  within: readonly string[],
  known: ReadonlySet<string>,
): SettingInText[] {
  let root: Node | undefined;
  try {
    root = parseJsonText(text);
  } catch (error) {
    if (error instanceof JsonTextError) return [];
    throw error;
  }
  const start = root && findNodeAtLocation(root, [...within]);
  return start ? found(start, [], known) : [];
}

function found(node: Node, path: readonly string[], known: ReadonlySet<string>): SettingInText[] {
  if (node.type !== 'object' || path.length > MAX_DEPTH) return [];
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    if (!key || !value) return [];
    const name = [...path, String(key.value)].join('.');
    if (known.has(name)) return [{ name, offset: key.offset, length: key.length }];
    const isPartOfName = name === SECTION || name.startsWith(`${SECTION}.`);
    return isPartOfName ? found(value, [name], known) : [];
  });
}

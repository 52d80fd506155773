/** Changes entries in the text of a settings file. Comments, order, formatting and unknown keys stay. */
import { msg } from '../../base/common/message.ts';
import { findNodeAtLocation, type Node } from 'jsonc-parser';
import {
  insertedBehind,
  JsonTextError,
  lineOf,
  parseJsonText,
  printedLike,
  setAt,
  valueOf,
  withoutProperty,
} from './jsonText.ts';
import { isRecord } from '../../base/common/guards.ts';

export type RawEntry = Readonly<Record<string, unknown>>;

export type ServersChange =
  | { readonly kind: 'set'; readonly name: string; readonly entry: RawEntry }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string }
  /** Inserts a copy right behind the original, comments included. */
  | { readonly kind: 'duplicate'; readonly name: string; readonly to: string }
  | { readonly kind: 'remove'; readonly name: string }
  /** Adds an input to `patchbay.inputs`, unless there is one of that id. */
  | { readonly kind: 'input'; readonly input: RawEntry };

const KEY = 'patchbay.servers';
const INPUTS = 'patchbay.inputs';

/**
 * Changes the servers in the text of a settings file. `within` is the path of the settings, such as `['settings']` in a
 * workspace file. @throws JsonTextError
 */
export function changeServers(text: string, within: readonly string[], change: ServersChange): string {
  const root = parseJsonText(text);
  const path = [...within, KEY];
  const servers = root && findNodeAtLocation(root, path);
  if (root && root.type !== 'object')
    throw new JsonTextError(msg('The file does not contain an object. Correct the error, then try again.'));
  if (servers && servers.type !== 'object')
    throw new JsonTextError(
      msg(
        '"{0}" in line {1} is not an object keyed by server name. Correct the error, then try again.',
        KEY,
        lineOf(text, servers.offset),
      ),
    );
  const changed = apply(text, within, servers, change);
  // An invalid result would cost the user their settings.
  parseJsonText(changed);
  return changed;
}

export function readServersText(text: string, within: readonly string[]): Readonly<Record<string, unknown>> {
  const root = parseJsonText(text);
  const servers = root && findNodeAtLocation(root, [...within, KEY]);
  const value = valueOf(servers);
  return isRecord(value) ? value : {};
}

export function entryPlace(
  text: string,
  within: readonly string[],
  path: readonly (string | number)[],
): { readonly offset: number; readonly length: number } | undefined {
  try {
    const root = parseJsonText(text);
    const node = root && findNodeAtLocation(root, [...within, KEY, ...path]);
    // A name is a better place to point at than everything below it.
    const key = node?.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
    const shown = path.length <= 1 ? (key ?? node) : node;
    return shown && { offset: shown.offset, length: shown.length };
  } catch (error) {
    if (error instanceof JsonTextError) return undefined;
    throw error;
  }
}

function apply(
  text: string,
  within: readonly string[],
  servers: Node | undefined,
  change: ServersChange,
): string {
  if (change.kind === 'set') return setAt(text, [...within, KEY, change.name], change.entry);
  if (change.kind === 'input') return withInput(text, [...within, INPUTS], change.input);
  const property = servers?.children?.find(({ children }) => children?.[0]?.value === change.name);
  const [key] = property?.children ?? [];
  if (!property || !key)
    throw new JsonTextError(
      msg('The file no longer contains a server "{0}". Nothing was changed.', change.name),
    );
  if (change.kind === 'remove') return withoutProperty(text, property);
  const name = JSON.stringify(change.to);
  const behindKey = key.offset + key.length;
  if (change.kind === 'rename') return text.slice(0, key.offset) + name + text.slice(behindKey);
  return insertedBehind(text, property, name + text.slice(behindKey, property.offset + property.length));
}

function withInput(text: string, path: readonly string[], input: RawEntry): string {
  const root = parseJsonText(text);
  const list = root && findNodeAtLocation(root, [...path]);
  const items = list?.children ?? [];
  if (items.some((item) => (valueOf(item) as RawEntry | null)?.['id'] === input['id'])) return text;
  const last = items.at(-1);
  if (!last) return setAt(text, path, [input]);
  return insertedBehind(text, last, printedLike(text, last, input));
}

/** Finds the problems of server entries, with their places in the text of a settings file. */
import { t } from '@vscode/l10n';
import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { parseServers } from '../definition/definition.ts';
import { JsonTextError, parseJsonText, valueOf } from './jsonText.ts';
import { isRecord } from '../../base/common/guards.ts';
import { entryPlace, readServersText } from './serversText.ts';

export interface TextProblem {
  readonly message: string;
  readonly offset: number;
  readonly length: number;
}

/**
 * Returns the problems of the entries below `within`, but none for a text that is no JSON, which the editor itself
 * reports.
 */
export function problemsInText(text: string, within: readonly string[]): TextProblem[] {
  try {
    return parseServers(readServersText(text, within)).flatMap((entry) => {
      if (entry.kind === 'valid') return [];
      return entry.problems.flatMap(({ path, message }) => {
        const steps = stepsOf(path);
        const place = nearest(text, within, steps);
        const field = steps.slice(1).join('.');
        return place ? [{ message: field === '' ? message : `"${field}" ${message}`, ...place }] : [];
      });
    });
  } catch (error) {
    if (error instanceof JsonTextError) return [];
    throw error;
  }
}

/**
 * Returns the problems of a linked file such as `.vscode/mcp.json`. A file that is no JSON has one problem, because
 * nothing of it is used.
 */
export function problemsInLinked(text: string): TextProblem[] {
  try {
    const root = parseJsonText(text);
    if (!root) return [];
    const place = findNodeAtLocation(root, ['mcpServers']) ? 'mcpServers' : 'servers';
    const servers = findNodeAtLocation(root, [place]);
    if (!servers && root.type === 'object') return [];
    const value = valueOf(servers);
    if (!isRecord(value)) {
      const { offset, length } = servers ?? root;
      return [{ message: t('"servers" must be an object keyed by server name'), offset, length }];
    }
    return parseServers(value).flatMap((entry) => {
      if (entry.kind === 'valid') return [];
      return entry.problems.map(({ path, message }) => {
        const steps = stepsOf(path);
        const { offset, length } = deepest(root, [place, ...steps]);
        const field = steps.slice(1).join('.');
        return { message: field === '' ? message : `"${field}" ${message}`, offset, length };
      });
    });
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return [{ message: error.text.localized, offset: error.offset, length: 1 }];
  }
}

/**
 * Returns the node at the path or the deepest one on the way. A whole entry is represented by the name of its server.
 */
function deepest(root: Node, path: readonly (string | number)[]): Node {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, depth));
    if (!node) continue;
    const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
    return depth <= 2 ? (key ?? node) : node;
  }
  return root;
}

/** Returns the place of the first path that a message names, such as one about a variable without a value. */
export function placeOfMessage(
  text: string,
  within: readonly string[],
  message: string,
): { readonly offset: number; readonly length: number } | undefined {
  const [path] = /patchbay\.servers(?:\.[\w-]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])+/.exec(message) ?? [];
  return path === undefined ? undefined : nearest(text, within, stepsOf(path));
}

export function namesInText(text: string, within: readonly string[]): string[] {
  try {
    return Object.keys(readServersText(text, within));
  } catch (error) {
    if (error instanceof JsonTextError) return [];
    throw error;
  }
}

function nearest(
  text: string,
  within: readonly string[],
  steps: readonly (string | number)[],
): { readonly offset: number; readonly length: number } | undefined {
  for (let depth = steps.length; depth >= 0; depth -= 1) {
    const place = entryPlace(text, within, steps.slice(0, depth));
    if (place) return place;
  }
  return undefined;
}

function stepsOf(path: string): (string | number)[] {
  const steps = path
    .slice('patchbay.servers'.length)
    .matchAll(/\.([\w-]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g);
  return [...steps].map(([, word, index, quoted]) =>
    quoted === undefined
      ? index === undefined
        ? (word ?? '')
        : Number(index)
      : (JSON.parse(quoted) as string),
  );
}

const SECTION = 'patchbay';
const MAX_DEPTH = 8;

interface SettingInText {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

/**
 * Returns the known settings below `within`. Their names may be spread over nested objects, which the editor reads the
 * same way.
 */
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

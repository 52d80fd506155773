/** What is wrong with the entries in the text of a settings file, and where. */
import { parseServers } from '../definition/definition.ts';
import { JsonTextError } from './jsonText.ts';
import { placeOf, readServersText } from './serversText.ts';

/** A problem and the part of the text that it is about. */
export interface TextProblem {
  readonly message: string;
  readonly offset: number;
  readonly length: number;
}

/** The problems of all entries. None for a text that is no JSON: the editor itself says that. */
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

/** The place of the first path in a message, such as that of a variable without a value; nothing if it names none. */
export function placeOfMessage(
  text: string,
  within: readonly string[],
  message: string,
): { readonly offset: number; readonly length: number } | undefined {
  const [path] = /patchbay\.servers(?:\.[\w-]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])+/.exec(message) ?? [];
  return path === undefined ? undefined : nearest(text, within, stepsOf(path));
}

/** The names of the entries; none in a text that is no JSON. */
export function namesInText(text: string, within: readonly string[]): string[] {
  try {
    return Object.keys(readServersText(text, within));
  } catch (error) {
    if (error instanceof JsonTextError) return [];
    throw error;
  }
}

/** What is missing has no place of its own; what it is missing from has. */
function nearest(
  text: string,
  within: readonly string[],
  steps: readonly (string | number)[],
): { readonly offset: number; readonly length: number } | undefined {
  for (let depth = steps.length; depth >= 0; depth -= 1) {
    const place = placeOf(text, within, steps.slice(0, depth));
    if (place) return place;
  }
  return undefined;
}

/** The steps of a path as `pathOf` writes it, without the setting's own name. */
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

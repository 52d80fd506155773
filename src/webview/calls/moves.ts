import { headText } from '../../base/common/cut.ts';
import type { CallView } from '../../protocol/index.ts';
import { namedValues } from './json.ts';

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Characters of arguments that are parsed, and of a path that is shown. */
const MAX_PARSED = 20_000;
const MAX_PATH = 1_000;

/** Returns both paths of a call of the built-in tool that moves files. */
export function moveOf({ source, toolName, argsText }: CallView): Move | undefined {
  if (source.kind !== 'native' || toolName !== 'move_file' || argsText.length > MAX_PARSED) return undefined;
  const values = new Map(namedValues(argsText)?.map(({ name, string }) => [name, string]));
  const [from, to] = [values.get('path'), values.get('newPath')];
  return from === undefined || to === undefined
    ? undefined
    : { from: headText(from, MAX_PATH), to: headText(to, MAX_PATH) };
}

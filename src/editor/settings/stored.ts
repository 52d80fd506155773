/** Values of a Memento, which an older or newer version of Patchbay may have written: other types count as absent. */
import type { Memento } from 'vscode';
import { isRecord, isStringArray } from '../../base/common/guards.ts';

export function storedObject(state: Memento, key: string): Readonly<Record<string, unknown>> {
  const value = state.get<unknown>(key);
  return isRecord(value) ? value : {};
}

export function storedTextList(state: Memento, key: string): readonly string[] {
  const value = state.get<unknown>(key);
  return isStringArray(value) ? value : [];
}

/**
 * Values of the editor's memory, read with care: another version of Patchbay may have written them, also a later one.
 * What has another form counts as not there.
 */
import type { Memento } from 'vscode';
import { isRecord, isStringArray } from '../../base/common/guards.ts';

/** The object under that key; empty if there is none. */
export function storedObject(state: Memento, key: string): Readonly<Record<string, unknown>> {
  const value = state.get<unknown>(key);
  return isRecord(value) ? value : {};
}

/** The texts under that key; none if it is something else. */
export function storedTextList(state: Memento, key: string): readonly string[] {
  const value = state.get<unknown>(key);
  return isStringArray(value) ? value : [];
}

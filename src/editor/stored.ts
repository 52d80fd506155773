/**
 * Values of the editor's memory, read with care: another version of Patchbay may have written them, also a later one.
 * What has another form counts as not there.
 */
import type { Memento } from 'vscode';

/** An object that is no array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether it is an object with nothing but texts. */
export function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((each) => typeof each === 'string');
}

/** Whether it is an array of nothing but texts. */
export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** The object under that key; empty if there is none. */
export function storedObject(state: Memento, key: string): Readonly<Record<string, unknown>> {
  const value = state.get<unknown>(key);
  return isObject(value) ? value : {};
}

/** The texts under that key; none if it is something else. */
export function storedTextList(state: Memento, key: string): readonly string[] {
  const value = state.get<unknown>(key);
  return isTextList(value) ? value : [];
}

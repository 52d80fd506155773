/** Takes defences out of the source files that a process loads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeSource } from '../support/source/change.ts';
import type { Defence } from './attack.ts';
import { replaceTexts, root, type Texts } from './moduleHooks.ts';

/** The texts of the files that have defences, without those. Throws if a defence is not there. */
export function textsWithout(defences: readonly Defence[]): Texts {
  return new Map(
    [...Map.groupBy(defences, ({ file }) => file)].map(([file, own]) => {
      try {
        return [file, changeSource(file, readFileSync(join(root, file), 'utf8'), own)];
      } catch (error) {
        const titles = own.map(({ title }) => `"${title}"`).join(' or ');
        throw new Error(`The defence ${titles} is not where it is said to be. ${(error as Error).message}`, {
          cause: error,
        });
      }
    }),
  );
}

/**
 * Every module that this process loads from now on is without the defences. Those that were loaded before are loaded
 * anew as `replaceTexts` says.
 */
export function removeDefences(defences: readonly Defence[], also: readonly string[] = []): void {
  replaceTexts(textsWithout(defences), also);
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageParts } from '../../src/editor/common/pageDocument.ts';

/** As a page gets it from the editor. */
export type Language = PageParts['language'];

const folder = join(import.meta.dirname, '../../l10n');

/** Tags with a bundle, such as `de`. */
export const languageTags: readonly string[] = globSync('bundle.l10n.*.json', { cwd: folder })
  .map((name) => name.split('.')[2] ?? '')
  .toSorted();

/** @throws Error if there is no bundle for it. */
export function languageOf(tag: string): Language & { readonly messages: Readonly<Record<string, string>> } {
  const text = readFileSync(join(folder, `bundle.l10n.${tag}.json`), 'utf8');
  return { tag, messages: JSON.parse(text) as Readonly<Record<string, string>> };
}

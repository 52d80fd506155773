/** Finds the files of the workspace that a model's pattern means. */
import type { ContentPart } from '../../protocol/index.ts';
import type { CallContext } from '../../tools/index.ts';
import { listedName } from './listedName.ts';
import { labelOf, listWorkspace } from './workspaceListing.ts';

const MAX_FILES = 500;

export async function findFiles(
  args: Readonly<Record<string, unknown>>,
  { signal }: CallContext,
): Promise<readonly ContentPart[]> {
  const { pattern } = args as { pattern: string };
  const folders = await listWorkspace(pattern, signal);
  const names = folders.flatMap(({ files }) => files.map((file) => listedName(labelOf(file)))).toSorted();
  const isWhole = folders.every((folder) => folder.isWhole);
  const rest = names.length - MAX_FILES;
  const more = isWhole ? rest.toLocaleString('en') : `at least ${rest.toLocaleString('en')}`;
  const shown = [...names.slice(0, MAX_FILES), ...(rest > 0 ? [`… and ${more} more`] : [])];
  if (names.length > 0) return [{ type: 'text', text: shown.join('\n') }];
  const ignored = folders.reduce((sum, folder) => sum + folder.ignored, 0);
  const left =
    ignored > 0
      ? `, but ${ignored === 1 ? '1 file that' : `${ignored.toLocaleString('en')} files that`} git ignores`
      : '';
  return [{ type: 'text', text: `No file fits ${pattern}${left}.` }];
}

/** searchText: the built-in search in 100,000 files of 4 kB, beside ripgrep by itself. */
import { dirname } from 'node:path';
import { ensureHost } from '../../scripts/host/install.ts';
import type { SearchTimes } from '../children/textSearch.ts';
import { comparison, single, type Figure } from '../figure.ts';
import { runNode } from '../processes.ts';

export async function measureTextSearch(): Promise<Figure[]> {
  // The editor's own ripgrep is what the search runs.
  const appRoot = dirname(dirname((await ensureHost()).serverMain));
  const times = JSON.parse(await runNode('bench/children/textSearch.ts', appRoot)) as SearchTimes;
  return [
    comparison(
      {
        name: 'searchText',
        what: 'a word in 20 of 100,000 files of 4 kB; other: ripgrep by itself',
        unit: 'ms',
        aim: { kind: 'ratio', max: 1.5 },
      },
      times.rounds,
      'ours',
      'ripgrep',
    ),
    single(
      {
        name: 'searchText.found',
        what: 'the part of these files that it finds',
        unit: 'of 1',
        aim: { kind: 'value', min: 1 },
      },
      [times.found],
    ),
    single({ name: 'searchText.list', what: 'find_files of all of them', unit: 'ms' }, times.list),
  ];
}

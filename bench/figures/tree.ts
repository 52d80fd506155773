import type { TreeTimes } from '../children/tree.ts';
import { single, type Figure } from '../figure.ts';
import { runNode } from '../processes.ts';

const ROUNDS = 10;

/** Measures in fresh processes, because a tree is first opened with nothing counted. */
export async function measureTree(): Promise<Figure[]> {
  const all: TreeTimes[] = [];
  for (let index = 0; index < ROUNDS; index++)
    all.push(JSON.parse(await runNode('bench/children/tree.ts')) as TreeTimes);
  for (const { rows } of all)
    if (rows.open !== 100 || rows.unfold !== 50 || rows.filter[3] !== 11 * 2)
      throw new Error(`The tree has other rows than it should have: ${JSON.stringify(rows)}`);
  const label = (name: string, what: string, max: number) =>
    ({ name, what, unit: 'ms', aim: { kind: 'value', max } }) as const;
  return [
    single(
      label('tree.open', 'rows of 100 servers with 5,000 tools, for the first time', 300),
      all.map(({ open }) => open),
    ),
    single(
      label('tree.unfold', 'rows of the 50 tools of a server', 50),
      all.map(({ unfold }) => unfold),
    ),
    single(
      label('tree.filter', 'a letter typed into the filter, the slowest of eight', 50),
      all.map(({ filter }) => Math.max(...filter)),
    ),
  ];
}

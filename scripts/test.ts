/**
 * Runs everything that must hold: `npm test`, or with `--nightly` also what is slow or rare. All stages run even if
 * something fails; the last line counts, e.g. `312 passed, 0 failed`. See docs/testing.md.
 *
 * `node scripts/test.ts unit page` runs only the stages with these words in their titles.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheRoot } from './host/cache.ts';
import { printTotals, runStages } from './testing/runStages.ts';
import { stages } from './testing/stages.ts';

const { values, positionals } = parseArgs({
  options: { nightly: { type: 'boolean', default: false } },
  allowPositionals: true,
});
// The tests start hundreds of Node processes, and each would have the same TypeScript compiled anew.
process.env['NODE_COMPILE_CACHE'] ??= join(cacheRoot(), 'compiled');
if (values.nightly) process.env['PATCHBAY_NIGHTLY'] = '1';

const chosen = stages(values.nightly).filter(
  ({ title }) => positionals.length === 0 || positionals.some((word) => title.includes(word)),
);
printTotals(await runStages(chosen));

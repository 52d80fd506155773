/**
 * `npm test`: runs all checks and tests, with `--nightly` also the slow and rare ones. A failing stage stops nothing;
 * the last line counts, e.g. `312 passed, 0 failed`. `node scripts/test.ts unit page` runs the stages with these words
 * in their titles. See docs/testing.md.
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
// Hundreds of Node processes would otherwise each compile the same TypeScript.
process.env['NODE_COMPILE_CACHE'] ??= join(cacheRoot(), 'compiled');
if (values.nightly) process.env['PATCHBAY_NIGHTLY'] = '1';

const chosen = stages(values.nightly).filter(
  ({ title }) => positionals.length === 0 || positionals.some((word) => title.includes(word)),
);
printTotals(await runStages(chosen));

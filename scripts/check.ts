/** `npm run check`, before a pull request: runs every check, and reports all that fail. `-- lint names` runs some. */
import { printTotals, runStages } from './testing/runStages.ts';
import { checks } from './testing/stages.ts';

const words = process.argv.slice(2);
printTotals(
  await runStages(
    checks.filter(({ title }) => words.length === 0 || words.some((word) => title.includes(word))),
  ),
);

/** `npm run check:folders`, in `npm run check`: checks the imports of `src` against folders/rules.ts. */
import { join } from 'node:path';
import { findProblems, readImports } from './folders/check.ts';
import { rules } from './folders/rules.ts';

const imports = readImports(join(import.meta.dirname, '../src'));
const problems = findProblems(imports, rules);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} problems. The table of allowed imports is scripts/folders/rules.ts.`);
  process.exitCode = 1;
}

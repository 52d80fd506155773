/** Finds defects that the type checker reports: no test needs to find those. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Defect } from './defect.ts';
import { plantIn } from './tree.ts';

export interface TypeError {
  readonly defect: Defect;
  readonly problem: string;
}

/** Plants all defects at once; those of files with errors, or in the way of each other, are planted alone. */
export function checkTypes(copy: string, defects: readonly Defect[]): TypeError[] {
  const byFile = [...Map.groupBy(defects, ({ file }) => file).values()];
  const together = byFile.flatMap((list) => (canPlant(copy, list) ? list : []));
  const output = compile(copy, together);
  const suspects = byFile.filter((list) => !together.includes(list[0] as Defect) || errorIn(output, list[0]));
  return suspects.flat().flatMap((defect) => {
    const problem = errorIn(compile(copy, [defect]), defect);
    return problem === undefined ? [] : [{ defect, problem: `The type checker reports it: ${problem}` }];
  });
}

function canPlant(copy: string, defects: readonly Defect[]): boolean {
  try {
    plantIn(copy, defects)();
    return true;
  } catch {
    return false;
  }
}

function errorIn(output: string, defect: Defect | undefined): string | undefined {
  return output.split('\n').find((line) => line.startsWith(`${defect?.file}(`));
}

/** The errors of the type checker with these defects, which may leave a name unused. */
function compile(copy: string, defects: readonly Defect[]): string {
  const restore = plantIn(copy, defects);
  try {
    const unused = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
    return ['.', 'src/webview']
      .map((project) => {
        const args = ['-p', project, '--pretty', 'false', ...unused];
        return spawnSync(process.execPath, [join(copy, 'node_modules/typescript/bin/tsc'), ...args], {
          cwd: copy,
          encoding: 'utf8',
          maxBuffer: 16 * 1024 * 1024,
        }).stdout;
      })
      .join('\n');
  } finally {
    restore();
  }
}

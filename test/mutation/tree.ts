/** A copy of the working tree, in which defects are planted. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plant, type Defect } from './defect.ts';

/** The folder of the copy. It has what git knows and does not ignore, as it is in the working tree. */
export function copyTree(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'patchbay-mutation-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of new Set(files.split('\0')))
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

export function removeTree(copy: string): void {
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
}

/** Plants the defects in the copy; the function that is returned restores it. Throws if one is not possible. */
export function plantIn(copy: string, defects: readonly Defect[]): () => void {
  const changes = [...Map.groupBy(defects, ({ file }) => file)].map(([file, own]) => {
    const path = join(copy, file);
    const before = readFileSync(path, 'utf8');
    return { path, before, after: plant(own, file, before) };
  });
  for (const { path, after } of changes) writeFileSync(path, after);
  return () => {
    for (const { path, before } of changes) writeFileSync(path, before);
  };
}

/** A copy of the working tree, in which defects are planted. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
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
  const originals = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const defect of defects) {
    const path = join(copy, defect.file);
    const before = texts.get(path) ?? readFileSync(path, 'utf8');
    if (!originals.has(path)) originals.set(path, before);
    const after = plant(defect, before);
    const [error] = /\.tsx?$/.test(path) ? parseSync(path, after).errors : [];
    if (error) throw new Error(`The defect "${defect.id}" has a syntax error: ${error.message}`);
    texts.set(path, after);
  }
  for (const [path, text] of texts) writeFileSync(path, text);
  return () => {
    for (const [path, text] of originals) writeFileSync(path, text);
  };
}

/**
 * Reads files with instructions for the model, and the files that they import. Anybody may have written their text and
 * names.
 */
import { t } from '@vscode/l10n';
import { dirname, resolve } from 'node:path';
import { plainLabel, truncate } from '../../base/common/text.ts';
import { GitIgnore, isInside } from '../../tools/index.ts';
import { folderName, readInside, type ReadableFolder } from './readInside.ts';

/** A file with instructions, by its real path. Without `text` it is not used, and a note says why. */
export interface FoundInstructions {
  readonly name: string;
  readonly path: string;
  readonly text?: string;
  readonly notes: readonly string[];
}

/** Claude Code follows imports five deep (its documentation of CLAUDE.md, "Import additional files"). */
const MAX_DEPTH = 5;
const MAX_FILES = 20;
/**
 * Mentions of files that are followed in a file with all its imports, because each costs a look at the disk before
 * every turn.
 */
const MAX_MENTIONS = 200;
/** Most notes on one file, because the chat shows them. */
const MAX_NOTES = 10;
const MAX_NAME = 100;
const DOCUMENT = /\.(?:md|mdc|markdown|txt)$/i;

/**
 * Reads a file and what it imports, each before those that it names. Returns nothing for a file that is missing or
 * blank.
 */
export async function readInstructions(
  path: string,
  folder: ReadableFolder,
  seen: Set<string>,
): Promise<readonly FoundInstructions[]> {
  const files: FoundInstructions[] = [];
  const ignored = new GitIgnore(folder.real);
  let mentions = 0;
  const add = async (at: string, depth: number): Promise<'read' | 'none' | 'many'> => {
    if (files.length >= MAX_FILES) return 'many';
    const read = await readInside(at, { folder, ignored, isImport: depth > 0 });
    if (!read || seen.has(read.path)) return 'none';
    seen.add(read.path);
    if (read.problem !== undefined) {
      files.push({ ...read, notes: [read.problem.localized] });
      return 'read';
    }
    if (read.text.trim() === '') return 'none';
    const notes: string[] = [];
    files.push({ ...read, notes });
    let more = 0;
    const tell = (note: string): void => {
      if (notes.length < MAX_NOTES) notes.push(note);
      else more += 1;
    };
    for (const { named: mentioned, target } of importsIn(read.text, read.path)) {
      if ((mentions += 1) > MAX_MENTIONS) break;
      const named = plainLabel(truncate(mentioned, MAX_NAME), MAX_NAME) ?? '';
      const isDocument = DOCUMENT.test(mentioned);
      if (target === undefined || !isInside(target, folder.real)) {
        if (isDocument) tell(t('@{0} is not imported: it is outside of {1}.', named, folderName(folder)));
      } else if (depth >= MAX_DEPTH) {
        if (isDocument) tell(t('@{0} is not imported: imports go {1} files deep.', named, MAX_DEPTH));
      } else {
        // oxlint-disable-next-line no-await-in-loop -- the order of the files is that of their imports
        const outcome = await add(target, depth + 1);
        if (outcome === 'many') {
          notes.push(t('@{0} is not imported: there are more than {1} files.', named, MAX_FILES));
          break;
        }
      }
    }
    if (more > 0) notes.push(t('And {0} more like these.', more));
    if (mentions > MAX_MENTIONS)
      notes.push(t('Only the first {0} mentions of files are read.', MAX_MENTIONS));
    return 'read';
  };
  await add(path, 0);
  return files;
}

interface Import {
  readonly named: string;
  /** Path of the file; undefined if it is below the home folder, which is not looked at. */
  readonly target: string | undefined;
}

/**
 * Finds imports as in CLAUDE.md: `@path`, relative to the file, except in code. Most are mentions, which name no file.
 */
function* importsIn(text: string, from: string): Iterable<Import> {
  const found = new Set<string>();
  let isCode = false;
  for (const line of text.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    else if (!isCode)
      for (const [, word = ''] of line.replaceAll(/`[^`]*`/g, '').matchAll(/(?<![^\s(])@([^\s@()<>"']+)/g)) {
        const named = word.replace(/[.,;:!?\]]+$/, '');
        if (named === '' || found.has(named)) continue;
        found.add(named);
        yield { named, target: named.startsWith('~') ? undefined : resolve(dirname(from), named) };
      }
  }
}

/** Reads files with instructions for the model, with what they import. Their text and names are of others. */
import { t } from '@vscode/l10n';
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { GitIgnore, isInside } from '../../tools/index.ts';

/** Nothing outside of `real` is read. */
export interface InstructionFolder {
  readonly real: string;
  /** Before the path of a file in it, such as `~/.patchbay/`. */
  readonly label: string;
  readonly isSensitive: (path: string) => boolean;
}

/** `path` is real. Without `text` it is not used; a note says why. */
export interface FoundFile {
  readonly name: string;
  readonly path: string;
  readonly text?: string;
  readonly notes: readonly string[];
}

/** Of a file; an import that is longer than this is cut like any other file. */
const MAX_BYTES = 256 * 1024;
/** Claude Code follows imports five deep (its documentation of CLAUDE.md, "Import additional files"). */
const MAX_DEPTH = 5;
const MAX_FILES = 20;
const DOCUMENT = /\.(?:md|mdc|markdown|txt)$/i;

/** The file and its imports, each before those that it names; none where it is not there or blank. */
export async function readInstructions(
  path: string,
  folder: InstructionFolder,
  seen: Set<string>,
): Promise<readonly FoundFile[]> {
  const files: FoundFile[] = [];
  const ignored = new GitIgnore(folder.real);
  const add = async (at: string, depth: number): Promise<'read' | 'none' | 'many'> => {
    if (files.length >= MAX_FILES) return 'many';
    const read = await readFile(at, { folder, ignored, isImport: depth > 0 });
    if (!read || seen.has(read.path)) return 'none';
    seen.add(read.path);
    if (read.text === undefined) {
      files.push(read);
      return 'read';
    }
    if (read.text.trim() === '') return 'none';
    const notes: string[] = [];
    files.push({ ...read, notes });
    for (const { named, target } of importsIn(read.text, read.path)) {
      const isDocument = DOCUMENT.test(named);
      if (target === undefined || !isInside(target, folder.real)) {
        if (isDocument) notes.push(t('@{0} is not imported: it is outside of {1}.', named, placeOf(folder)));
      } else if (depth >= MAX_DEPTH) {
        if (isDocument) notes.push(t('@{0} is not imported: imports go {1} files deep.', named, MAX_DEPTH));
      } else {
        // oxlint-disable-next-line no-await-in-loop -- the order of the files is that of their imports
        const outcome = await add(target, depth + 1);
        if (outcome === 'many') {
          notes.push(t('@{0} is not imported: there are more than {1} files.', named, MAX_FILES));
          break;
        }
      }
    }
    return 'read';
  };
  await add(path, 0);
  return files;
}

/** undefined: it is not there, or an import that is no file. */
async function readFile(
  path: string,
  options: {
    readonly folder: InstructionFolder;
    readonly ignored: GitIgnore;
    readonly isImport: boolean;
  },
): Promise<FoundFile | undefined> {
  const { folder, ignored, isImport } = options;
  const real = await realpath(path).catch(() => undefined);
  // A mention such as `@src` may name a folder.
  if (real === undefined || (isImport && !(await isFile(real)))) return undefined;
  const way = relative(folder.real, path).replaceAll(sep, '/');
  const refused = (why: string): FoundFile => ({ name: `${folder.label}${way}`, path: real, notes: [why] });
  if (!isInside(real, folder.real))
    return refused(t('It is not read: it is a link to a place outside of {0}.', placeOf(folder)));
  const isElsewhere = isImport || basename(real) !== basename(path);
  const isIgnored = async (): Promise<boolean> =>
    isElsewhere && ignored.ignores(relative(folder.real, real).replaceAll(sep, '/'));
  if (folder.isSensitive(path) || folder.isSensitive(real) || (await isIgnored()))
    return refused(t('It is not read: by its name, or because git ignores it, it may contain secrets.'));
  // Opening a pipe or a device must not wait.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  const file = await open(real, flags).catch(() => undefined);
  if (!file) return refused(t('It cannot be read.'));
  try {
    const opened = await file.stat();
    if (!opened.isFile()) return refused(t('It is not read: it is not a regular file.'));
    const buffer = Buffer.alloc(Math.min(MAX_BYTES, opened.size));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) return refused(t('It is not read: it is not a text file in UTF-8.'));
    const text = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
    return { name: `${folder.label}${way}`, path: real, text, notes: [] };
  } catch {
    return refused(t('It cannot be read.'));
  } finally {
    await file.close();
  }
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

function placeOf({ label, real }: InstructionFolder): string {
  return label === '' ? basename(real) : label.replace(/\/$/, '');
}

interface Import {
  readonly named: string;
  /** undefined: below the home folder, which is not looked at. */
  readonly target: string | undefined;
}

/** As in CLAUDE.md: `@path`, relative to the file, except in code. Most are mentions, which name no file. */
function importsIn(text: string, from: string): Import[] {
  const found = new Map<string, Import>();
  let isCode = false;
  for (const line of text.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    else if (!isCode)
      for (const [, word = ''] of line.replaceAll(/`[^`]*`/g, '').matchAll(/(?<![^\s(])@([^\s@()<>"']+)/g)) {
        const named = word.replace(/[.,;:!?\]]+$/, '');
        if (named === '') continue;
        const target = named.startsWith('~') ? undefined : resolve(dirname(from), named);
        found.set(named, { named, target });
      }
  }
  return [...found.values()];
}

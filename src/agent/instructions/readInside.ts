/**
 * Reads a text file of a folder that others may have written. Follows no link out of it, and reads nothing that may
 * hold secrets.
 */
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { basename, relative, sep } from 'node:path';
import { msg, type LocalizedMessage } from '../../base/common/message.ts';
import { isInside, looksSecret, type GitIgnore } from '../../tools/index.ts';

/** A folder whose files may be read. Nothing outside of `real` is read, except through links that the user made. */
export interface ReadableFolder {
  readonly real: string;
  /** Marks a folder in which only the user can have put links. */
  readonly isOwn?: true;
  /** Text before the path of a file in it, such as `~/.patchbay/`. */
  readonly label: string;
  readonly isSensitive: (path: string) => boolean;
}

/** A file that was read, or the reason why it was not. `path` is the real one. */
export type InsideFile = { readonly name: string; readonly path: string } & (
  | { readonly text: string; readonly problem?: undefined }
  | { readonly problem: LocalizedMessage }
);

/** Most bytes of a file that are read. The rest is ignored. */
const MAX_BYTES = 256 * 1024;

/** Reads a file. Returns undefined if it does not exist, or if an import names something that is not a file. */
export async function readInside(
  path: string,
  options: {
    readonly folder: ReadableFolder;
    readonly ignored: GitIgnore;
    readonly isImport: boolean;
  },
): Promise<InsideFile | undefined> {
  const { folder, ignored, isImport } = options;
  const real = await realpath(path).catch(() => undefined);
  // A mention such as `@src` may name a folder.
  if (real === undefined || (isImport && !(await isFile(real)))) return undefined;
  const way = relative(folder.real, path).replaceAll(sep, '/');
  const refused = (problem: LocalizedMessage): InsideFile => ({
    name: `${folder.label}${way}`,
    path: real,
    problem,
  });
  const isWithin = isInside(real, folder.real);
  if (!isWithin && (folder.isOwn !== true || isImport))
    return refused(msg('Not read: the file is a link to a location outside {0}.', folderName(folder)));
  const isElsewhere = isImport || basename(real) !== basename(path);
  const isIgnored = async (): Promise<boolean> =>
    isWithin && isElsewhere && ignored.ignores(relative(folder.real, real).replaceAll(sep, '/'));
  if (folder.isSensitive(path) || folder.isSensitive(real) || (await isIgnored()))
    return refused(msg('Not read: the file may contain secrets (its name suggests so, or Git ignores it).'));
  // The flags keep the opening of a pipe or a device from waiting.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  const file = await open(real, flags).catch(() => undefined);
  if (!file) return refused(msg('The file cannot be read.'));
  try {
    const opened = await file.stat();
    if (!opened.isFile()) return refused(msg('Not read: this is not a regular file.'));
    const buffer = Buffer.alloc(Math.min(MAX_BYTES, opened.size));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) return refused(msg('Not read: the file is not a UTF-8 text file.'));
    // A character that the limit has cut in two is left out.
    const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll('\r\n', '\n');
    if (looksSecret(text, real))
      return refused(
        msg('Not read: the content looks like a password, a key or a token. Remove it from the file.'),
      );
    return { name: `${folder.label}${way}`, path: real, text };
  } catch {
    return refused(msg('The file cannot be read.'));
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

export function folderName({ label, real }: ReadableFolder): string {
  return label === '' ? basename(real) : label.replace(/\/$/, '');
}

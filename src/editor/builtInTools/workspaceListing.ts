/** Lists the files of the workspace that a model's pattern means: by the editor's ripgrep, or else by its file search. */
import { join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import {
  findRipgrep,
  isInside,
  listFiles,
  notIgnored,
  RealPaths,
  realTarget,
  type GitProgram,
  type ListedFile,
  type RipgrepScope,
} from '../../tools/index.ts';
import { usableGit } from './git.ts';
import { excludedFromSearch, globsIn, leadsOut, plainlyExcluded, siblingsOf } from './workspaceGlobs.ts';

/** Most files of a workspace folder that the editor's file search is asked for, and that are read by one search. */
export const MAX_SEARCHED = 20_000;

export interface FoundFile extends ListedFile {
  readonly folder: vscode.WorkspaceFolder;
}

export interface FoundFolder {
  readonly files: readonly FoundFile[];
  /** Files that ripgrep searches, of which git may ignore some (`notIgnoredOf`). */
  readonly searched: readonly FoundFile[];
  /** The number of files that fit, but that git ignores. */
  readonly ignored: number;
  /** False if there are more files than were listed. */
  readonly isWhole: boolean;
}

/** A file or folder of the workspace to look into. */
export interface NamedPlace {
  readonly uri: vscode.Uri;
  readonly isFile: boolean;
}

/** A workspace folder, and what to list of it. */
export interface Listing {
  readonly folder: vscode.WorkspaceFolder;
  readonly globs: readonly string[];
  readonly named: NamedPlace | undefined;
  readonly git: GitProgram | undefined;
  readonly signal: AbortSignal;
  /** The question for ripgrep; undefined if the editor brings none. */
  readonly scope: RipgrepScope | undefined;
}

/** @throws Error for an unusable glob */
export async function listingsOf(
  pattern: string,
  named: NamedPlace | undefined,
  signal: AbortSignal,
): Promise<readonly Listing[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) throw new Error('No folder is open, so there are no files to look for.');
  if (await leadsOut(pattern, folders))
    throw new Error(`${pattern} is outside the workspace. Write the glob relative to the workspace folder.`);
  const roots = folders.map(({ uri }) => uri.fsPath);
  const [program, git] = await Promise.all([findRipgrep(vscode.env.appRoot, roots), usableGit()]);
  return Promise.all(
    folders
      .filter(({ uri }) => named === undefined || isInside(named.uri.fsPath, uri.fsPath))
      .map(async (folder): Promise<Listing> => {
        const globs = await globsIn(folder.uri, pattern);
        const listing = { folder, globs, named, git, signal };
        return { ...listing, scope: program === undefined ? undefined : scopeOf(program, listing) };
      }),
  );
}

function scopeOf(program: string, { folder, globs, named, signal }: Omit<Listing, 'scope'>): RipgrepScope {
  const path = named ? pathIn(folder, named) : '';
  return {
    program,
    folder: folder.uri.fsPath,
    // A file that is named itself would be listed whatever the globs say.
    under: named?.isFile === true ? path.split('/').slice(0, -1).join('/') : path,
    // A glob that takes everything would also take in what git ignores.
    include: globs.some((glob) => glob === '**' || glob === '**/*') ? [] : globs,
    exclude: [...plainlyExcluded(folder.uri), '**/.git'],
    signal,
  };
}

function pathIn(folder: vscode.WorkspaceFolder, { uri }: NamedPlace): string {
  return relative(folder.uri.fsPath, uri.fsPath).replaceAll(sep, '/');
}

/**
 * Finds files, without those that search or git excludes and those that a link leads to outside of the workspace
 * folder. `maxBytes` is the size of the files that ripgrep is to search.
 */
export async function listFolder(listing: Listing, maxBytes?: number): Promise<FoundFolder> {
  return (listing.scope && (await listByRipgrep(listing.scope, listing, maxBytes))) ?? listByEditor(listing);
}

/** @throws Error for an unusable glob */
export async function listWorkspace(pattern: string, signal: AbortSignal): Promise<readonly FoundFolder[]> {
  const found = await Promise.all(
    (await listingsOf(pattern, undefined, signal)).map((each) => listFolder(each)),
  );
  signal.throwIfAborted();
  return found;
}

/** Returns those of the files of a folder that git does not ignore. */
export async function notIgnoredOf(
  { folder, git }: Listing,
  files: readonly FoundFile[],
): Promise<ReadonlySet<FoundFile>> {
  const found = await notIgnored(await realTarget(folder.uri.fsPath), files, git);
  return new Set(found.files);
}

export function uriOf({ folder, path }: FoundFile): vscode.Uri {
  return folder.uri.with({ path: `${folder.uri.path.replace(/\/$/, '')}/${path}` });
}

/** Returns the label of a file as `fileLabel` does, without a URI: there may be hundreds of thousands. */
export function labelOf({ folder, path }: FoundFile): string {
  return (vscode.workspace.workspaceFolders?.length ?? 0) > 1 ? `${folder.name}/${path}` : path;
}

async function listByRipgrep(
  scope: RipgrepScope,
  { folder, named, git }: Listing,
  maxBytes: number | undefined,
): Promise<FoundFolder | undefined> {
  const only = named?.isFile === true ? pathIn(folder, named) : undefined;
  const siblings = siblingsOf(folder.uri);
  const listed = await listFiles(scope, {
    maxBytes,
    git,
    follow: vscode.workspace.getConfiguration('search', folder.uri).get('followSymlinks', true),
    isExcluded: (path, has) =>
      (only !== undefined && path !== only) || siblings.some((isHidden) => isHidden(path, has)),
  });
  const inFolder = (file: ListedFile): FoundFile => ({ ...file, folder });
  return listed && { ...listed, files: listed.files.map(inFolder), searched: listed.searched.map(inFolder) };
}

async function listByEditor({ folder, globs, named, git, signal }: Listing): Promise<FoundFolder> {
  const cancel = new vscode.CancellationTokenSource();
  const stop = (): void => cancel.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const uris = await Promise.all(
      globs.map((glob) =>
        vscode.workspace.findFiles(
          new vscode.RelativePattern(folder, glob),
          excludedFromSearch(folder.uri),
          MAX_SEARCHED + 1,
          cancel.token,
        ),
      ),
    );
    const paths = [...new Set(uris.flat().map(({ path }) => path))];
    const under = named?.uri.path;
    const inside = paths.filter(
      (path) => under === undefined || path === under || path.startsWith(`${under}/`),
    );
    const places = new RealPaths(folder.uri.fsPath);
    const found = await Promise.all(
      inside.slice(0, MAX_SEARCHED).map(async (each) => {
        const path = each.slice(folder.uri.path.length + 1);
        return { path, real: await places.of(path).catch(() => undefined) };
      }),
    );
    const root = await places.folder;
    const reached = found.flatMap(({ path, real }) =>
      real === undefined ? [] : [{ folder, path, real, isLinked: real !== join(root, path) }],
    );
    const { files, ignored } = await notIgnored(root, reached, git);
    return {
      files: files.map((file) => ({ ...file, folder })),
      ignored,
      searched: [],
      isWhole: paths.length <= MAX_SEARCHED,
    };
  } finally {
    signal.removeEventListener('abort', stop);
    cancel.dispose();
  }
}

/** This names the files that `patchbay.linkVscodeServers` follows, and decides which of their servers count. */
import { type Found, type FoundServer, readConfiguration } from './shapes.ts';

export type LinkedFileName = '.mcp.json' | '.vscode/mcp.json';

/** The first file counts first, because VS Code moves servers to it from the second. */
export const linkedFileNames: readonly LinkedFileName[] = ['.mcp.json', '.vscode/mcp.json'];

export function isLinkedFile(path: string): boolean {
  return linkedFileNames.some((name) => path.endsWith(`/${name}`));
}

/** `.mcp.json` has the format of Claude Code, whose times are in milliseconds, and may be without servers. */
export function readLinkedFile(name: LinkedFileName, text: string): Found {
  return name === '.mcp.json' ? readConfiguration(text, 'milliseconds') : readConfiguration(text);
}

export interface LinkedServer<File> extends FoundServer {
  readonly file: File;
}

/**
 * Returns the servers of all files, the first of each name. Names that differ only in case count as one name, so that the
 * server's file and inputs are the right ones.
 */
export function firstOfEachName<
  File extends { readonly found: { readonly servers: readonly FoundServer[] } },
>(files: readonly File[]): LinkedServer<File>[] {
  const taken = new Set<string>();
  return files.flatMap((file) =>
    file.found.servers.flatMap(({ name, entry }) => {
      const key = name.toLowerCase();
      if (taken.has(key)) return [];
      taken.add(key);
      return [{ name, entry, file }];
    }),
  );
}

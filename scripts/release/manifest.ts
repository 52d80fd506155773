import { readFile } from 'node:fs/promises';

/** The fields that registries show or check. */
export interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly publisher: string;
  readonly license: string;
  readonly homepage: string;
  readonly bugs: { readonly url: string };
  /** `url` is the repository's public address, the one place where it is set (docs/releasing.md). */
  readonly repository: { readonly type: string; readonly url: string };
  readonly galleryBanner: { readonly color: string; readonly theme: string };
  readonly badges: readonly Badge[];
  readonly keywords: readonly string[];
  readonly categories: readonly string[];
}

export interface Badge {
  readonly url: string;
  readonly href: string;
  readonly description: string;
}

/** Reads package.json of the current directory. */
export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile('package.json', 'utf8')) as Manifest;
}

/** The placeholder is below `.invalid`, which is reserved (RFC 2606, section 2). */
export function isAddressUnset({ repository }: Pick<Manifest, 'repository'>): boolean {
  return new URL(repository.url).hostname.endsWith('.invalid');
}

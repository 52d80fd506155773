/** What the release scripts read of package.json. */
import { readFile } from 'node:fs/promises';

/** The fields of package.json that a registry shows or checks. */
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

/** A badge on the Marketplace page. */
export interface Badge {
  readonly url: string;
  readonly href: string;
  readonly description: string;
}

/** Reads package.json of the current directory. */
export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile('package.json', 'utf8')) as Manifest;
}

/**
 * Whether the repository's address is still the placeholder. The top-level domain `.invalid` is reserved
 * (RFC 2606, section 2), so that the placeholder is nobody's.
 */
export function isAddressUnset({ repository }: Pick<Manifest, 'repository'>): boolean {
  return new URL(repository.url).hostname.endsWith('.invalid');
}

/**
 * The bill of materials as CycloneDX JSON: the npm packages of which esbuild put at least one byte into a shipped file.
 * package-lock.json would also list what is unused or only for development.
 */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import type { Metafile } from 'esbuild';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import type { Manifest } from './manifest.ts';

/** The package itself. */
export interface Subject {
  readonly manifest: Pick<Manifest, 'name' | 'version' | 'license' | 'publisher'>;
  /** The .vsix's name, and its SHA-256 in hex. */
  readonly file: string;
  readonly sha256: string;
  /** Seconds since 1970. */
  readonly epoch: number;
}

export interface Installed {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The digest in the lock, such as `sha512-…`. */
  readonly integrity: string;
}

/** Returns the bundled packages by folder, with the folders that their files import from. */
export function bundledPackages(
  metafile: Pick<Metafile, 'inputs' | 'outputs'>,
  isShipped: (output: string) => boolean,
): Map<string, Set<string>> {
  const bundled = new Set(
    Object.entries(metafile.outputs)
      .filter(([output]) => isShipped(output))
      .flatMap(([, { inputs }]) => Object.entries(inputs))
      .flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
  );
  const packages = new Map<string, Set<string>>();
  for (const input of [...bundled].toSorted()) {
    const folder = folderOf(input);
    if (folder !== undefined) packages.set(folder, new Set());
  }
  // Files without bytes count: most packages export through such ones.
  for (const [input, { imports }] of Object.entries(metafile.inputs)) {
    const from = folderOf(input);
    const targets = from === undefined ? undefined : packages.get(from);
    for (const { path } of imports) {
      const to = folderOf(path);
      if (to !== undefined && to !== from && packages.has(to)) targets?.add(to);
    }
  }
  return packages;
}

/** `node_modules/a/node_modules/@b/c` of a path below it; undefined for Patchbay's files. */
function folderOf(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/** @throws Error if the lock has no digest of it. */
export async function readInstalled(folder: string): Promise<Installed> {
  const [{ name, version, license }, { packages }] = await Promise.all([
    readJson<{ name: string; version: string; license?: string }>(`${folder}/package.json`),
    readJson<{ packages: Record<string, { version?: string; integrity?: string }> }>('package-lock.json'),
  ]);
  const locked = packages[folder];
  if (locked?.integrity === undefined || locked.version !== version)
    throw new Error(`${folder} is not what package-lock.json says. Run "npm ci" and build again.`);
  return { name, version, license: license ?? (await licenseOfFile(folder)), integrity: locked.integrity };
}

/** Reads the licence of a package without one in its manifest (khroma). @throws Error if the file is no MIT licence */
async function licenseOfFile(folder: string): Promise<string> {
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : await readFile(`${folder}/${file}`, 'utf8');
  if (!/^The MIT License\b/.test(text)) throw new Error(`${folder} names no licence.`);
  return 'MIT';
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T;
}

/** The same package gives the same bytes. */
export function sbomOf(
  subject: Subject,
  packages: ReadonlyMap<string, ReadonlySet<string>>,
  installed: ReadonlyMap<string, Installed>,
): string {
  const { manifest, file, sha256, epoch } = subject;
  const root = `${manifest.publisher}.${manifest.name}@${manifest.version}`;
  const refOf = (folder: string) => purlOf(installedIn(installed, folder));
  // A version that is installed twice is one component.
  const components = new Map(
    [...packages.keys()].map((folder) => [refOf(folder), installedIn(installed, folder)]),
  );
  const imports = new Map<string, Set<string>>();
  for (const [folder, targets] of packages) {
    const ref = refOf(folder);
    const known = imports.get(ref) ?? new Set();
    for (const target of targets) if (refOf(target) !== ref) known.add(refOf(target));
    imports.set(ref, known);
  }
  const refs = [...components.keys()].toSorted();
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(`${root} ${sha256}`)}`,
    version: 1,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': root,
        name: manifest.name,
        version: manifest.version,
        description: `VS Code extension, packaged as ${file}`,
        hashes: [{ alg: 'SHA-256', content: sha256 }],
        licenses: licensesOf(manifest.license),
      },
    },
    components: refs.map((ref) => componentOf(ref, components.get(ref) as Installed)),
    dependencies: [
      { ref: root, dependsOn: refs },
      ...refs.map((ref) => ({ ref, dependsOn: [...(imports.get(ref) ?? [])].toSorted() })),
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function installedIn(installed: ReadonlyMap<string, Installed>, folder: string): Installed {
  const found = installed.get(folder);
  if (found === undefined) throw new Error(`Nothing is known of ${folder}.`);
  return found;
}

function componentOf(ref: string, { name, version, license, integrity }: Installed): object {
  const [, group, rest] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  return {
    type: 'library',
    'bom-ref': ref,
    group,
    name: rest ?? name,
    version,
    scope: 'required',
    hashes: [
      { alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') },
    ],
    licenses: licensesOf(license),
    purl: ref,
  };
}

/** https://github.com/package-url/purl-spec */
function purlOf({ name, version }: Installed): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function licensesOf(license: string): object[] {
  return [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }];
}

/** A version 8 UUID (RFC 9562) of the text's digest. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Against CycloneDX's own schema. @throws Error with what is wrong. */
export async function validateSbom(text: string): Promise<void> {
  const problem = await new JsonStrictValidator(Version.v1dot6).validate(text);
  if (problem !== null) throw new Error(`The SBOM is no valid CycloneDX 1.6: ${JSON.stringify(problem)}`);
}

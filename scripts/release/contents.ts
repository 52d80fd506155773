/** Says what the package may contain, and what it must not. */
import { glob } from 'node:fs/promises';
import { isPreRelease } from './version.ts';
import type { Manifest } from './manifest.ts';

/** Bytes; a tenth above the present size. */
export const MAX_PACKAGE_BYTES = 2_500_000;

/** Patterns of what is shipped, as in `.vscodeignore`. */
const shipped = [
  'dist/{extension,late,prices,structuredText,customRunner,pageWorker,sampleServer}.cjs',
  'dist/{webview,highlighter,math,mermaid,history,server,request}.js',
  'dist/{webview,history,server,request}.css',
  'dist/codicon.ttf',
  'dist/THIRD-PARTY-NOTICES.txt',
  'api/patchbay.d.ts',
  'media/icon.png',
  'media/patchbay.svg',
  'media/walkthrough/*.svg',
  'package.json',
  'package.nls.json',
  'package.nls.de.json',
  'l10n/bundle.l10n.de.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

/** Sorted. @throws Error if a pattern matches nothing. */
export async function shippedFiles(): Promise<string[]> {
  const found: string[] = [];
  for (const pattern of shipped) {
    const before = found.length;
    for await (const path of glob(pattern)) found.push(path.replaceAll('\\', '/'));
    if (found.length === before) throw new Error(`There is no ${pattern} to put into the package.`);
  }
  return found.toSorted();
}

/** The names are in lower case, because vsce adds two entries and renames LICENSE. */
export function entriesOf(files: readonly string[]): string[] {
  return [
    '[content_types].xml',
    'extension.vsixmanifest',
    ...files.map((file) => `extension/${file === 'LICENSE' ? 'license.txt' : file.toLowerCase()}`),
  ].toSorted();
}

export interface Package {
  /** The files' bytes, by path in lower case. */
  readonly entries: ReadonlyMap<string, Buffer>;
  readonly bytes: number;
  readonly allowed: readonly string[];
  /** Folders of this machine, which must not be named. */
  readonly privatePaths: readonly string[];
}

/** One sentence each. */
export function packageProblems({ entries, bytes, allowed, privatePaths }: Package): string[] {
  const problems = [
    ...[...entries.keys()]
      .filter((path) => !allowed.includes(path))
      .map((path) => `${path} must not be there.`),
    ...allowed.filter((path) => !entries.has(path)).map((path) => `${path} is missing.`),
  ];
  if (bytes > MAX_PACKAGE_BYTES)
    problems.push(
      `It has ${bytes} bytes, more than ${MAX_PACKAGE_BYTES}. Compare the sizes of dist with those of main. If what ` +
        'was added is worth it, raise MAX_PACKAGE_BYTES in scripts/release/contents.ts, and say why in the commit.',
    );
  for (const [path, content] of entries) {
    if (content.includes('sourceMappingURL=')) problems.push(`${path} has a source map.`);
    for (const folder of privatePaths)
      if (content.includes(folder)) problems.push(`${path} names a folder of this machine: ${folder}.`);
  }
  const notices = entries.get('extension/dist/third-party-notices.txt')?.toString() ?? '';
  if (notices.length < 10_000) problems.push('The third-party notices are too short to be all of them.');
  return [...problems, ...pageProblems(entries)];
}

/** Links and pictures on the Marketplace page must be absolute. */
function pageProblems(entries: ReadonlyMap<string, Buffer>): string[] {
  return ['extension/readme.md', 'extension/changelog.md'].flatMap((path) => {
    const text = (entries.get(path)?.toString() ?? '').replaceAll(/```.*?```|`[^`\n]*`/gs, '');
    return [...text.matchAll(/(!?)\[[^\]]*\]\((?!https:|#|mailto:)([^)]+)\)/g)].map(
      ([, image, target = '']) =>
        `${path}: the ${image === '!' ? 'picture' : 'link'} ${target} is not absolute.`,
    );
  });
}

/** The names have no folder. */
export function fileNames({ name, version }: Pick<Manifest, 'name' | 'version'>): {
  readonly vsix: string;
  readonly sbom: string;
} {
  return { vsix: `${name}-${version}.vsix`, sbom: sbomFile(`${name}-${version}.vsix`) };
}

export function sbomFile(vsix: string): string {
  return `${vsix.replace(/\.vsix$/, '')}.cdx.json`;
}

/** The package's manifest must have the channel of its version. */
export function channelProblems(vsixManifest: string, version: string): string[] {
  const marked = /Id="Microsoft\.VisualStudio\.Code\.PreRelease" Value="true"/.test(vsixManifest);
  return marked === isPreRelease(version)
    ? []
    : [`${version} is in the wrong channel: pre-release is ${marked}.`];
}

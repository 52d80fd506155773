import { isAddressUnset, type Manifest } from './manifest.ts';

/** Why this state cannot be published. `notes`: the changelog's section; `ref`: the workflow's tag. */
export function releaseProblems(
  manifest: Pick<Manifest, 'repository' | 'version'>,
  notes: string | undefined,
  ref: string | undefined,
): string[] {
  const tag = `v${manifest.version}`;
  return [
    ...(isAddressUnset(manifest)
      ? ['The repository has no address yet. Run "npm run release:address" (docs/releasing.md).']
      : []),
    ...(notes ? [] : [`CHANGELOG.md has no section for ${manifest.version}.`]),
    ...(ref === tag ? [] : [`The tag is ${ref ?? 'unknown'}, and package.json wants ${tag}.`]),
  ];
}

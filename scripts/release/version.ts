/**
 * Releases have an even minor number, pre-releases an odd one, as VS Code suggests: the Marketplace has only
 * major.minor.patch, and whoever has a pre-release gets a release once its number is higher.
 */

/** `pre-release` begins or continues the pre-releases after the current version. */
export type Step = 'major' | 'minor' | 'patch' | 'pre-release';

/** @throws Error if it is no plain version. */
export function isPreRelease(version: string): boolean {
  return parse(version).minor % 2 === 1;
}

/** @throws Error if the step is impossible from there. */
export function nextVersion(current: string, step: Step): string {
  const { major, minor, patch } = parse(current);
  const odd = minor % 2 === 1;
  switch (step) {
    case 'major':
      return `${major + 1}.0.0`;
    case 'minor':
      return `${major}.${minor + (odd ? 1 : 2)}.0`;
    case 'pre-release':
      return odd ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`;
    case 'patch':
      if (!odd) return `${major}.${minor}.${patch + 1}`;
      throw new Error(
        `${current} is a pre-release (its minor number is odd), and has no patches. Use "minor" for the release ` +
          'that follows it, or "--pre-release" for the next pre-release.',
      );
  }
}

/** @throws Error that lists the possible arguments. */
export function parseStep(args: readonly string[]): Step {
  const [argument, ...rest] = args;
  if (rest.length === 0) {
    if (argument === 'major' || argument === 'minor' || argument === 'patch') return argument;
    if (argument === '--pre-release') return 'pre-release';
  }
  throw new Error(
    `Give exactly one of "major", "minor", "patch" and "--pre-release"${args.length > 0 ? `, not "${args.join(' ')}"` : ''}. ` +
      'For example: npm run release:prepare -- minor',
  );
}

function parse(version: string): { major: number; minor: number; patch: number } {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
  if (major === undefined) throw new Error(`"${version}" is no version of the form major.minor.patch.`);
  return { major: Number(major), minor: Number(minor), patch: Number(patch) };
}

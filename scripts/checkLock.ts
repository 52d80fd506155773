/**
 * `npm run check:lock`, in `npm run check`: checks that package-lock.json has every package that any platform needs, with
 * a digest and without an origin. Without `integrity` npm takes whatever the registry gives, `resolved` ties the lock to
 * one registry, and `npm ci` fails on a platform whose packages are missing (https://github.com/npm/cli/issues/4828).
 * Where a registry lacks one that a newer tool needs, use the newest version of the tool that is complete there.
 */
import { readFile } from 'node:fs/promises';

export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A sentence per problem. */
export function checkLock(packages: Readonly<Record<string, LockedPackage>>): readonly string[] {
  const problems: string[] = [];
  for (const [path, { resolved, integrity, link, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const name of Object.keys(optionalDependencies))
      if (!isLocked(packages, path, name))
        problems.push(`${path} needs ${name} on some platform, which is not locked`);
    // The project itself.
    if (path === '') continue;
    if (link === true) problems.push(`${path} is a link`);
    if (resolved !== undefined) problems.push(`${path} says where it came from: ${resolved}`);
    if (integrity === undefined) problems.push(`${path} has no integrity`);
    else if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))
      problems.push(`${path} has an integrity that is no SHA-512: ${integrity}`);
  }
  return problems;
}

/** Looks where Node resolves the name: in the package's own folder, else in those around it. */
function isLocked(packages: Readonly<Record<string, LockedPackage>>, path: string, name: string): boolean {
  if (packages[path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`]) return true;
  return path !== '' && isLocked(packages, path.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, ''), name);
}

if (import.meta.main) {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const problems = checkLock(lock.packages);
  for (const problem of problems) console.error(`package-lock.json: ${problem}`);
  console.log(`${Object.keys(lock.packages).length - 1} locked packages, ${problems.length} problems.`);
  if (problems.length > 0) process.exitCode = 1;
}

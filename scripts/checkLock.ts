/**
 * Checks that package-lock.json has a digest for every package and an origin for none: without `integrity` npm takes
 * whatever the registry gives, and `resolved` ties the lock to one registry. Packages of other platforms included.
 * Where the registry lacks one that a newer tool needs, use the newest version of the tool that is complete there.
 */
import { readFile } from 'node:fs/promises';

export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

/** A sentence per problem. */
export function checkLock(packages: Readonly<Record<string, LockedPackage>>): readonly string[] {
  const problems: string[] = [];
  for (const [path, { resolved, integrity, link }] of Object.entries(packages)) {
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

if (import.meta.main) {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const problems = checkLock(lock.packages);
  for (const problem of problems) console.error(`package-lock.json: ${problem}`);
  console.log(`${Object.keys(lock.packages).length - 1} locked packages, ${problems.length} problems.`);
  if (problems.length > 0) process.exitCode = 1;
}

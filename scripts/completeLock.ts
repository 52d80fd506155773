/**
 * Completes package-lock.json: run it after `npm install` where the registry lacks packages of other platforms.
 *
 * Native tools have one optional package for each platform. npm leaves those that its registry does not have
 * out of the lock, and then `npm ci` refuses the lock on every machine. What npm would have written can be
 * told from the packages' names.
 */
import { readFile, writeFile } from 'node:fs/promises';

interface LockEntry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const file = 'package-lock.json';
const lock = JSON.parse(await readFile(file, 'utf8')) as { packages: Record<string, object> };
const added = Object.values(lock.packages as Record<string, LockEntry>)
  .flatMap(({ optionalDependencies = {}, dev }) =>
    Object.entries(optionalDependencies).map(([name, version]) => ({ name, version, dev })),
  )
  .filter(
    ({ name, version }) =>
      lock.packages[`node_modules/${name}`] === undefined && /^\d/.test(version) && platformOf(name),
  );
for (const { name, version, dev } of added) {
  lock.packages[`node_modules/${name}`] = {
    version,
    ...platformOf(name),
    ...(dev && { dev }),
    optional: true,
  };
}
const sorted = Object.entries(lock.packages).toSorted(([one], [two]) => (one < two ? -1 : 1));
await writeFile(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(`${file}: ${added.length} optional packages of other platforms added.`);

/** What a package's name says of the platform it is for. */
function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } | undefined {
  const parts =
    /(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(arm64|arm|ia32|loong64|mips64el|ppc64le|ppc64|riscv64|s390x|x64)(?:-(gnu|musl))?/.exec(
      name,
    );
  const [, os, cpu, libc] = parts ?? [];
  if (os === undefined || cpu === undefined) return undefined;
  return { os: [os], cpu: [cpu], ...(libc !== undefined && { libc: [libc === 'gnu' ? 'glibc' : 'musl'] }) };
}

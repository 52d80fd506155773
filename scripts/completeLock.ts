/**
 * Completes package-lock.json after an `npm install` from a registry that lacks packages of other platforms. npm leaves
 * these out of the lock, and `npm ci` then refuses it on every machine. What npm would have written follows from the
 * packages' names, except the digests, which are fetched where possible.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

interface LockEntry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly integrity?: string;
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
const run = promisify(execFile);
let verified = 0;
for (const [path, entry] of Object.entries(lock.packages as Record<string, LockEntry>)) {
  if (path === '' || entry.integrity !== undefined || entry.version === undefined) continue;
  const integrity = await integrityOf(path.replace(/^.*node_modules\//, ''), entry.version);
  if (integrity === undefined) continue;
  lock.packages[path] = { ...entry, integrity };
  verified += 1;
}
const sorted = Object.entries(lock.packages).toSorted(([one], [two]) => (one < two ? -1 : 1));
await writeFile(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(`${file}: ${added.length} optional packages of other platforms added, ${verified} digests.`);

/** Undefined if the registry does not have the package. */
async function integrityOf(name: string, version: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('npm', ['view', `${name}@${version}`, 'dist.integrity']);
    const [integrity] = /^sha512-\S+$/m.exec(stdout) ?? [];
    return integrity;
  } catch {
    return undefined;
  }
}

/** From the package's name. */
function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } | undefined {
  const parts =
    /(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(arm64|arm|ia32|loong64|mips64el|ppc64le|ppc64|riscv64|s390x|x64)(?:-(gnu|musl))?/.exec(
      name,
    );
  const [, os, cpu, libc] = parts ?? [];
  if (os === undefined || cpu === undefined) return undefined;
  return { os: [os], cpu: [cpu], ...(libc !== undefined && { libc: [libc === 'gnu' ? 'glibc' : 'musl'] }) };
}

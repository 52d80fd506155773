/** Finds the files to which an import may refer, without running anything. When in doubt it returns more files. */
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Resolver for a single scan, because it caches what it finds. */
export class ImportResolver {
  private readonly found = new Map<string, readonly string[]>();
  private readonly folders = new Map<string, string>();

  filesFor(specifier: string, folder: string): readonly string[] {
    return this.once(`${folder}\0${specifier}`, () => this.resolve(specifier, folder));
  }

  manifestAbove(folder: string): readonly string[] {
    return this.once(`${folder}\0\0`, () => {
      const found = this.fileAt(join(folder, 'package.json'));
      return found.length > 0 || folder === dirname(folder) ? found : this.manifestAbove(dirname(folder));
    });
  }

  fileAt(path: string): readonly string[] {
    return this.once(path, () => {
      try {
        const real = this.realPath(path);
        return lstatSync(real).isFile() ? [real] : [];
      } catch {
        return [];
      }
    });
  }

  /** Works like `realpathSync` (and Node's loader), but looks up each folder once. */
  private realPath(path: string): string {
    const folder = dirname(path);
    const real = this.folders.get(folder) ?? realpathSync(folder);
    this.folders.set(folder, real);
    const there = join(real, basename(path));
    return lstatSync(there).isSymbolicLink() ? realpathSync(there) : there;
  }

  private once(key: string, find: () => readonly string[]): readonly string[] {
    const known = this.found.get(key);
    if (known) return known;
    // An alias may refer to itself.
    this.found.set(key, []);
    const found = find();
    this.found.set(key, found);
    return found;
  }

  private resolve(specifier: string, folder: string): readonly string[] {
    if (isBuiltin(specifier)) return [];
    const direct = this.directFiles(specifier, folder);
    // Node's `require` prefers such a file.
    const isFile = /^\.{0,2}\//.test(specifier) && this.fileAt(resolve(folder, specifier)).length > 0;
    const isName = !/^(?:\.{0,2}\/|\.{1,2}$|[a-z]+:)/i.test(specifier);
    const found = [
      ...direct,
      ...(isFile ? [] : this.required(specifier, folder)),
      ...(isName ? this.ofPackage(specifier, folder) : []),
    ];
    return [...new Set(found)];
  }

  private directFiles(specifier: string, folder: string): readonly string[] {
    const isUrl = /^file:/i.test(specifier);
    const plain = specifier.replace(/[?#].*$/s, '');
    try {
      if (isUrl) return this.fileAt(fileURLToPath(plain));
      if (!/^\.{0,2}\//.test(specifier)) return [];
      return [specifier, plain, decodeURIComponent(plain)].flatMap((each) =>
        this.fileAt(resolve(folder, each)),
      );
    } catch {
      return [];
    }
  }

  private required(specifier: string, folder: string): readonly string[] {
    try {
      return this.fileAt(createRequire(join(folder, 'x')).resolve(specifier));
    } catch {
      return [];
    }
  }

  /** Returns files of a package, or of an own alias (`#name`), under any condition. */
  private ofPackage(specifier: string, folder: string): readonly string[] {
    if (specifier.startsWith('#')) {
      const manifest = this.manifestAbove(folder)[0];
      return manifest === undefined ? [] : this.targetsIn(manifest, 'imports', specifier);
    }
    const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
    for (let at = folder; ; at = dirname(at)) {
      const [manifest] = this.fileAt(join(at, 'node_modules', name, 'package.json'));
      if (manifest !== undefined)
        return [
          manifest,
          ...this.targetsIn(manifest, 'exports', `.${rest}`),
          ...this.fileAt(join(dirname(manifest), rest)),
        ];
      if (at === dirname(at)) return [];
    }
  }

  private targetsIn(manifest: string, field: 'exports' | 'imports', key: string): readonly string[] {
    const folder = dirname(manifest);
    try {
      const { [field]: map } = JSON.parse(readFileSync(manifest, 'utf8')) as Readonly<
        Record<string, unknown>
      >;
      return pathsFor(map, key, '').flatMap((target) =>
        target.startsWith('.') ? this.fileAt(resolve(folder, target)) : this.filesFor(target, folder),
      );
    } catch {
      return [];
    }
  }
}

/** Resolves an entry of a package map. Keys that begin with `.` or `#` are paths, all others are conditions. */
function pathsFor(map: unknown, key: string, star: string): string[] {
  if (typeof map === 'string') return [map.replaceAll('*', star)];
  if (Array.isArray(map)) return map.flatMap((each) => pathsFor(each, key, star));
  if (typeof map !== 'object' || map === null) return [];
  return Object.entries(map).flatMap(([name, target]) => {
    if (!/^[.#]/.test(name)) return pathsFor(target, key, star);
    const [before = '', after] = name.split('*');
    if (after === undefined) return name === key ? pathsFor(target, key, star) : [];
    const fits = key.length >= before.length + after.length && key.startsWith(before) && key.endsWith(after);
    return fits ? pathsFor(target, key, key.slice(before.length, key.length - after.length)) : [];
  });
}

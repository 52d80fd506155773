import { t } from '@vscode/l10n';
import { realpathSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { definitionOf, type CustomDefinition } from './customDefinition.ts';
import type { ConfirmedFiles } from './customMessages.ts';
import {
  moduleDigests,
  ModuleDigests,
  modulesOf,
  type ToolDigests,
  type ToolModule,
} from './customModules.ts';
import { CustomProcesses, type CustomEnd, type CustomJob } from './customProcess.ts';
import { fromCustom } from './customTool.ts';
import type { Tool } from './tool.ts';
import { sha256 } from '../base/node/hash.ts';
import { derived, observableValue, type Observable } from '../base/common/observable.ts';

export interface CustomFolder {
  readonly path: string;
  readonly cwd: string;
  /** Others can write its files, so none is loaded before the user has confirmed it. */
  readonly needsConfirmation: boolean;
}

export interface ToolDecision {
  readonly files: ConfirmedFiles;
  /** Files that the tool was found to load only when it ran. */
  readonly extra: readonly string[];
  readonly allowed: boolean;
}

export interface CustomToolsOptions {
  readonly runner: string;
  /** Folders whose files may be loaded. If two tools have one name, the first one counts. */
  readonly folders: () => readonly CustomFolder[];
  readonly decisionOf?: ((file: string) => ToolDecision | undefined) | undefined;
}

/** A tool's file that the user has not allowed, with its content. */
export interface UnconfirmedFile {
  readonly kind: 'unconfirmed';
  readonly file: string;
  readonly modules: readonly ToolModule[];
  readonly extra: readonly string[];
  readonly before: ToolDecision | undefined;
}

export type CustomFile =
  | { readonly kind: 'tool'; readonly file: string; readonly tool: Tool }
  | UnconfirmedFile
  | {
      readonly kind: 'broken';
      readonly file: string;
      readonly problem: string;
      readonly line?: number | undefined;
    };

type Loaded =
  | { readonly definition: CustomDefinition }
  | { readonly problem: string; readonly line?: number | undefined };

interface Found {
  readonly file: string;
  readonly cwd: string;
  /** Digest of the file, or of all files of a tool that needs confirmation. */
  readonly digest: string;
  readonly files?: ConfirmedFiles | undefined;
  readonly waits?: UnconfirmedFile | undefined;
}

const FILE_NAME = /\.tool\.[mc]?js$/;
const LOAD_MS = 5_000;
/** Limits: files in a folder, bytes of a file, and processes that load at the same time. */
const MAX_FILES = 100;
const MAX_BYTES = 1024 * 1024;
const AT_ONCE = 4;

export class CustomTools {
  private readonly options: CustomToolsOptions;
  private readonly isTaken: (name: string) => boolean;
  private readonly processes: CustomProcesses;
  private readonly digests = new ModuleDigests();
  private readonly ending = new AbortController();
  private loaded = new Map<string, Loaded>();
  /** Paths that a tool's process was not allowed to load, by the tool's file. The user is asked about them. */
  private readonly extra = new Map<string, Set<string>>();
  private readonly found = observableValue<readonly CustomFile[]>([]);
  /** The list is another one only after a file, or the decision about it, has changed: other tools would be counted anew. */
  readonly state: Observable<readonly CustomFile[]> = this.found;
  readonly source: Observable<readonly Tool[]> = derived((read) =>
    read(this.found).flatMap((file) => (file.kind === 'tool' ? [file.tool] : [])),
  );
  private foundBy = '';
  private reloading: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  /** `isTaken` says that a built-in tool has that name. */
  constructor(options: CustomToolsOptions, isTaken: (name: string) => boolean) {
    this.options = options;
    this.isTaken = isTaken;
    this.processes = new CustomProcesses(options.runner);
  }

  get files(): readonly CustomFile[] {
    return this.found.get();
  }

  get tools(): readonly Tool[] {
    return this.source.get();
  }

  /** Loads files that are new or have changed. Never rejects. */
  reload(): Promise<void> {
    // A reload that has not begun will see all changes until now, so it is shared.
    this.next ??= this.reloading.then(() => {
      this.next = undefined;
      return (this.reloading = this.readFolders());
    });
    return this.next;
  }

  dispose(): void {
    this.ending.abort(new Error('Patchbay ends.'));
    this.processes.dispose();
  }

  private async readFolders(): Promise<void> {
    const folders = await Promise.all(this.options.folders().map((folder) => this.filesIn(folder)));
    const found = folders.flat();
    const known = this.loaded;
    this.loaded = new Map();
    const waiting = found.values();
    const work = async (): Promise<void> => {
      for (const each of waiting) {
        if (each.waits) continue;
        const key = keyOf(each);
        // oxlint-disable-next-line no-await-in-loop -- a few processes at once, not a hundred
        this.loaded.set(key, known.get(key) ?? (await this.load(each)));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (this.ending.signal.aborted) return;
    const by = found.map(keyOf).join('\n');
    if (by === this.foundBy) return;
    this.foundBy = by;
    this.found.set(this.judge(found));
  }

  private async load({ file, cwd, digest, files }: Found): Promise<Loaded> {
    if (digest === '')
      return {
        problem: t('The file cannot be read, or it is larger than {0} bytes or imports too much.', MAX_BYTES),
      };
    const end = await this.processes.run({
      order: { type: 'describe', file, files },
      cwd,
      timeoutMs: LOAD_MS,
      signal: this.ending.signal,
      onProgress: () => undefined,
      onRefused: (path) => this.noteRefused(file, path),
    });
    switch (end.kind) {
      case 'done':
        try {
          return { definition: definitionOf(end.value) };
        } catch (error) {
          return { problem: (error as Error).message };
        }
      case 'failed':
        return { problem: end.message.localized, line: end.line };
      case 'timeout':
        return { problem: t('The tool did not finish loading within {0} s.', LOAD_MS / 1_000) };
      case 'cancelled':
        return { problem: t('The tool was not loaded.') };
    }
  }

  private judge(found: readonly Found[]): CustomFile[] {
    const owners = new Map<string, string>();
    return found.map((each): CustomFile => {
      const { file, cwd, digest, files, waits } = each;
      if (waits) return waits;
      const loaded = this.loaded.get(keyOf(each));
      if (!loaded || 'problem' in loaded)
        return { problem: t('The tool was not loaded.'), ...loaded, kind: 'broken', file };
      const { definition } = loaded;
      const { name } = definition;
      const problem = this.isTaken(name)
        ? t('The name "{0}" is reserved for Patchbay.', name)
        : takenBy(name, owners.get(name.toLowerCase()));
      if (problem !== undefined) return { kind: 'broken', file, problem };
      owners.set(name.toLowerCase(), file);
      const digestNow = async (): Promise<string | undefined> =>
        files ? (await this.digestsNow(file))?.digest : digestOf(file);
      const run = (job: CustomJob): Promise<CustomEnd> =>
        this.processes.run({ ...job, onRefused: (path) => this.noteRefused(file, path) });
      const origin = { file, digest, cwd, digestNow, run, files };
      return { kind: 'tool', file, tool: fromCustom(definition, origin) };
    });
  }

  private async filesIn(folder: CustomFolder): Promise<Found[]> {
    const { path, cwd } = folder;
    const names = await readdir(path).catch((): string[] => []);
    const files = names.filter((name) => FILE_NAME.test(name)).toSorted();
    return Promise.all(
      files.slice(0, MAX_FILES).map(async (name): Promise<Found> => {
        const file = join(path, name);
        const digest = await digestOf(file);
        if (digest === undefined) return { file, cwd, digest: '' };
        return folder.needsConfirmation || leadsOut(file, path)
          ? this.confirmable(file, cwd)
          : { file, cwd, digest };
      }),
    );
  }

  /** Reads the files of a tool without running any of them. */
  private async confirmable(file: string, cwd: string): Promise<Found> {
    const extra = this.extraOf(file);
    const now = await this.digestsNow(file);
    if (!now) return { file, cwd, digest: '' };
    const before = this.options.decisionOf?.(file);
    if (before?.allowed === true && isDeepStrictEqual(before.files, now.files))
      return { file, cwd, digest: now.digest, files: now.files };
    const modules = await modulesOf(file, extra).catch(() => undefined);
    if (!modules) return { file, cwd, digest: '' };
    const { digest } = moduleDigests(modules.map((module) => [module.path, module.digest]));
    return { file, cwd, digest, waits: { kind: 'unconfirmed', file, modules, extra, before } };
  }

  private digestsNow(file: string): Promise<ToolDigests | undefined> {
    return this.digests.of(file, this.extraOf(file)).catch(() => undefined);
  }

  private extraOf(file: string): readonly string[] {
    return [...new Set([...(this.extra.get(file) ?? []), ...(this.options.decisionOf?.(file)?.extra ?? [])])];
  }

  /** The path comes from foreign code, so it is only shown. */
  private noteRefused(file: string, path: string): void {
    const extra = this.extra.get(file) ?? new Set();
    if (!isAbsolute(path) || extra.size >= MAX_FILES) return;
    this.extra.set(file, extra.add(path));
    void this.reload();
  }
}

/** A link may lead to a file outside the folder, which others may write. */
function leadsOut(file: string, folder: string): boolean {
  try {
    return dirname(realpathSync(file)) !== realpathSync(folder);
  } catch {
    return true;
  }
}

function takenBy(name: string, owner: string | undefined): string | undefined {
  return owner === undefined ? undefined : t('The name "{0}" is already used by {1}.', name, owner);
}

async function digestOf(file: string): Promise<string | undefined> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) return undefined;
    return sha256(await readFile(file));
  } catch {
    return undefined;
  }
}

function keyOf({ file, cwd, digest, waits }: Found): string {
  return JSON.stringify([file, cwd, digest, waits && { before: waits.before }]);
}

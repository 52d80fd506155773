/** The custom tools there are: files in a few folders, each loaded in a process of its own (features.md, C10). */
import { t } from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { definitionOf, type CustomDefinition } from './customDefinition.ts';
import { CustomProcesses } from './customProcess.ts';
import { fromCustom } from './customTool.ts';
import type { Tool } from './tool.ts';

/** A folder that is looked into. */
export interface CustomFolder {
  /** Absolute. Need not exist. */
  readonly path: string;
  /** Where its tools run; absolute. */
  readonly cwd: string;
}

/** What the embedder says about custom tools. */
export interface CustomToolsOptions {
  /** The path of the built customRunner.ts. */
  readonly runner: string;
  /** Whose files may be loaded now, the more important ones first: of two tools of one name the first is taken. */
  readonly folders: () => readonly CustomFolder[];
}

/** A file of a tool: the tool, or what is wrong. `line` is one of the file, from 1. */
export type CustomFile =
  | { readonly kind: 'tool'; readonly file: string; readonly tool: Tool }
  | { readonly kind: 'broken'; readonly file: string; readonly problem: string; readonly line?: number };

/** What the process said about one content of a file. */
type Loaded =
  | { readonly definition: CustomDefinition }
  | { readonly problem: string; readonly line?: number };

interface Found {
  readonly file: string;
  readonly cwd: string;
  readonly digest: string;
}

const FILE_NAME = /\.tool\.[mc]?js$/;
/** Time in ms for loading a file. */
const LOAD_MS = 5_000;
/** Files taken of one folder, bytes of one, and processes that load at once. */
const MAX_FILES = 100;
const MAX_BYTES = 1024 * 1024;
const AT_ONCE = 4;

export class CustomTools {
  private readonly options: CustomToolsOptions;
  private readonly isTaken: (name: string) => boolean;
  private readonly onChange: () => void;
  private readonly processes: CustomProcesses;
  private readonly ending = new AbortController();
  /** By file and digest: what has not changed is not loaded again. */
  private loaded = new Map<string, Loaded>();
  private current: readonly CustomFile[] = [];
  private state = '';
  private reloading: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  /** `isTaken`: whether a tool of Patchbay's own has that name. `onChange` is called when `files` has changed. */
  constructor(options: CustomToolsOptions, isTaken: (name: string) => boolean, onChange: () => void) {
    this.options = options;
    this.isTaken = isTaken;
    this.onChange = onChange;
    this.processes = new CustomProcesses(options.runner);
  }

  /** The files as last looked at, in the order of the folders. */
  get files(): readonly CustomFile[] {
    return this.current;
  }

  /** The tools of the files that are in order. */
  get tools(): readonly Tool[] {
    return this.current.flatMap((file) => (file.kind === 'tool' ? [file.tool] : []));
  }

  /** Looks at the folders and loads what is new or has changed. Never rejects. */
  reload(): Promise<void> {
    // One that has not begun yet will see everything that has happened until now.
    this.next ??= this.reloading.then(() => {
      this.next = undefined;
      return (this.reloading = this.look());
    });
    return this.next;
  }

  /** Ends what still runs. */
  dispose(): void {
    this.ending.abort(new Error('Patchbay ends.'));
    this.processes.dispose();
  }

  private async look(): Promise<void> {
    const folders = await Promise.all(this.options.folders().map(filesIn));
    const found = folders.flat();
    const known = this.loaded;
    this.loaded = new Map();
    const waiting = found.values();
    const work = async (): Promise<void> => {
      for (const each of waiting) {
        const key = keyOf(each);
        // oxlint-disable-next-line no-await-in-loop -- a few processes at once, not a hundred
        this.loaded.set(key, known.get(key) ?? (await this.load(each)));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (this.ending.signal.aborted) return;
    this.current = this.judge(found);
    const state = found.map(keyOf).join('\n');
    const changed = state !== this.state;
    this.state = state;
    if (changed) this.onChange();
  }

  private async load({ file, cwd, digest }: Found): Promise<Loaded> {
    if (digest === '')
      return { problem: t('The file cannot be read, or is larger than {0} bytes.', MAX_BYTES) };
    const end = await this.processes.run({
      order: { type: 'describe', file },
      cwd,
      timeoutMs: LOAD_MS,
      signal: this.ending.signal,
      onProgress: () => undefined,
    });
    switch (end.kind) {
      case 'done':
        try {
          return { definition: definitionOf(end.value) };
        } catch (error) {
          return { problem: (error as Error).message };
        }
      case 'failed':
        return { problem: end.message, ...(end.line !== undefined && { line: end.line }) };
      case 'timeout':
        return { problem: t('It did not finish loading within {0} s.', LOAD_MS / 1_000) };
      case 'cancelled':
        return { problem: t('It was not loaded.') };
    }
  }

  private judge(found: readonly Found[]): CustomFile[] {
    const owners = new Map<string, string>();
    return found.map((each): CustomFile => {
      const { file, cwd, digest } = each;
      const loaded = this.loaded.get(keyOf(each));
      if (!loaded || 'problem' in loaded)
        return { problem: t('It was not loaded.'), ...loaded, kind: 'broken', file };
      const { definition } = loaded;
      const { name } = definition;
      const problem = this.isTaken(name)
        ? t('The name "{0}" is taken by Patchbay itself.', name)
        : takenBy(name, owners.get(name.toLowerCase()));
      if (problem !== undefined) return { kind: 'broken', file, problem };
      owners.set(name.toLowerCase(), file);
      const digestNow = (): Promise<string | undefined> => digestOf(file);
      const run = this.processes.run.bind(this.processes);
      return { kind: 'tool', file, tool: fromCustom(definition, { file, digest, cwd, digestNow, run }) };
    });
  }
}

function takenBy(name: string, owner: string | undefined): string | undefined {
  return owner === undefined ? undefined : t('The name "{0}" is taken by {1}.', name, owner);
}

async function filesIn({ path, cwd }: CustomFolder): Promise<Found[]> {
  // A folder that is not there has no tools.
  const names = await readdir(path).catch((): string[] => []);
  const files = names.filter((name) => FILE_NAME.test(name)).toSorted();
  return Promise.all(
    files.slice(0, MAX_FILES).map(async (name) => {
      const file = join(path, name);
      return { file, cwd, digest: (await digestOf(file)) ?? '' };
    }),
  );
}

async function digestOf(file: string): Promise<string | undefined> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) return undefined;
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  } catch {
    return undefined;
  }
}

function keyOf({ file, cwd, digest }: Found): string {
  return JSON.stringify([file, cwd, digest]);
}

/**
 * Restricts the process of a workspace's tool to the files that the user confirmed, by hashing the bytes that are
 * evaluated. It guards everything that Node loads as a module. It does not guard what confirmed code itself reads and
 * evaluates, or starts.
 */
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import workerThreads from 'node:worker_threads';
import { sha256 } from '../base/node/hash.ts';

/** `files` has digests by real path. `onRefused` is called for each other file. */
export function guardModules(
  files: Readonly<Record<string, string>>,
  onRefused: (path: string) => void,
): void {
  const confirmed = new Map(Object.entries(files));
  // The Node of editors before 1.106 has no such hooks.
  if (typeof nodeModule.registerHooks !== 'function')
    throw new Error('This editor is too old for the tools of a workspace: its Node.js has no module hooks.');
  nodeModule.registerHooks({
    load: (url, context, nextLoad) => {
      if (!url.startsWith('file:')) return nextLoad(url, context);
      const path = fileURLToPath(url.replace(/[?#].*$/s, ''));
      const loaded = nextLoad(url, context);
      const source = loaded.source ?? readFileSync(path);
      const bytes = typeof source === 'string' ? Buffer.from(source) : new Uint8Array(source as ArrayBuffer);
      const digest = sha256(bytes);
      if (confirmed.get(path) === digest) return { ...loaded, source };
      onRefused(path);
      throw new Error(
        `${path} is not among the files of this tool that you have confirmed, or has changed since.`,
      );
    },
  });
  // A worker has its own hooks, so it could load any file.
  const { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    constructor(file: string | URL, options?: workerThreads.WorkerOptions) {
      if (options?.eval !== true)
        throw new Error('A tool of a workspace cannot start workers from files: they could not be verified.');
      super(file, options);
    }
  };
  nodeModule.syncBuiltinESMExports();
}

/** Asks the worker for coloured code, and remembers what it said. */
import { canHighlight } from './highlightBounds.ts';
import { loadScript } from './lazyScript.ts';
import { TimedWorker, type WorkerScript } from './timedWorker.ts';

/** Pieces of code that are remembered, so that a row that comes back into view has its colours at once. */
const MEMORY = 100;

/** HTML, or undefined if the code stays plain: its language is not known, or colouring took too long. */
const memory = new Map<string, string | undefined>();
const waiting = new Map<string, ((html: string) => void)[]>();
const worker = new TimedWorker<{ code: string; language: string }, { html: string | undefined }>(async () =>
  (await loadScript('highlighter.js')) ? globalThis.patchbayHighlighter : undefined,
);

declare global {
  /** Set by highlighter.js (esbuild.mjs). */
  var patchbayHighlighter: WorkerScript | undefined;
}

/** Gives `use` the HTML: at once where it is known, later otherwise, and never where the code stays plain. */
export function highlight(code: string, language: string, use: (html: string) => void): void {
  if (!canHighlight(code, language)) return;
  const key = `${language}\n${code}`;
  if (memory.has(key)) {
    const html = memory.get(key);
    if (html !== undefined) use(html);
    return;
  }
  const others = waiting.get(key);
  if (others) return void others.push(use);
  waiting.set(key, [use]);
  worker.run({ kind: language, input: { code, language }, done: (output) => settle(key, output?.html) });
}

function settle(key: string, html: string | undefined): void {
  const [oldest] = memory.keys();
  if (memory.size >= MEMORY && oldest !== undefined) memory.delete(oldest);
  memory.set(key, html);
  const uses = waiting.get(key) ?? [];
  waiting.delete(key);
  if (html !== undefined) for (const use of uses) use(html);
}

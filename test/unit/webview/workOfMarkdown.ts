/**
 * Counts the work of drawing markdown, in a thread of its own: V8 counts there how often each block of code runs, from
 * before the code is loaded. What built-in functions search is added. Unlike time this is the same on every machine.
 */
import { Session } from 'node:inspector';
import { parentPort } from 'node:worker_threads';

let searched = 0;

/** Of functions that look through a text, counts how far they look. */
function countSearches(): void {
  const { indexOf } = String.prototype;
  Reflect.set(String.prototype, 'indexOf', function (this: string, search: string, from = 0) {
    const found = indexOf.call(this, search, from);
    searched += (found < 0 ? this.length : found) - from;
    return found;
  });
  const { exec } = RegExp.prototype;
  Reflect.set(RegExp.prototype, 'exec', function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    const isAnchored = this.sticky || (this.source.startsWith('^') && !this.multiline);
    if (found) searched += found.index + found[0].length - from;
    else if (!isAnchored) searched += text.length - from;
    return found;
  });
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

const session = new Session();
session.connect();

function ask(method: string, params: object = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    session.post(method, params, (error, result) => (error ? reject(error) : resolve(result)));
  });
}

await ask('Profiler.enable');
await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const { MarkdownBlocks } = await import('../../../src/webview/markdown/blocks.ts');
const { createParser } = await import('../../../src/webview/markdown/parser.ts');
const parser = createParser();
countSearches();

/** How often a block of the code ran since the last time. */
async function ran(): Promise<number> {
  const { result } = (await ask('Profiler.takePreciseCoverage')) as Coverage;
  let sum = 0;
  for (const { url, functions } of result) {
    if (!/webview|markdown|linkify|mdurl|entities|uc\.micro|east-asian/.test(url)) continue;
    for (const { ranges } of functions) for (const { count } of ranges) sum += count;
  }
  return sum;
}

parentPort?.on('message', ({ text, complete }: { text: string; complete: boolean }) => {
  void (async () => {
    await ran();
    searched = 0;
    const html = new MarkdownBlocks(parser).update(text, complete).map((block) => block.html);
    const looked = searched;
    parentPort?.postMessage((await ran()) + looked + html.join('').length);
  })();
});
parentPort?.postMessage('ready');

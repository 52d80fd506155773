/** The process of a custom tool. It loads one file and describes it, or runs one call. It has its own bundle. */
import { headText } from '../base/common/cut.ts';
import { pathToFileURL } from 'node:url';
import { guardModules } from './customGuard.ts';
import type { Order, Report } from './customMessages.ts';

/** Longest result in characters of JSON. */
const MAX_RESULT = 10 * 1024 * 1024;

type Exports = Readonly<Record<string, unknown>>;
type Run = (
  args: Readonly<Record<string, unknown>>,
  context: {
    readonly signal: AbortSignal;
    progress(progress: number, total?: number, message?: string): void;
  },
) => unknown;

const stop = new AbortController();

process.on('message', (order: Order) => {
  if (order.type === 'abort') stop.abort(new Error('The call was cancelled.'));
  else
    void carryOut(order)
      .then(done)
      .catch((error: unknown) => failed(error, order.file))
      // Everything that the tool left running ends with the process.
      .then((report) => process.send?.(report, () => process.disconnect()));
});
// The work is done, or nobody waits for it any more.
process.on('disconnect', () => process.exit());

async function carryOut(order: Exclude<Order, { type: 'abort' }>): Promise<unknown> {
  if (order.files)
    guardModules(order.files, (path) => process.send?.({ type: 'refused', path } satisfies Report));
  const tool = await exportsOf(order.file);
  const { run } = tool;
  if (order.type === 'describe') {
    const { name, title, description, inputSchema, timeoutMs } = tool;
    return { name, title, description, inputSchema, timeoutMs, run: typeof run };
  }
  const progress = (made: number, total?: number, message?: string): void => {
    const report: Report = {
      type: 'progress',
      progress: made,
      total,
      message,
    };
    if (process.connected) process.send?.(report);
  };
  return (run as Run).call(tool, order.args, { signal: stop.signal, progress });
}

/** Returns the named exports, or those of one default object (which `module.exports` becomes). */
async function exportsOf(file: string): Promise<Exports> {
  const named = (await import(pathToFileURL(file).href)) as Exports;
  const whole = named['default'];
  return typeof whole === 'object' && whole !== null ? { ...whole, ...named } : named;
}

function done(value: unknown): Report {
  const json = JSON.stringify(value) as string | undefined;
  if (json !== undefined && json.length > MAX_RESULT)
    throw new Error(`The result is too large: ${json.length} characters, ${MAX_RESULT} are taken.`);
  return { type: 'done', value };
}

/** Reports an error. @throws a SyntaxError of the file, which ends the process: only then does Node print the line */
function failed(error: unknown, file: string): Report {
  const message =
    error instanceof Error
      ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}`
      : String(error);
  const line = lineIn(file, error);
  if (error instanceof SyntaxError && line === undefined) throw error;
  return { type: 'failed', message: headText(message, MAX_RESULT), line };
}

function lineIn(file: string, error: unknown): number | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const places = [pathToFileURL(file).href, file].map((place) => stack.split(`${place}:`)[1]);
  const found = places.map((rest) => Number.parseInt(rest ?? '', 10)).find((line) => line > 0);
  return found;
}

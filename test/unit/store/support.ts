/** Calls and folders for the tests of the history. */
import type { HistoryFilter } from '../../../src/protocol/index.ts';
import type { CallEvent, HistoryOptions } from '../../../src/store/index.ts';

/** Everything that is stored. */
export const all: HistoryFilter = { text: '', server: '', tool: '', status: '' };

/** A history that keeps all there is, with the real time. */
export function keepAll(folder: string): HistoryOptions {
  return {
    folder,
    retention: () => ({ maxAgeDays: 90, maxSizeMB: 500 }),
    redact: (_, text) => text,
    onProblem: ({ english }) => {
      throw new Error(english);
    },
    now: () => Date.now(),
  };
}

type Start = Extract<CallEvent, { type: 'callStart' }>;
type End = Extract<CallEvent, { type: 'callEnd' }>;

/** Events of calls, with what does not matter filled in. */
export const made = {
  start: (id: string, more: Partial<Start> = {}): Start => ({
    type: 'callStart',
    id,
    source: { kind: 'mcp', server: 'files' },
    toolName: 'read_file',
    wireName: 'mcp__files__read_file',
    argsText: '{"path":"a.txt"}',
    ...more,
  }),
  end: (id: string, more: Partial<End> = {}): End => ({
    type: 'callEnd',
    id,
    result: { status: 'success', content: [{ type: 'text', text: 'the content' }] },
    durationMs: 5,
    ...more,
  }),
};

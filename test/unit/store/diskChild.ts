/**
 * A window whose disk fails: `node diskChild.ts FOLDER full|limited|readOnly`. It writes calls and a conversation until
 * writing fails, goes on for a while, gets space again where that is possible, and says what is there in the end.
 */
import type { LocalizedMessage } from '../../../src/base/common/message.ts';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CallHistory, ConversationStore } from '../../../src/store/index.ts';
import { all, keepAll, made } from './support.ts';

/** What it says in the end, as JSON. */
export interface DiskReport {
  /** Messages for the user, in their order. */
  readonly problems: readonly string[];
  /** Why the history could not be looked at while writing failed; empty if it could be. */
  readonly refused: string;
  /** Calls and texts of the conversation that were to be written, and those that are there in the end. */
  readonly calls: { readonly made: number; readonly found: number };
  readonly texts: { readonly made: number; readonly found: number };
  /** What SQLite says of each file. */
  readonly integrity: readonly unknown[];
}

const [folder = '', mode = ''] = process.argv.slice(2);
const filler = join(folder, 'filler');
const problems: string[] = [];
const onProblem = ({ english }: LocalizedMessage): void => void problems.push(english);
let clock = 0;
const clocks = { now: () => clock, monotonic: () => clock };
const history = new CallHistory({ ...keepAll(folder), ...clocks, onProblem });
const store = new ConversationStore({ folder, workspace: 'here', onProblem, ...clocks });
const nothing = { patches: [], messages: [], results: [], facts: [] };
const result = { status: 'success', content: [{ type: 'text', text: 'y'.repeat(20_000) }] } as const;
/** What was not written is offered again, as the journal of a conversation does. */
let unwritten: string[] = [];
let calls = 0;
let texts = 0;

function go(): void {
  calls += 1;
  history.record('talk', made.start(`c${calls}`));
  history.record('talk', made.end(`c${calls}`, { result }));
  history.flush();
  texts += 1;
  unwritten.push(`text ${texts} ${'z'.repeat(5_000)}`);
  const messages = unwritten.map((text) => ({ message: { role: 'user', text } }));
  if (store.write('talk', { ...nothing, messages })) unwritten = [];
}

if (mode === 'full') writeFileSync(filler, Buffer.alloc(1_200_000));
if (mode === 'readOnly') execFileSync('mount', ['-o', 'remount,ro', folder]);
while (problems.length < 2 && calls < 500) go();
for (let more = 0; more < 20; more += 1) {
  clock += 10_000;
  go();
}
let refused = '';
try {
  history.list(all, { limit: 1 });
} catch (error) {
  refused = (error as Error).message;
}
if (mode === 'full') rmSync(filler);
if (mode === 'readOnly') execFileSync('mount', ['-o', 'remount,rw', folder]);
clock += 30_000;
if (mode !== 'limited') go();
const report: DiskReport = {
  problems,
  refused,
  calls: { made: calls, found: history.list(all, { limit: 1_000 }).length },
  texts: { made: texts, found: store.read('talk')?.messages.length ?? 0 },
  integrity: ['history', 'conversations'].map((name) => {
    const database = new DatabaseSync(join(folder, `${name}.sqlite`));
    const [row] = database.prepare('PRAGMA integrity_check').all();
    database.close();
    return row?.['integrity_check'];
  }),
};
history.dispose();
store.dispose();
console.log(JSON.stringify(report));

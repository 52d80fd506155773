import { headText } from '../base/common/cut.ts';
import { historySource, type CallOrigin, type ContentPart, type ToolSource } from '../protocol/index.ts';
import { transaction, type Database } from './sqlite.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import { toParts } from './queries.ts';

interface BegunCall {
  readonly conversation: string;
  readonly source: ToolSource;
  readonly toolName: string;
  readonly title?: string | undefined;
  readonly wireName: string;
  readonly argsText: string;
  readonly origin?: CallOrigin | undefined;
}

/** The events of a tool call in a turn. `id` is unique in the conversation. */
export type CallEvent =
  | ({ readonly type: 'callStart'; readonly id: string } & Omit<BegunCall, 'conversation' | 'origin'>)
  | { readonly type: 'callAllowed'; readonly id: string; readonly argsText?: string | undefined }
  | {
      readonly type: 'callEnd';
      readonly id: string;
      readonly result: {
        readonly status: 'success' | 'error' | 'timeout' | 'cancelled' | 'denied';
        readonly content: readonly ContentPart[];
      };
      readonly durationMs: number;
    };

export interface SavedCall {
  readonly source: ToolSource;
  readonly toolName: string;
  /** Number and searchable arguments of the call, once its start is saved. */
  written?: { readonly seq: number; readonly args: string } | undefined;
}

export interface CallUpdate {
  begun?: (BegunCall & { readonly at: number }) | undefined;
  argsText?: string | undefined;
  ended?: Extract<CallEvent, { type: 'callEnd' }> | undefined;
}

/** Length of arguments and result that can be searched, each. */
const SEARCHED = 4_000;
const ERROR_LENGTH = 500;

export const INDEX_CALL = 'INSERT OR REPLACE INTO call_words (rowid, words) VALUES (?, ?)';

export class CallWriter {
  private readonly database: Database;
  private readonly session: string;
  private readonly insert;
  private readonly change;
  private readonly finish;
  private readonly keep;
  private readonly index;

  constructor(database: Database, session: string) {
    this.database = database;
    this.session = session;
    this.insert = database.prepare(
      `INSERT INTO calls (session, conversation, at, source, server, tool, title, wire_name, args, origin, status, duration_ms, error)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.change = database.prepare('UPDATE calls SET args = ? WHERE seq = ?');
    this.finish = database.prepare('UPDATE calls SET status = ?, duration_ms = ?, error = ? WHERE seq = ?');
    this.keep = database.prepare('INSERT INTO results (seq, parts) VALUES (?, ?)');
    // Making the words in SQL from `calls` takes ten times as long.
    this.index = database.prepare(INDEX_CALL);
  }

  /** Writes all calls or none. `redact` removes secrets from a text of that source. */
  write(
    calls: ReadonlyMap<SavedCall, CallUpdate>,
    redact: (source: ToolSource, text: string) => string,
  ): void {
    const written = new Map<SavedCall, NonNullable<SavedCall['written']>>();
    transaction(this.database, () => {
      for (const [call, { begun, argsText = begun?.argsText, ended }] of calls) {
        const redacted = (text: string): string => redact(call.source, text);
        const outcome = ended && outcomeOf(ended, redacted);
        const args = argsText === undefined ? undefined : redacted(argsText);
        const seq = begun ? this.begin(begun, args ?? '', outcome) : call.written?.seq;
        // The start of this call could not be saved.
        if (seq === undefined) continue;
        const found = (args && headText(args, SEARCHED)) ?? call.written?.args ?? '';
        written.set(call, { seq, args: found });
        // The call was deleted in the meantime.
        if (!begun && !this.update(seq, args, outcome)) continue;
        if (outcome) this.keep.run(seq, outcome.parts);
        this.index.run(
          seq,
          searchWords(historySource(call.source), call.toolName, found, outcome?.words ?? ''),
        );
      }
    });
    for (const [call, known] of written) call.written = known;
  }

  private begin(
    { conversation, source, toolName, title, wireName, origin, at }: NonNullable<CallUpdate['begun']>,
    args: string,
    outcome: Outcome | undefined,
  ): number {
    const { lastInsertRowid } = this.insert.run(
      this.session,
      conversation,
      at,
      JSON.stringify(source),
      historySource(source),
      toolName,
      title ?? null,
      wireName,
      args,
      origin ? JSON.stringify(origin) : null,
      ...(outcome?.columns ?? (['pending', null, null] as const)),
    );
    return Number(lastInsertRowid);
  }

  private update(seq: number, args: string | undefined, outcome: Outcome | undefined): boolean {
    const changed = args === undefined ? undefined : this.change.run(args, seq);
    const finished = outcome && this.finish.run(...outcome.columns, seq);
    return Number((finished ?? changed)?.changes ?? 0) > 0;
  }
}

/** The result of a call without secrets. */
interface Outcome {
  readonly columns: readonly [string, number, string | null];
  readonly parts: string;
  readonly words: string;
}

function outcomeOf(
  { result: { status, content }, durationMs }: NonNullable<CallUpdate['ended']>,
  redacted: (text: string) => string,
): Outcome {
  const words = searchable(content, redacted);
  const error = status === 'success' ? null : headText(words, ERROR_LENGTH);
  return { columns: [status, durationMs, error], parts: redacted(JSON.stringify(content)), words };
}

export function searchWords(server: string, tool: string, args: string, result: string): string {
  return [server, tool, headText(args, SEARCHED), result].join(' ');
}

/** Redacts before it cuts, because a half secret would not be found. */
export function searchable(content: readonly ContentPart[], redact = (text: string): string => text): string {
  let text = '';
  for (const part of content) {
    if (text.length >= SEARCHED) break;
    text += ` ${headText(redact(textOf(part)), SEARCHED)}`;
  }
  return headText(text.slice(1), SEARCHED - 1);
}

function textOf(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'json':
      return JSON.stringify(part.value) ?? '';
    case 'resource':
      return `${part.uri} ${part.text ?? ''}`;
    case 'link':
      return `${part.uri} ${part.title ?? part.name}`;
    case 'image':
    case 'audio':
      return part.mimeType;
  }
}

/** Number of calls in a transaction. It is small, so that no other window waits for long. */
const BATCH = 100;

export function renameCalls(database: Database, from: string, to: string): void {
  const old: ToolSource = { kind: 'mcp', server: from };
  const renamed: ToolSource = { kind: 'mcp', server: to };
  database
    .prepare('UPDATE calls SET server = ?, source = ? WHERE server = ? AND source = ?')
    .run(to, JSON.stringify(renamed), from, JSON.stringify(old));
}

export async function indexAgain(database: Database, server: string): Promise<void> {
  const find = database.prepare(
    `SELECT seq, tool, args, parts FROM calls LEFT JOIN results USING (seq)
     WHERE server = ? AND calls.seq < ? ORDER BY calls.seq DESC LIMIT ${BATCH}`,
  );
  const index = database.prepare(INDEX_CALL);
  let before = Number.MAX_SAFE_INTEGER;
  while (database.isOpen) {
    // One transaction reads and writes: a call that another window deletes must not come back.
    const rows = transaction(database, () => {
      const found = find.all(server, before);
      for (const { seq, tool, args, parts } of found) {
        const result = typeof parts === 'string' ? searchable(toParts(parts)) : '';
        index.run(Number(seq), searchWords(server, String(tool), String(args), result));
      }
      return found;
    });
    if (rows.length < BATCH) return;
    before = Number(rows.at(-1)?.['seq']);
    await breathe();
  }
}

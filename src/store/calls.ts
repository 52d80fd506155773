/** Writes calls into the database as they happen. */
import type { ContentPart, ToolSource } from '../protocol/index.ts';
import { transaction, type Database } from './sqlite.ts';

/** What is known of a call when it begins. */
interface BegunCall {
  readonly conversation: string;
  readonly source: ToolSource;
  readonly toolName: string;
  readonly wireName: string;
  readonly argsText: string;
}

/** What happens to a call, in the words of a turn's events; `id` is unique in the conversation. */
export type CallEvent =
  | ({ readonly type: 'callStart'; readonly id: string } & Omit<BegunCall, 'conversation'>)
  | { readonly type: 'callAllowed'; readonly id: string; readonly argsText?: string }
  | {
      readonly type: 'callEnd';
      readonly id: string;
      readonly result: {
        readonly status: 'success' | 'error' | 'timeout' | 'cancelled';
        readonly content: readonly ContentPart[];
      };
      readonly durationMs: number;
    };

/** A call under way. */
export interface SavedCall {
  readonly source: ToolSource;
  readonly toolName: string;
  /** Once its beginning is written: its number, and what can be found of its arguments. */
  written?: { readonly seq: number; readonly args: string };
}

/** What has happened to a call and is to be written. */
export interface CallUpdate {
  /** `at` in ms since the epoch. */
  begun?: BegunCall & { readonly at: number };
  /** The user changed the arguments before it ran. */
  argsText?: string;
  ended?: Extract<CallEvent, { type: 'callEnd' }>;
}

/** How much of the arguments and of the result can be searched, in characters each. */
const SEARCHED = 4_000;
/** How much of what went wrong stands in lists, in characters. */
const ERROR_LENGTH = 500;

/** Enters the words by which a call is found, its number first. */
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
      `INSERT INTO calls (session, conversation, at, source, server, tool, wire_name, args, status, duration_ms, error)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.change = database.prepare('UPDATE calls SET args = ? WHERE seq = ?');
    this.finish = database.prepare('UPDATE calls SET status = ?, duration_ms = ?, error = ? WHERE seq = ?');
    this.keep = database.prepare('INSERT INTO results (seq, parts) VALUES (?, ?)');
    // With the words from here: taken out of `calls` by SQL, they cost ten times as much.
    this.index = database.prepare(INDEX_CALL);
  }

  /** Writes what has happened, whole or not at all. `mask` takes secrets out of a text that a source has to do with. */
  write(calls: ReadonlyMap<SavedCall, CallUpdate>, mask: (source: ToolSource, text: string) => string): void {
    const written = new Map<SavedCall, NonNullable<SavedCall['written']>>();
    transaction(this.database, () => {
      for (const [call, { begun, argsText = begun?.argsText, ended }] of calls) {
        const masked = (text: string): string => mask(call.source, text);
        const outcome = ended && outcomeOf(ended, masked);
        const args = argsText === undefined ? undefined : masked(argsText);
        const seq = begun ? this.begin(begun, args ?? '', outcome) : call.written?.seq;
        // Its beginning could not be written.
        if (seq === undefined) continue;
        const found = args?.slice(0, SEARCHED) ?? call.written?.args ?? '';
        written.set(call, { seq, args: found });
        // One that was deleted meanwhile stays so.
        if (!begun && !this.goOn(seq, args, outcome)) continue;
        if (outcome) this.keep.run(seq, outcome.parts);
        this.index.run(seq, wordsOf(serverOf(call.source), call.toolName, found, outcome?.words ?? ''));
      }
    });
    for (const [call, known] of written) call.written = known;
  }

  /** Enters a call, as pending if it has not ended, and gives its number. */
  private begin(
    { conversation, source, toolName, wireName, at }: NonNullable<CallUpdate['begun']>,
    args: string,
    outcome: Outcome | undefined,
  ): number {
    const { lastInsertRowid } = this.insert.run(
      this.session,
      conversation,
      at,
      JSON.stringify(source),
      serverOf(source),
      toolName,
      wireName,
      args,
      ...(outcome?.columns ?? (['pending', null, null] as const)),
    );
    return Number(lastInsertRowid);
  }

  /** Says whether the call is still there. */
  private goOn(seq: number, args: string | undefined, outcome: Outcome | undefined): boolean {
    const changed = args === undefined ? undefined : this.change.run(args, seq);
    const finished = outcome && this.finish.run(...outcome.columns, seq);
    return Number((finished ?? changed)?.changes ?? 0) > 0;
  }
}

/** How a call ended, without secrets. */
interface Outcome {
  /** Status, duration in ms, and what went wrong. */
  readonly columns: readonly [string, number, string | null];
  readonly parts: string;
  /** What is found of the result. */
  readonly words: string;
}

function outcomeOf(
  { result: { status, content }, durationMs }: NonNullable<CallUpdate['ended']>,
  masked: (text: string) => string,
): Outcome {
  const words = searchable(content, masked);
  const error = status === 'success' ? null : words.slice(0, ERROR_LENGTH);
  return { columns: [status, durationMs, error], parts: masked(JSON.stringify(content)), words };
}

/** By what a call's source is filtered: the server's name, or the kind of the source where that is none. */
export function serverOf(source: ToolSource): string {
  return source.kind === 'mcp' ? source.server : source.kind;
}

/** The words by which a call is found; those of the result as `searchable` gives them. */
export function wordsOf(server: string, tool: string, args: string, result: string): string {
  return [server, tool, args.slice(0, SEARCHED), result].join(' ');
}

/** The beginning of the texts in the result. Masked before they are cut: half a secret is not found. */
export function searchable(content: readonly ContentPart[], mask = (text: string): string => text): string {
  let text = '';
  for (const part of content) {
    if (text.length >= SEARCHED) break;
    text += ` ${mask(textOf(part)).slice(0, SEARCHED)}`;
  }
  return text.slice(1, SEARCHED);
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

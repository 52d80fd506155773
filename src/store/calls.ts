/** Writes calls into the database as they happen. */
import type { ContentPart, ToolSource } from '../protocol/index.ts';
import { transaction, type Database } from './sqlite.ts';

/** What is known of a call when it begins. */
export interface BegunCall {
  readonly conversation: string;
  readonly source: ToolSource;
  readonly toolName: string;
  readonly wireName: string;
  readonly argsText: string;
}

/** How a call ended. */
export interface EndedCall {
  readonly status: 'success' | 'error' | 'timeout' | 'cancelled';
  readonly content: readonly ContentPart[];
  /** In ms. */
  readonly durationMs: number;
}

/** How much of the arguments and of the result can be searched, in characters each. */
const SEARCHED = 4_000;
/** How much of what went wrong stands in lists, in characters. */
const ERROR_LENGTH = 500;

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
      `INSERT INTO calls (session, conversation, at, source, server, tool, wire_name, args, status)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending')`,
    );
    this.change = database.prepare('UPDATE calls SET args = ? WHERE seq = ?');
    this.finish = database.prepare('UPDATE calls SET status = ?, duration_ms = ?, error = ? WHERE seq = ?');
    this.keep = database.prepare('INSERT INTO results (seq, parts) SELECT seq, ? FROM calls WHERE seq = ?');
    this.index = database.prepare(
      `INSERT OR REPLACE INTO call_words (rowid, words)
       SELECT seq, server || ' ' || tool || ' ' || substr(args, 1, ${SEARCHED}) || ' ' || ? FROM calls WHERE seq = ?`,
    );
  }

  /** Enters a call as pending and gives its number. */
  begin(call: BegunCall, now: number): number {
    return transaction(this.database, () => {
      const { conversation, source, toolName, wireName, argsText } = call;
      const { lastInsertRowid } = this.insert.run(
        this.session,
        conversation,
        now,
        JSON.stringify(source),
        serverOf(source),
        toolName,
        wireName,
        argsText,
      );
      const seq = Number(lastInsertRowid);
      this.index.run('', seq);
      return seq;
    });
  }

  /** The user changed the arguments before it ran. */
  changeArguments(seq: number, argsText: string): void {
    this.change.run(argsText, seq);
  }

  /** Enters how the call ended. `mask` takes secrets out of a text. One that was deleted meanwhile stays so. */
  end(seq: number, { status, content, durationMs }: EndedCall, mask: (text: string) => string): void {
    const parts = mask(JSON.stringify(content));
    const text = searchable(content, mask);
    transaction(this.database, () => {
      const error = status === 'success' ? null : text.slice(0, ERROR_LENGTH);
      this.finish.run(status, durationMs, error, seq);
      this.keep.run(parts, seq);
      this.index.run(text, seq);
    });
  }
}

/** By what a call's source is filtered: the server's name, or the kind of the source where that is none. */
export function serverOf(source: ToolSource): string {
  return source.kind === 'mcp' ? source.server : source.kind;
}

/** The beginning of the texts in the result. Masked before they are cut: half a secret is not found. */
function searchable(content: readonly ContentPart[], mask: (text: string) => string): string {
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

/** Enters the calls of a server under its new name. */
export function renameServer(database: Database, from: string, to: string): void {
  const old: ToolSource = { kind: 'mcp', server: from };
  const renamed: ToolSource = { kind: 'mcp', server: to };
  database
    .prepare('UPDATE calls SET server = ?, source = ? WHERE server = ? AND source = ?')
    .run(to, JSON.stringify(renamed), from, JSON.stringify(old));
}

import type {
  ConversationRow,
  Item,
  SavedConversation,
  SavedMessage,
  SavedResult,
  Patch,
  TitledBy,
} from '../protocol/index.ts';
import { textOf } from './conversationWriter.ts';
import type { Database } from './sqlite.ts';
import { matchOf } from './words.ts';

/** Items looked at, newest first: all would take too long in a large file. */
const MOST_MATCHES = 5_000;
/** In characters: before the match, and in all. */
const EXCERPT = { before: 40, all: 160 } as const;

/** undefined: not there, or deleted. */
export function readConversation(database: Database, id: string): SavedConversation | undefined {
  const found = database
    .prepare('SELECT number FROM conversations WHERE id = ? AND deleted_at IS NULL')
    .get(id);
  const number = found?.['number'];
  if (number === undefined || number === null) return undefined;
  const all = (sql: string) => database.prepare(sql).all(number);
  return {
    id,
    items: all('SELECT item FROM items WHERE conversation = ? ORDER BY number').map(
      ({ item }) => parse(item) as Item,
    ),
    patches: all('SELECT patches FROM patches WHERE conversation = ? ORDER BY number').flatMap(
      ({ patches }) => parse(patches) as Patch[],
    ),
    messages: all('SELECT message, item FROM messages WHERE conversation = ? ORDER BY number').map(
      ({ message, item }): SavedMessage => ({
        message: parse(message),
        ...(typeof item === 'string' && { item }),
      }),
    ),
    results: all(
      'SELECT call, parts FROM results JOIN contents ON contents.number = content WHERE conversation = ?',
    ).map(({ call, parts }) => ({
      callId: String(call),
      content: parse(parts) as SavedResult['content'],
    })),
    facts: all('SELECT name, value FROM facts WHERE conversation = ?').map(
      ({ name, value }) => [String(name), parse(value)] as const,
    ),
  };
}

const columns = 'c.id, c.title, c.titled_by, c.workspace, c.changed_at, c.parent, c.pinned';

/** Pinned ones first, then the newest. */
export function listConversations(database: Database, text: string, limit: number): ConversationRow[] {
  const words = matchOf(text);
  if (words === '') {
    return database
      .prepare(
        `SELECT ${columns} FROM conversations AS c WHERE deleted_at IS NULL ORDER BY pinned DESC, changed_at DESC, number DESC LIMIT ?`,
      )
      .all(limit)
      .map((row) => toRow(row));
  }
  const titles = text.match(/\S+/g) ?? [];
  const rows = database
    .prepare(
      `WITH found AS (
         SELECT items.conversation, max(items.number) AS item
         FROM (SELECT rowid FROM item_words WHERE item_words MATCH ? ORDER BY rowid DESC LIMIT ${MOST_MATCHES}) AS m
         CROSS JOIN items ON items.number = m.rowid GROUP BY items.conversation
       )
       SELECT ${columns}, items.item FROM conversations AS c
       LEFT JOIN found ON found.conversation = c.number
       LEFT JOIN items ON items.number = found.item
       WHERE deleted_at IS NULL AND (found.item IS NOT NULL OR (${titles.map(() => `instr(lower(title), lower(?)) > 0`).join(' AND ')}))
       ORDER BY pinned DESC, changed_at DESC, c.number DESC LIMIT ?`,
    )
    .all(words, ...titles, limit);
  return rows.map((row) => {
    const item = row['item'];
    return toRow(row, typeof item === 'string' ? excerptOf(textOf(parse(item) as Item), titles) : undefined);
  });
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - EXCERPT.before);
  const line = text
    .slice(places.length === 0 ? 0 : from)
    .slice(0, EXCERPT.all)
    .replace(/\s+/g, ' ');
  return places.length > 0 && from > 0 ? `…${line}` : line;
}

function toRow(row: Readonly<Record<string, unknown>>, excerpt?: string): ConversationRow {
  return {
    id: String(row['id']),
    title: String(row['title']),
    titledBy: String(row['titled_by']) as TitledBy,
    workspace: String(row['workspace']),
    changedAt: Number(row['changed_at']),
    isBranch: row['parent'] !== null,
    isPinned: row['pinned'] !== 0,
    ...(excerpt !== undefined && { excerpt }),
  };
}

function parse(value: unknown): unknown {
  return JSON.parse(String(value));
}

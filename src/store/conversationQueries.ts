import { headText, placeAfter } from '../base/common/cut.ts';
import type {
  ConversationRow,
  Item,
  SavedConversation,
  SavedMessage,
  SavedResult,
  Patch,
  TitledBy,
  Usage,
} from '../protocol/index.ts';
import { searchableText } from './conversationWriter.ts';
import { lastMessage } from './lastMessage.ts';
import { transaction, type Database } from './sqlite.ts';
import { matchOf } from './words.ts';

/** Most items that a search reads, newest first. All items of a large file would take too long. */
const MOST_MATCHES = 5_000;
/** Lengths of an excerpt: before the match, and in all. */
const EXCERPT = { before: 40, all: 160 } as const;

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
        item: typeof item === 'string' ? item : undefined,
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

/** Columns of the list. The first parameter is the id of the own session. */
const columns = `c.number, c.id, c.title, c.titled_by, c.workspace, c.changed_at, c.parent, c.pinned, c.unread,
  c.last_words, c.model, (SELECT value FROM facts WHERE conversation = c.number AND name = 'usage') AS usage, c.owner <> ? AND c.owner IN (SELECT id FROM sessions) AS elsewhere`;

/** Most items that are read for the last message of a conversation that an earlier version wrote. */
const LAST_ITEMS = 20;

export function listConversations(
  database: Database,
  { text, limit, session }: { readonly text: string; readonly limit: number; readonly session: string },
): ConversationRow[] {
  const rows = rowsFor(database, text, limit, session);
  const unknown = rows.filter((row) => row['last_words'] === null);
  if (unknown.length > 0)
    transaction(database, () => unknown.forEach((row) => addLastMessage(database, row)));
  return rows.map((row) => toRow(row, text));
}

type Row = Record<string, unknown>;

function addLastMessage(database: Database, row: Row): void {
  const items = database
    .prepare(
      `SELECT item FROM items WHERE number IN
         (SELECT number FROM items WHERE conversation = ? ORDER BY number DESC LIMIT ${LAST_ITEMS})
       ORDER BY number`,
    )
    .all(Number(row['number']))
    .map(({ item }) => parse(item) as Item);
  const { words = '', model = null } = lastMessage(items);
  row['last_words'] = words;
  row['model'] = model;
  database
    .prepare('UPDATE conversations SET last_words = ?, model = ? WHERE number = ?')
    .run(words, model, Number(row['number']));
}

function rowsFor(database: Database, text: string, limit: number, session: string): Row[] {
  const words = matchOf(text);
  if (words === '') {
    return database
      .prepare(
        `SELECT ${columns} FROM conversations AS c WHERE deleted_at IS NULL ORDER BY pinned DESC, changed_at DESC, number DESC LIMIT ?`,
      )
      .all(session, limit);
  }
  const titles = wordsOf(text);
  return database
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
    .all(words, session, ...titles, limit);
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\S+/g) ?? [];
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((at) => at >= 0);
  const from = placeAfter(text, Math.min(...places, text.length) - EXCERPT.before);
  const line = headText(text.slice(places.length === 0 ? 0 : from), EXCERPT.all).replace(/\s+/g, ' ');
  return places.length > 0 && from > 0 ? `…${line}` : line;
}

function toRow(row: Readonly<Row>, text: string): ConversationRow {
  const { item, model, usage } = row;
  return {
    id: String(row['id']),
    title: String(row['title']),
    titledBy: String(row['titled_by']) as TitledBy,
    workspace: String(row['workspace']),
    changedAt: Number(row['changed_at']),
    isBranch: row['parent'] !== null,
    isPinned: row['pinned'] !== 0,
    isUnread: row['unread'] !== 0,
    isElsewhere: row['elsewhere'] === 1,
    lastWords: String(row['last_words']),
    model: typeof model === 'string' ? model : undefined,
    usage: typeof usage === 'string' ? (parse(usage) as Usage) : undefined,
    excerpt:
      typeof item === 'string' ? excerptOf(searchableText(parse(item) as Item), wordsOf(text)) : undefined,
  };
}

function parse(value: unknown): unknown {
  return JSON.parse(String(value));
}

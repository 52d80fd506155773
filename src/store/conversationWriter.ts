import { headText } from '../base/common/cut.ts';
import type { ConversationChange, Item, SavedItem, Patch } from '../protocol/index.ts';
import { distinctTitle } from './distinctTitle.ts';
import { lastMessage } from './lastMessage.ts';
import { transaction, type Database } from './sqlite.ts';

/** Lengths: the searchable text of an item, and a title made of the first message. */
const SEARCHED = 50_000;
const TITLE = 80;

interface Place {
  readonly workspace: string;
  readonly session: string;
}

export class ConversationWriter {
  private readonly database: Database;
  private readonly place: Place;
  private readonly numbers = new Map<string, number>();
  private readonly statements;

  constructor(database: Database, place: Place) {
    this.database = database;
    this.place = place;
    const prepare = (sql: string) => database.prepare(sql);
    this.statements = {
      find: prepare('SELECT number FROM conversations WHERE id = ?'),
      begin: prepare(
        `INSERT INTO conversations (id, workspace, title, titled_by, parent, changed_at, owner)
         VALUES (?, ?, '', 'text', ?, ?, ?)`,
      ),
      titled: prepare('SELECT title, titled_by FROM conversations WHERE id = ?'),
      title: prepare('UPDATE conversations SET title = ?, titled_by = ? WHERE number = ?'),
      last: prepare(
        'UPDATE conversations SET last_words = coalesce(?, last_words), model = coalesce(?, model) WHERE number = ?',
      ),
      touch: prepare('UPDATE conversations SET changed_at = ? WHERE number = ?'),
      patches: prepare('INSERT INTO patches (conversation, patches) VALUES (?, ?)'),
      forget: prepare('DELETE FROM patches WHERE conversation = ?'),
      item: prepare(
        `INSERT INTO items (conversation, id, item) VALUES (?, ?, ?)
         ON CONFLICT (conversation, id) DO UPDATE SET item = excluded.item RETURNING number`,
      ),
      index: prepare('INSERT OR REPLACE INTO item_words (rowid, words) VALUES (?, ?)'),
      remove: prepare('DELETE FROM items WHERE conversation = ? AND id = ?'),
      message: prepare('INSERT INTO messages (conversation, item, message) VALUES (?, ?, ?)'),
      share: prepare(
        `INSERT INTO results (conversation, call, content)
         SELECT ?, call, content FROM results
         WHERE conversation = (SELECT number FROM conversations WHERE id = ?) AND call = ?`,
      ),
      content: prepare('INSERT INTO contents (parts) VALUES (?)'),
      result: prepare('INSERT INTO results (conversation, call, content) VALUES (?, ?, ?)'),
      fact: prepare(
        `INSERT INTO facts (conversation, name, value) VALUES (?, ?, ?)
         ON CONFLICT (conversation, name) DO UPDATE SET value = excluded.value`,
      ),
    };
  }

  /** Writes the whole change or nothing. The first change creates the conversation. */
  write(id: string, change: ConversationChange, now: number): void {
    let number: number | undefined;
    transaction(this.database, () => {
      number = this.numbers.get(id) ?? this.find(id) ?? this.begin(id, change.parent, now);
      this.insertChange(number, id, change, now);
    });
    // The number is stored only after the transaction, when the conversation certainly exists.
    if (number !== undefined) this.numbers.set(id, number);
  }

  private find(id: string): number | undefined {
    const row = this.statements.find.get(id);
    return row && Number(row['number']);
  }

  private begin(id: string, parent: string | undefined, now: number): number {
    const { workspace, session } = this.place;
    const { lastInsertRowid } = this.statements.begin.run(id, workspace, parent ?? null, now, session);
    const of = parent === undefined ? undefined : this.statements.titled.get(parent);
    if (of) this.title(Number(lastInsertRowid), id, String(of['title']), String(of['titled_by']));
    return Number(lastInsertRowid);
  }

  private title(number: number, id: string, title: string, by: string): void {
    this.statements.title.run(distinctTitle(this.database, title, id), by, number);
  }

  private insertChange(number: number, id: string, change: ConversationChange, now: number): void {
    const { statements } = this;
    for (const { callId, content } of change.results) {
      const shared =
        change.parent === undefined ? 0 : statements.share.run(number, change.parent, callId).changes;
      if (Number(shared) > 0) continue;
      const { lastInsertRowid } = statements.content.run(JSON.stringify(content));
      statements.result.run(number, callId, lastInsertRowid);
    }
    for (const { message, item } of change.messages)
      statements.message.run(number, item ?? null, JSON.stringify(message));
    for (const [name, value] of change.facts) statements.fact.run(number, name, JSON.stringify(value));
    if (change.patches.length > 0) statements.patches.run(number, JSON.stringify(change.patches));
    if (change.settled) this.settle(number, change.settled);
    const said = firstWords(change);
    if (said !== undefined && statements.titled.get(id)?.['title'] === '')
      this.title(number, id, titleOf(said), 'text');
    if (change.messages.length > 0) statements.touch.run(now, number);
  }

  private settle(number: number, items: readonly SavedItem[]): void {
    const { statements } = this;
    statements.forget.run(number);
    const last = lastMessage(items.flatMap(({ item }) => item ?? []));
    statements.last.run(last.words ?? null, last.model ?? null, number);
    for (const { id, item } of items) {
      if (!item) {
        statements.remove.run(number, id);
        continue;
      }
      const row = statements.item.get(number, id, JSON.stringify(item));
      const words = headText(searchableText(item), SEARCHED);
      if (words !== '') statements.index.run(Number(row?.['number']), words);
    }
  }
}

/** Returns the searchable text. Results of tools are in the call history. */
export function searchableText(item: Item): string {
  switch (item.kind) {
    case 'user':
    case 'assistant':
      return item.text;
    case 'question':
      return item.question.message;
    default:
      return '';
  }
}

function firstWords({ patches, settled = [] }: ConversationChange): string | undefined {
  const items = [...patches.map(added), ...settled.map(({ item }) => item)];
  const said = items.find((item) => item?.kind === 'user');
  return said?.kind === 'user' ? said.text : undefined;
}

function added(patch: Patch): Item | undefined {
  return patch.op === 'add' ? patch.item : undefined;
}

function titleOf(text: string): string {
  const line = headText(text, TITLE * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= TITLE ? line : `${headText(line, TITLE - 1).trimEnd()}…`;
}

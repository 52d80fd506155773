import type { Database } from './sqlite.ts';

/** Returns the title, with the next number if another conversation has it: "Sort a list (2)". */
export function distinctTitle(database: Database, title: string, id: string): string {
  const isTaken = database.prepare('SELECT 1 FROM conversations WHERE title = ? AND id <> ?');
  if (title === '' || !isTaken.get(title, id)) return title;
  const base = title.replace(/ \(\d{1,9}\)$/, '');
  // This range of the index has all titles that begin with `base (`.
  const numbers = database
    .prepare('SELECT title FROM conversations WHERE title >= ? AND title < ? AND id <> ?')
    .all(`${base} (`, `${base} )`, id)
    .map((row) => Number(/^\d{1,9}(?=\)$)/.exec(String(row['title']).slice(base.length + 2))?.[0] ?? 1));
  return `${base} (${numbers.reduce((most, each) => Math.max(most, each), 1) + 1})`;
}

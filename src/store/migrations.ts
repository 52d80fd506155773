/** How the tables of a file become those of the newest version. */
import { t } from '@vscode/l10n';
import { StoreError, transaction, type Database } from './sqlite.ts';

/**
 * Brings the file to the newest version. Each of `migrations` takes it one version further, and `PRAGMA
 * user_version` says how many were made. Windows that do so at once wait for each other.
 * @throws StoreError for a file of a later Patchbay.
 */
export function migrate(database: Database, migrations: readonly string[]): void {
  if (versionOf(database) === migrations.length) return;
  transaction(database, () => {
    // Another window may have been first.
    const version = versionOf(database);
    if (version > migrations.length)
      throw new StoreError(t('The file was written by a later version of Patchbay.'));
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function versionOf(database: Database): number {
  const row = database.prepare('PRAGMA user_version').get();
  return Number(row?.['user_version'] ?? 0);
}

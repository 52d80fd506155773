import { t } from '@vscode/l10n';
import { StoreError } from './failure.ts';
import { transaction, valueOf, type Database } from './sqlite.ts';

/**
 * Applies the migrations above `PRAGMA user_version`. Windows that do so at once wait for each other. @throws
 * StoreError for a file of a later Patchbay.
 */
export function migrate(database: Database, migrations: readonly string[], file: string): void {
  if (valueOf(database, 'user_version') === migrations.length) return;
  transaction(database, () => {
    // Another window may have done it.
    const version = valueOf(database, 'user_version');
    if (version > migrations.length)
      throw new StoreError(
        t(
          'The file {0} was written by a later version of Patchbay, and is left as it is. Update Patchbay to use it again.',
          file,
        ),
      );
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

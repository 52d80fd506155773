import { t } from '@vscode/l10n';
import { freeName, parseServers, type ServerEntry } from '../../mcp/index.ts';
import {
  reportSettingsError,
  takenNames,
  type EditingServices,
  type SettingsEntry,
} from './editingServices.ts';
import { withField } from './draft.ts';
import { askName } from './fieldPrompts.ts';
import { fillForm } from './form.ts';
import { writeServers } from '../settings/settingsFile.ts';
import { showInformationMessage, showWarningMessage } from '../ui/index.ts';

export async function editServer(
  services: EditingServices,
  { name, entry, scope }: SettingsEntry,
): Promise<void> {
  await fillForm(services, { name, entry, scope, secrets: new Map(), original: name });
}

export async function renameServer(
  services: EditingServices,
  { name, entry, scope }: SettingsEntry,
): Promise<void> {
  const answer = await askName(name, {
    title: t('Rename Server "{0}"', name),
    own: name,
    canGoBack: false,
  });
  if (answer.kind !== 'value' || answer.value === name) return;
  const to = answer.value;
  const { serverData } = services;
  const engine = await services.engine();
  const [before] = parseServers({ [name]: entry });
  const [after] = parseServers({ [to]: entry });
  // Nothing is stored for an invalid entry.
  const undo =
    before?.kind === 'valid' && after?.kind === 'valid'
      ? // The data moves first: the server that starts under the new name must find its preferences.
        await serverData.move(engine, before.definition, after.definition)
      : undefined;
  const forget = await allowLike(services, before, after);
  const done = await reportSettingsError(() => writeServers(scope, [{ kind: 'rename', name, to }]));
  if (done) return;
  await undo?.();
  await forget();
}

/**
 * Allows the new definition if the old one is allowed, so that another name needs no confirmation. Returns how to undo
 * that.
 */
async function allowLike(
  { confirmations }: EditingServices,
  before: ServerEntry | undefined,
  after: ServerEntry | undefined,
): Promise<() => Promise<void>> {
  if (before?.kind !== 'valid' || after?.kind !== 'valid') return () => Promise.resolve();
  if (confirmations.trustOf(before.definition).kind !== 'allowed') return () => Promise.resolve();
  return confirmations.decide([after.definition], true, confirmations.everythingFor);
}

export async function duplicateServer(
  services: EditingServices,
  { name, entry, scope }: SettingsEntry,
): Promise<void> {
  const answer = await askName(freeName(name, takenNames()), {
    title: t('Duplicate Server "{0}"', name),
    canGoBack: false,
  });
  if (answer.kind !== 'value') return;
  const to = answer.value;
  const forget = await allowLike(
    services,
    parseServers({ [name]: entry })[0],
    parseServers({ [to]: entry })[0],
  );
  if (!(await reportSettingsError(() => writeServers(scope, [{ kind: 'duplicate', name, to }]))))
    await forget();
}

export async function switchServer({ name, entry, scope }: SettingsEntry, on: boolean): Promise<void> {
  const changed = withField(entry, 'enabled', on ? undefined : false);
  await reportSettingsError(() => writeServers(scope, [{ kind: 'set', name, entry: changed }]));
}

export async function raiseLimit({ name, entry, scope }: SettingsEntry, toMs: number): Promise<void> {
  const changed = withField(entry, 'setupTimeout', toMs);
  await reportSettingsError(() => writeServers(scope, [{ kind: 'set', name, entry: changed }]));
}

/** Removes the server and its stored data after a question, and offers to undo it. */
export async function removeServer(
  services: EditingServices,
  { name, entry, scope }: SettingsEntry,
): Promise<void> {
  const remove = t('Remove');
  const answer = await showWarningMessage(
    t('Do you want to remove the server "{0}"?', name),
    {
      modal: true,
      detail:
        scope === 'user'
          ? t(
              'The server is removed from your user settings. The selection and permissions of its tools and its stored data are deleted.',
            )
          : t(
              'The server is removed from the workspace settings. The selection and permissions of its tools and its stored data are deleted.',
            ),
    },
    remove,
  );
  if (answer !== remove) return;
  const engine = await services.engine();
  let revert: (() => Promise<boolean>) | undefined;
  const done = await reportSettingsError(async () => {
    ({ revert } = await writeServers(scope, [{ kind: 'remove', name }]));
  });
  if (!done) return;
  const bringBack = await services.serverData.forget(engine, name);
  const undo = t('Undo');
  const choice = await showInformationMessage(t('Removed server "{0}".', name), undo);
  if (choice !== undo) return;
  if (takenNames().includes(name)) {
    void showWarningMessage(t('Could not undo: a server "{0}" was added in the meantime.', name));
    return;
  }
  await reportSettingsError(async () => {
    await bringBack();
    // Restores the file exactly unless it was edited since.
    if (!(await revert?.())) await writeServers(scope, [{ kind: 'set', name, entry }]);
  });
}

/** A quick pick over the models of several sources that also takes a name which no source lists. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { modelRows, type Listed, type ModelRow, type ModelSource } from './modelRows.ts';

type Item = vscode.QuickPickItem & { readonly row: ModelRow };

/**
 * Shows the pick at once, fills it as the sources answer, and keeps what is chosen at its source. Resolves when
 * that is done or the user has left the pick.
 */
export async function pickModel(sources: readonly ModelSource[]): Promise<void> {
  const pick = vscode.window.createQuickPick<Item>();
  const abort = new AbortController();
  const answers = new Map<ModelSource, Listed>();
  const offer = (): void => {
    const listed = sources.map((source) => ({
      source,
      listed: answers.get(source) ?? { kind: 'waiting' as const },
    }));
    pick.busy = answers.size < sources.length;
    pick.keepScrollPosition = true;
    pick.items = modelRows(listed, pick.value.trim()).map(itemOf);
  };
  const fill = async (source: ModelSource): Promise<void> => {
    const listed = await source.list(abort.signal).then(
      (models): Listed => ({ kind: 'models', models }),
      (error: Error): Listed => ({ kind: 'failed', why: `${error.message} ${t('You can type a name.')}` }),
    );
    if (abort.signal.aborted) return;
    answers.set(source, listed);
    offer();
  };
  pick.title = t('Patchbay: Select a Model');
  pick.placeholder = t('Choose a model, or type a name');
  pick.matchOnDescription = true;
  pick.onDidChangeValue(offer);
  offer();
  pick.show();
  for (const source of sources) void fill(source);
  try {
    const chosen = await new Promise<{ source: ModelSource; model: string } | undefined>((resolve) => {
      pick.onDidAccept(() => {
        const row = pick.selectedItems[0]?.row;
        if (row?.kind === 'model') return resolve({ source: row.source, model: row.label });
        const typed = pick.value.trim();
        // A row that only says something is no answer: the pick stays.
        if (row === undefined && typed !== '' && sources[0]) resolve({ source: sources[0], model: typed });
      });
      pick.onDidHide(() => resolve(undefined));
    });
    abort.abort();
    await chosen?.source.choose(chosen.model);
  } finally {
    abort.abort();
    pick.dispose();
  }
}

function itemOf(row: ModelRow): Item {
  if (row.kind === 'heading') return { row, label: row.label, kind: vscode.QuickPickItemKind.Separator };
  if (row.kind === 'note')
    return {
      row,
      label: row.label,
      detail: row.detail,
      alwaysShow: true,
      iconPath: new vscode.ThemeIcon('warning'),
    };
  return { row, label: row.label, description: row.description, alwaysShow: row.isTyped };
}

import { t } from '@vscode/l10n';
import type { Attachment, Suggestion } from '../../protocol/index.ts';
import { separator, showQuickPick, type PickItem } from '../ui/index.ts';
import type { EditorContext } from './editorContext.ts';
import { dialogs, named, nearby, withoutRepeats } from './suggest.ts';
import type { WorkspaceFiles } from './workspaceFiles.ts';

/** More would make the list slow; the dialog has all. */
const MAX_FILES = 5_000;

type Chosen = Exclude<Suggestion, { kind: 'toolSet' }>;
type Row = PickItem & { readonly of?: Chosen };

const icons: Partial<Record<Attachment['kind'], string>> = {
  folder: 'folder',
  selection: 'list-selection',
  problems: 'warning',
};

/** Files first: the active one, recent ones, then what else can be attached, then all files. */
export async function chooseAttachment(
  context: EditorContext,
  files: WorkspaceFiles,
): Promise<Chosen | undefined> {
  const [near, all] = await Promise.all([nearby(context), named(files)]);
  const found = withoutRepeats([...near, ...all].map(({ suggestion }) => suggestion));
  const rows = (of: readonly Chosen[]): readonly Row[] => of.map(rowOf);
  const chosen = await showQuickPick<Row>(
    [
      separator(t('recently opened')),
      ...rows(found.slice(0, near.length)),
      separator(t('other')),
      ...rows(dialogs().map(({ suggestion }) => suggestion)),
      separator(t('files and folders')),
      ...rows(found.slice(near.length, near.length + MAX_FILES)),
    ],
    {
      title: t('Attach to the message'),
      placeHolder: t('Search files by name, or type # in the message'),
      matchOnDescription: true,
    },
  );
  return chosen?.of;
}

function rowOf(of: Chosen): Row {
  if (of.kind === 'ask')
    return { label: of.label, icon: of.what === 'file' ? 'folder-opened' : 'library', of };
  const { attachment, detail } = of;
  return {
    label: attachment.name,
    icon: icons[attachment.kind] ?? 'file',
    ...(detail !== undefined && detail !== attachment.name && { description: detail }),
    of,
  };
}

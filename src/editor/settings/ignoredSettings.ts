import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { settingsInText } from '../../mcp/index.ts';
import { storedTextList } from './stored.ts';
import { showWarningMessage } from '../ui/index.ts';

interface Ignored {
  readonly name: string;
  readonly uri: vscode.Uri;
  readonly offset: number;
}

const TOLD = 'patchbay.ignoredSettingsTold';

/** Checks now and when a settings file is saved. Warns once of each setting. */
export function followIgnoredSettings({
  extension,
  workspaceState,
}: Pick<vscode.ExtensionContext, 'extension' | 'workspaceState'>): vscode.Disposable {
  const known = namesOfUser(extension.packageJSON);
  let telling: Promise<void> = Promise.resolve();
  const look = (): void => {
    telling = telling.then(async () => {
      const told = storedTextList(workspaceState, TOLD);
      const ignored = await ignoredIn(known);
      const news = ignored.filter(({ name }) => !told.includes(name));
      if (news.length === 0) return;
      await workspaceState.update(TOLD, [...new Set(ignored.map(({ name }) => name))]);
      tell(news);
    });
  };
  look();
  return vscode.Disposable.from(
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (/\/\.vscode\/settings\.json$|\.code-workspace$/.test(uri.path)) look();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(look),
  );
}

function namesOfUser(manifest: unknown): ReadonlySet<string> {
  const { contributes } = manifest as {
    readonly contributes: {
      readonly configuration: readonly {
        readonly properties: Readonly<Record<string, { readonly scope?: string }>>;
      }[];
    };
  };
  const all = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
  return new Set(all.filter(([, { scope }]) => scope !== 'window').map(([name]) => name));
}

async function ignoredIn(known: ReadonlySet<string>): Promise<Ignored[]> {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const files = [
    ...(workspaceFile && workspaceFile.scheme !== 'untitled'
      ? [{ uri: workspaceFile, within: ['settings'] }]
      : []),
    ...workspaceFolders.map(({ uri }) => ({
      uri: vscode.Uri.joinPath(uri, '.vscode', 'settings.json'),
      within: [],
    })),
  ];
  const found = await Promise.all(
    files.map(async ({ uri, within }) => {
      // The file is optional.
      const text = await readText(uri).catch(() => '');
      return settingsInText(text, within, known).map(({ name, offset }) => ({ name, offset, uri }));
    }),
  );
  return found.flat();
}

async function readText(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

function tell(ignored: readonly Ignored[]): void {
  const names = [...new Set(ignored.map(({ name }) => name))].join(', ');
  const show = t('Show');
  void showWarningMessage(
    t('Patchbay ignores the workspace value of {0}. To use the value, add it to your user settings.', names),
    show,
  ).then(async (choice) => {
    const [first] = ignored;
    if (choice !== show || !first) return;
    const document = await vscode.workspace.openTextDocument(first.uri);
    const at = document.positionAt(first.offset);
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
  });
}

import * as vscode from 'vscode';
import { RESOURCE_SCHEME } from './resourceUri.ts';

/** Registers the files of resources. `provider` is called when VS Code first asks for one, and loads the code for them. */
export function registerResourceFiles(provider: () => vscode.FileSystemProvider): vscode.Disposable {
  const changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let loaded: vscode.FileSystemProvider | undefined;
  const files = (): vscode.FileSystemProvider => {
    if (loaded) return loaded;
    loaded = provider();
    loaded.onDidChangeFile((events) => changes.fire(events));
    return loaded;
  };
  return vscode.Disposable.from(
    changes,
    vscode.workspace.registerFileSystemProvider(
      RESOURCE_SCHEME,
      {
        onDidChangeFile: changes.event,
        watch: (...given) => files().watch(...given),
        stat: (...given) => files().stat(...given),
        readFile: (...given) => files().readFile(...given),
        readDirectory: (...given) => files().readDirectory(...given),
        createDirectory: (...given) => files().createDirectory(...given),
        writeFile: (...given) => files().writeFile(...given),
        delete: (...given) => files().delete(...given),
        rename: (...given) => files().rename(...given),
      },
      { isReadonly: true, isCaseSensitive: true },
    ),
  );
}

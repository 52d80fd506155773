/** Patchbay's settings as observables, so that what depends on one follows it as it follows the state of the core. */
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { observableValue, type Observable } from '../../base/common/observable.ts';
import type { SettingName, SettingValue } from '../../contributions/index.ts';
import { affects, readSetting, type PlainSettingName } from './settings.ts';

export class FollowedSettings implements vscode.Disposable {
  private readonly reads = new Set<{ readonly name: SettingName; readonly again: () => void }>();
  private readonly subscription: vscode.Disposable;

  constructor() {
    this.subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration((event) => {
        for (const { name, again } of this.reads) if (affects(event, name)) again();
      }),
      // The values of the workspace begin to count.
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        for (const { again } of this.reads) again();
      }),
    );
  }

  setting<Name extends PlainSettingName>(name: Name): Observable<SettingValue<Name>> {
    return this.readWith(name, () => readSetting(name));
  }

  /** For a setting with a reader of its own. It is read again only when it may have changed: VS Code is slow at it. */
  readWith<T>(name: SettingName, read: () => T): Observable<T> {
    const current = observableValue(read(), isDeepStrictEqual);
    this.reads.add({ name, again: () => current.set(read()) });
    return current;
  }

  dispose(): void {
    this.subscription.dispose();
  }
}

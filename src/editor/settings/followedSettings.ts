/** Provides Patchbay's settings as observables, so that what depends on one follows it like the state of the engine. */
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
      // Values of the workspace count from now on.
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        for (const { again } of this.reads) again();
      }),
    );
  }

  setting<Name extends PlainSettingName>(name: Name): Observable<SettingValue<Name>> {
    return this.readWith(name, () => readSetting(name));
  }

  /**
   * Follows a setting that has a reader of its own. It is read again only when it may have changed, because VS Code is
   * slow to read one.
   */
  readWith<T>(name: SettingName, read: () => T): Observable<T> {
    const current = observableValue(read(), isDeepStrictEqual);
    this.reads.add({ name, again: () => current.set(read()) });
    return current;
  }

  dispose(): void {
    this.subscription.dispose();
  }
}

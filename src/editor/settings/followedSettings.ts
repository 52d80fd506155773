/** Provides Patchbay's settings as observables, so that what depends on one follows it like the state of the engine. */
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import {
  derived,
  fromEvent,
  observableValue,
  type Observable,
  type Value,
} from '../../base/common/observable.ts';
import type { SettingName, SettingValue } from '../../contributions/index.ts';
import { affects, readSetting, type PlainSettingName } from './settings.ts';

export class FollowedSettings implements vscode.Disposable {
  /** Counts the changes of each followed setting. */
  private readonly changes = new Map<SettingName, Value<number>>();
  private readonly subscription: vscode.Disposable;
  /** Becomes true with workspace trust. Until then, values of the workspace do not count. */
  private readonly isTrusted = fromEvent(
    (listener) => vscode.workspace.onDidGrantWorkspaceTrust(listener),
    () => vscode.workspace.isTrusted,
  );

  constructor() {
    this.subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      for (const [name, count] of this.changes) if (affects(event, name)) count.set(count.get() + 1);
    });
  }

  setting<Name extends PlainSettingName>(name: Name): Observable<SettingValue<Name>> {
    return this.readWith(name, () => readSetting(name));
  }

  /**
   * Follows a setting that has a reader of its own. It is read again only when it may have changed, because VS Code is
   * slow to read one.
   */
  readWith<T>(name: SettingName, read: () => T): Observable<T> {
    const changes = this.changes.get(name) ?? observableValue(0);
    this.changes.set(name, changes);
    return derived((use) => {
      use(this.isTrusted);
      use(changes);
      return read();
    }, isDeepStrictEqual);
  }

  dispose(): void {
    this.subscription.dispose();
  }
}

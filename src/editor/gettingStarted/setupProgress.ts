import * as vscode from 'vscode';
import type { TurnEvent } from '../../agent/index.ts';
import { contextKeys } from '../../contributions/index.ts';

export class SetupProgress {
  private readonly set = new Map<string, boolean>();

  onModelChanged(name: string | undefined): void {
    this.setContext(contextKeys.modelChosen, name !== undefined);
  }

  setServerConnected(isConnected: boolean): void {
    this.setContext(contextKeys.serverConnected, isConnected);
  }

  onTurnEvent({ type }: TurnEvent): void {
    if (type === 'callEnd') this.setContext(contextKeys.toolCalled, true);
  }

  private setContext(key: string, value: boolean): void {
    if (this.set.get(key) === value) return;
    this.set.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}

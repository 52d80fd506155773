/** What of the first minute is done, as context keys: the walkthrough ticks its steps off by them. */
import * as vscode from 'vscode';
import type { TurnEvent } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import { contextKeys } from '../../contributions/index.ts';

export class SetupProgress {
  private readonly set = new Map<string, boolean>();

  /** To be called when it may be another model, or none. */
  onModelChanged(name: string | undefined): void {
    this.setContext(contextKeys.modelChosen, name !== undefined);
  }

  /** To be called when something has changed about servers. */
  onServersChanged({ manager }: Engine): void {
    this.setContext(
      contextKeys.serverConnected,
      manager.servers.some(({ state }) => state.kind === 'connected'),
    );
  }

  /** To be called with each event of a turn. */
  onTurnEvent({ type }: TurnEvent): void {
    if (type === 'callEnd') this.setContext(contextKeys.toolCalled, true);
  }

  private setContext(key: string, value: boolean): void {
    if (this.set.get(key) === value) return;
    this.set.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}

import type * as vscode from 'vscode';
import { inertLabel } from './inert.ts';

type Input = vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox;

export abstract class QuickInput<T extends Input = Input> {
  protected readonly input: T;

  constructor(input: T) {
    this.input = input;
  }

  set title(text: string) {
    this.input.title = inertLabel(text);
  }

  set placeholder(text: string | undefined) {
    this.input.placeholder = text === undefined ? undefined : inertLabel(text);
  }

  get value(): string {
    return this.input.value;
  }

  set value(text: string) {
    this.input.value = text;
  }

  set step(step: number | undefined) {
    this.input.step = step;
  }

  set totalSteps(steps: number | undefined) {
    this.input.totalSteps = steps;
  }

  set busy(isBusy: boolean) {
    this.input.busy = isBusy;
  }

  set enabled(isEnabled: boolean) {
    this.input.enabled = isEnabled;
  }

  set ignoreFocusOut(stays: boolean) {
    this.input.ignoreFocusOut = stays;
  }

  set buttons(buttons: readonly vscode.QuickInputButton[]) {
    this.input.buttons = buttons;
  }

  onDidAccept(listener: () => void): vscode.Disposable {
    return this.input.onDidAccept(listener);
  }

  onDidChangeValue(listener: (value: string) => void): vscode.Disposable {
    return this.input.onDidChangeValue(listener);
  }

  onDidHide(listener: () => void): vscode.Disposable {
    return this.input.onDidHide(listener);
  }

  onDidTriggerButton(listener: (button: vscode.QuickInputButton) => void): vscode.Disposable {
    return this.input.onDidTriggerButton(listener);
  }

  show(): void {
    this.input.show();
  }

  hide(): void {
    this.input.hide();
  }

  dispose(): void {
    this.input.dispose();
  }
}

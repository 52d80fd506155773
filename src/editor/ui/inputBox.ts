import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';
import { QuickInput } from './quickInput.ts';

/** `value` is not changed, as the user edits it. */
export interface InputOptions {
  readonly title: string;
  readonly prompt?: string;
  readonly placeHolder?: string;
  readonly value?: string;
  readonly valueSelection?: [number, number];
  readonly password?: boolean;
  readonly ignoreFocusOut?: boolean;
  readonly validateInput?: (text: string) => string | undefined;
}

export function showInputBox(
  { title, prompt, placeHolder, validateInput, ...others }: InputOptions,
  token?: vscode.CancellationToken,
): Thenable<string | undefined> {
  return vscode.window.showInputBox(
    {
      ...others,
      title: inertLabel(title),
      ...(prompt !== undefined && { prompt: inertLabel(prompt) }),
      ...(placeHolder !== undefined && { placeHolder: inertLabel(placeHolder) }),
      ...(validateInput && {
        validateInput: (text: string) => {
          const problem = validateInput(text);
          return problem === undefined ? undefined : inertLabel(problem);
        },
      }),
    },
    token,
  );
}

export class InputBox extends QuickInput<vscode.InputBox> {
  constructor() {
    super(vscode.window.createInputBox());
  }

  set prompt(text: string) {
    this.input.prompt = inertLabel(text);
  }

  set password(isHidden: boolean) {
    this.input.password = isHidden;
  }

  set validationMessage(text: string | undefined) {
    this.input.validationMessage = text === undefined ? undefined : inertLabel(text);
  }
}

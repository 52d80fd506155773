import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { VariableRequest } from '../../mcp/index.ts';
import { commands } from '../../contributions/index.ts';
import type { Input } from './inputs.ts';
import type { EditorVariables, Prompts, SecretRequest } from './variables.ts';
import { showInformationMessage, showInputBox, showQuickPick } from '../ui/index.ts';

/** Prompts for values of variables. Each names the server or profile and what the value is for. */
export const valuePrompts: Prompts = {
  input: (input, question, signal) =>
    input.type === 'pickString' ? choose(input, question, signal) : type(input, question, signal),
  secret: (name, question, signal) =>
    taken(signal, (token) =>
      showInputBox(
        {
          title: titleOf(question),
          prompt: t(
            'The secret "{0}", for {1}. It is stored in the editor\'s secret storage.',
            name,
            question.field,
          ),
          password: true,
          ignoreFocusOut: true,
          validateInput: (text) => (text === '' ? t('Enter a secret.') : undefined),
        },
        token,
      ),
    ),
};

export function registerForget(variables: EditorVariables): vscode.Disposable {
  return vscode.commands.registerCommand(commands.forgetInputs, async () => {
    const stored = await variables.stored();
    if (stored.length === 0) {
      void showInformationMessage(t('Patchbay: no inputs or secrets are stored.'));
      return;
    }
    const picked = await showQuickPick(
      stored.map((value) => ({
        label: value.variable,
        description: value.where === 'secret storage' ? t('in secret storage') : t('in plain text'),
        ...(value.scope !== undefined && { detail: t('of {0}', value.scope) }),
        value,
      })),
      {
        canPickMany: true,
        title: t('Patchbay: Clear Stored Inputs and Secrets'),
        placeHolder: t('Select the values to clear. You are asked for a value again when it is needed.'),
      },
    );
    if (picked) await variables.forget(picked.map(({ value }) => value));
  });
}

function type(
  input: Extract<Input, { type: 'promptString' }>,
  question: VariableRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { password, preset } = input;
  const kept = password
    ? t('The value is stored in the secret storage.')
    : t('The value is stored as plain text.');
  return taken(signal, (token) =>
    showInputBox(
      {
        title: titleOf(question),
        prompt: `${promptOf(input, question)} ${kept}`,
        password,
        ignoreFocusOut: true,
        ...(preset !== undefined && { value: preset }),
      },
      token,
    ),
  );
}

async function choose(
  input: Extract<Input, { type: 'pickString' }>,
  question: VariableRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { options, preset } = input;
  // The default is first, so that Enter selects it.
  const ordered = [
    ...options.filter(({ value }) => value === preset),
    ...options.filter(({ value }) => value !== preset),
  ];
  const picked = await taken(signal, (token) =>
    showQuickPick(
      ordered.map(({ label, value }) => ({
        label,
        value,
        ...(value === preset && { description: t('default') }),
      })),
      { title: titleOf(question), placeHolder: promptOf(input, question), ignoreFocusOut: true },
      token,
    ),
  );
  return picked?.value;
}

function titleOf(question: SecretRequest): string {
  return 'profile' in question
    ? t('Patchbay: Value for Model Profile "{0}"', question.profile)
    : t('Patchbay: Value for Server "{0}"', question.server);
}

function promptOf({ id, description }: Input, { field }: VariableRequest): string {
  return description ? t('{0}, for {1}.', description, field) : t('The input "{0}", for {1}.', id, field);
}

async function taken<T>(
  signal: AbortSignal,
  show: (token: vscode.CancellationToken) => Thenable<T>,
): Promise<T> {
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await show(source.token);
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}

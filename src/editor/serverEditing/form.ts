import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { secretsIn, type ConnectionTest } from '../../mcp/index.ts';
import { connectAsked } from '../auth/commands.ts';
import { reportSettingsError, type EditingServices } from './editingServices.ts';
import { problemOfEntry, saveDrafts, withSavedSecrets, type Draft } from './draft.ts';
import { formFields, type FormField } from './fields.ts';
import { askPick, type StepRow } from '../common/steps.ts';
import { describeTest, testDraft } from './connectionTest.ts';
import { type PickItem } from '../ui/index.ts';

type Choice =
  | { readonly kind: 'save' | 'test' | 'move' | 'nothing' }
  | { readonly kind: 'field'; readonly field: FormField };

export async function fillForm(services: EditingServices, start: Draft): Promise<'saved' | 'back' | 'left'> {
  let draft = start;
  let test: ConnectionTest | undefined;
  for (;;) {
    const answer = await askPick<Choice>({
      title: titleOf(draft),
      canGoBack: draft.original === undefined,
      placeholder: t('Select a field to change'),
      rows: rowsOf(draft, test),
    });
    if (answer.kind !== 'value') return answer.kind;
    const choice = answer.value;
    if (choice.kind === 'test') test = await testDraft(services, draft);
    else if (choice.kind === 'move') draft = withSavedSecrets(draft);
    else if (choice.kind === 'field') {
      // Leaving a field returns to the form.
      const changed = await choice.field.edit?.(titleOf(draft));
      if (changed?.kind === 'value') {
        // The result of the test is that of another definition.
        if (changed.value !== draft) test = undefined;
        draft = changed.value;
      }
    } else if (
      choice.kind === 'save' &&
      (await reportSettingsError(() => saveDrafts(services, draft.scope, [draft])))
    ) {
      await connectSaved(services, draft);
      return 'saved';
    }
  }
}

function titleOf({ original }: Draft): string {
  return original === undefined ? t('Add Server') : t('Edit Server "{0}"', original);
}

function rowsOf(draft: Draft, test: ConnectionTest | undefined): (StepRow<Choice> | PickItem)[] {
  const problem = problemOfEntry(draft.entry);
  const plain = secretsIn(draft.name, draft.entry);
  const heading = (label: string): PickItem => ({
    label,
    kind: vscode.QuickPickItemKind.Separator,
  });
  return [
    ...(problem === undefined
      ? [
          { icon: 'check', label: saveLabel(draft), value: { kind: 'save' as const } },
          {
            icon: 'beaker',
            label: t('Test Connection'),
            description: t('saves nothing'),
            value: { kind: 'test' as const },
          },
        ]
      : [
          {
            icon: 'warning',
            label: problem,
            detail: t('The server cannot be saved.'),
            value: { kind: 'nothing' as const },
          },
        ]),
    ...(test ? [{ ...describeTest(test), value: { kind: 'nothing' as const } }] : []),
    ...(plain.length > 0
      ? [
          {
            icon: 'shield',
            label: t('Move to Secret Storage'),
            detail: t(
              '{0} looks like a secret. Do not store secrets in settings.',
              plain.map(({ path }) => String(path[1])).join(', '),
            ),
            value: { kind: 'move' as const },
          },
        ]
      : []),
    heading(t('Definition')),
    ...formFields(draft).map((field) => ({
      icon: field.icon,
      label: field.label,
      description: [field.value, field.note && `(${field.note})`].filter(Boolean).join(' '),
      value: field.edit ? { kind: 'field' as const, field } : { kind: 'nothing' as const },
    })),
  ];
}

function saveLabel({ entry, original }: Draft): string {
  if (entry['enabled'] === false) return t('Save');
  return original === undefined ? t('Save & Connect') : t('Save & Reconnect');
}

/** Connects the server that the user has just saved, with a sign-in if it needs one. */
async function connectSaved({ engine, authorization }: EditingServices, draft: Draft): Promise<void> {
  const server = (await engine()).manager.server(draft.name);
  if (!server || !server.definition.enabled) return;
  const isNew = draft.original === undefined;
  const settles = server.state.kind === 'connecting';
  // A server reconnects by itself when its definition changes, but not when a secret does.
  const connect = (): Promise<void> => (isNew || settles ? server.connect() : server.reconnect());
  void connectAsked(authorization, server, connect);
}

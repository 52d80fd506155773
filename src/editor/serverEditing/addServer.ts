/** Asks the first questions about a new server one by one, with a way back, and then opens the form. */
import { t } from '@vscode/l10n';
import { suggestName, type Found } from '../../mcp/index.ts';
import type { EditingServices } from './editingServices.ts';
import { hasWorkspace, takenNames } from './editingServices.ts';
import type { Draft } from './draft.ts';
import {
  askCommand,
  askName,
  askScope,
  askUrl,
  transportRows,
  withTransport,
  type Transport,
} from './fieldPrompts.ts';
import { fillForm } from './form.ts';
import { editPairs } from './pairs.ts';
import { pastedRow, pasteServers } from './paste.ts';
import { importServers } from './importServers.ts';
import { runSteps, askPick, mapped, type StepAnswer } from '../common/steps.ts';

type Start = Transport | 'paste' | 'import' | Found;
type Question = (draft: Draft, count: { step: number; totalSteps: number }) => Promise<StepAnswer<Draft>>;

export async function addServer(services: EditingServices): Promise<void> {
  const title = t('Add Server');
  for (;;) {
    const start = await askPick<Start>({
      title,
      step: 1,
      totalSteps: questionsOf('stdio').length + 1,
      placeholder: t('Choose a connection type, or paste JSON, a URL or a command'),
      typedRow: (text) => pastedRow(text),
      rows: [
        ...transportRows(),
        {
          icon: 'clippy',
          label: t('Paste JSON or a Command Line'),
          detail: t('From a README or another program, in any common format.'),
          value: 'paste',
        },
        {
          icon: 'cloud-download',
          label: t('Import from Other Programs'),
          detail:
            'VS Code, Copilot, Claude, Cursor, Windsurf, Codex, Gemini, opencode, Cline, Zed, LM Studio, Continue, Goose.',
          value: 'import',
        },
      ],
    });
    if (start.kind !== 'value') return;
    const { value } = start;
    const outcome =
      typeof value === 'object'
        ? await pasteServers(services, { canGoBack: true, given: value })
        : value === 'paste'
          ? await pasteServers(services, { canGoBack: true })
          : value === 'import'
            ? await importServers(services, { canGoBack: true })
            : await askAll(services, value);
    if (outcome !== 'back') return;
  }
}

async function askAll(services: EditingServices, transport: Transport): Promise<'saved' | 'back' | 'left'> {
  const questions = questionsOf(transport);
  const totalSteps = questions.length + 1;
  const fill = async (draft: Draft): Promise<StepAnswer<Draft>> => {
    const outcome = await fillForm(services, draft);
    return outcome === 'saved' ? { kind: 'value', value: draft } : { kind: outcome };
  };
  const first: Draft = {
    name: '',
    entry: withTransport({}, transport),
    scope: 'user',
    secrets: new Map(),
  };
  const answer = await runSteps(first, [
    ...questions.map((ask, index) => (draft: Draft) => ask(draft, { step: index + 2, totalSteps })),
    fill,
  ]);
  return answer.kind === 'value' ? 'saved' : answer.kind;
}

function questionsOf(transport: Transport): Question[] {
  const title = t('Add Server');
  const withEntry = async (
    draft: Draft,
    answer: Promise<StepAnswer<Draft['entry']>>,
  ): Promise<StepAnswer<Draft>> => mapped(await answer, (entry) => ({ ...draft, entry }));
  const isLocal = transport === 'stdio';
  return [
    (draft, count) => withEntry(draft, (isLocal ? askCommand : askUrl)(draft, { title, ...count })),
    async (draft, count) => {
      const suggested = draft.name || suggestName(draft.entry, takenNames());
      return mapped(await askName(suggested, { title, ...count }), (name) => ({ ...draft, name }));
    },
    (draft, count) => editPairs(draft, isLocal ? 'env' : 'headers', title, count),
    ...(hasWorkspace()
      ? [
          async (draft: Draft, count: { step: number; totalSteps: number }): Promise<StepAnswer<Draft>> =>
            mapped(await askScope({ title, ...count }), (scope) => ({ ...draft, scope })),
        ]
      : []),
  ];
}

import { t } from '@vscode/l10n';
import { joinCommandLine } from '../../mcp/index.ts';
import { isRemoteEntry, problemOfEntry, withField, type Draft } from './draft.ts';
import { hasWorkspace, scopeName } from './editingServices.ts';
import { describePairs, editPairs } from './pairs.ts';
import {
  askCommand,
  askName,
  askScope,
  askUrl,
  transportOf,
  transportRows,
  transports,
  withTransport,
} from './fieldPrompts.ts';
import { askPick, askText, mapped, type StepAnswer } from '../common/steps.ts';

/** A row of the form. It is locked without `edit`. */
export interface FormField {
  readonly label: string;
  readonly value: string;
  readonly icon: string;
  readonly note?: string;
  readonly edit?: (title: string) => Promise<StepAnswer<Draft>>;
}

export function formFields(draft: Draft): FormField[] {
  const { entry } = draft;
  return [
    nameField(draft),
    transportField(draft),
    ...(isRemoteEntry(entry)
      ? [urlField(draft), pairsField(draft, 'headers')]
      : [commandField(draft), pairsField(draft, 'env'), inheritField(draft), folderField(draft)]),
    limitField(draft),
    enabledField(draft),
    scopeField(draft),
  ];
}

function nameField(draft: Draft): FormField {
  const { name, original } = draft;
  const common = { label: t('Name'), value: name };
  if (original !== undefined)
    return { ...common, icon: 'lock', note: t('To change it, run "Rename Server…"') };
  return {
    ...common,
    icon: 'tag',
    edit: async (title) =>
      mapped(await askName(name, { title: t('{0}: Name', title) }), (value) => ({
        ...draft,
        name: value,
      })),
  };
}

function transportField(draft: Draft): FormField {
  const current = transportOf(draft.entry);
  return {
    label: t('Transport'),
    value: transports()[current].label,
    icon: 'plug',
    edit: async (title) =>
      mapped(
        await askPick({
          title: t('{0}: Transport', title),
          canGoBack: true,
          placeholder: t('How do you connect to the server?'),
          rows: transportRows(),
          active: current,
        }),
        (value) => ({ ...draft, entry: withTransport(draft.entry, value) }),
      ),
  };
}

function commandField(draft: Draft): FormField {
  const { command, args } = draft.entry;
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])];
  return {
    label: t('Command'),
    value: joinCommandLine(words.filter((word) => typeof word === 'string')),
    icon: 'terminal',
    edit: async (title) =>
      mapped(await askCommand(draft, { title: t('{0}: Command', title) }), (entry) => ({
        ...draft,
        entry,
      })),
  };
}

function urlField(draft: Draft): FormField {
  const { url } = draft.entry;
  return {
    label: 'URL',
    value: typeof url === 'string' ? url : '',
    icon: 'globe',
    edit: async (title) =>
      mapped(await askUrl(draft, { title: t('{0}: URL', title) }), (entry) => ({
        ...draft,
        entry,
      })),
  };
}

function pairsField(draft: Draft, field: 'env' | 'headers'): FormField {
  return {
    label: field === 'env' ? t('Environment') : t('Headers'),
    value: describePairs(draft, field) || t('none'),
    icon: 'symbol-variable',
    edit: (title) => editPairs(draft, field, title),
  };
}

function inheritField(draft: Draft): FormField {
  const { inheritEnv } = draft.entry;
  const names = Array.isArray(inheritEnv) ? inheritEnv.join(' ') : '';
  const written = inheritEnv === 'all' ? 'all' : names;
  return {
    label: t('Inherited variables'),
    value: inheritEnv === 'all' ? t('all variables') : names || t('the usual ones'),
    icon: 'symbol-namespace',
    edit: async (title) =>
      mapped(
        await askText({
          title: t('{0}: Inherited Variables', title),
          canGoBack: true,
          prompt: t(
            'Variables of the editor\'s environment that the server gets in addition to the usual ones (PATH, HOME, proxies and others). Separate names with spaces; "*" matches any text, and "all" passes every variable.',
          ),
          placeholder: 'SSH_AUTH_SOCK AWS_*',
          value: written,
          problemOf: (text) =>
            problemOfEntry(withField(draft.entry, 'inheritEnv', inheritedIn(text)), 'inheritEnv'),
        }),
        (text) => ({ ...draft, entry: withField(draft.entry, 'inheritEnv', inheritedIn(text)) }),
      ),
  };
}

function inheritedIn(text: string): 'all' | readonly string[] | undefined {
  const names = text.split(/[\s,]+/).filter(Boolean);
  if (names.length === 0) return undefined;
  return names.length === 1 && names[0] === 'all' ? 'all' : names;
}

function folderField(draft: Draft): FormField {
  const { cwd } = draft.entry;
  return {
    label: t('Working directory'),
    value: typeof cwd === 'string' ? cwd : t('the first workspace folder'),
    icon: 'folder',
    edit: async (title) =>
      mapped(
        await askText({
          title: t('{0}: Working Directory', title),
          canGoBack: true,
          prompt: t(
            'Enter the folder in which the server starts. If empty, the first workspace folder is used.',
          ),
          placeholder: '${workspaceFolder}/tools',
          value: typeof cwd === 'string' ? cwd : '',
        }),
        (text) => ({ ...draft, entry: withField(draft.entry, 'cwd', text.trim() || undefined) }),
      ),
  };
}

function limitField(draft: Draft): FormField {
  const { timeout } = draft.entry;
  const seconds = typeof timeout === 'number' ? timeout / 1_000 : 60;
  return {
    label: t('Time limit of a call'),
    value: t('{0} s', seconds),
    icon: 'watch',
    edit: async (title) =>
      mapped(
        await askText({
          title: t('{0}: Time Limit of a Call', title),
          canGoBack: true,
          prompt: t('In seconds. Progress from the server resets the limit.'),
          value: String(seconds),
          problemOf: (text) =>
            /^\d+(\.\d+)?$/.test(text.trim())
              ? problemOfEntry(withField(draft.entry, 'timeout', inMs(text)), 'timeout')
              : t('Enter a number of seconds, such as 60.'),
        }),
        (text) => ({
          ...draft,
          // The default need not be written.
          entry: withField(draft.entry, 'timeout', inMs(text) === 60_000 ? undefined : inMs(text)),
        }),
      ),
  };
}

function enabledField(draft: Draft): FormField {
  const isOn = draft.entry['enabled'] !== false;
  return {
    label: t('Enabled'),
    value: isOn ? t('yes') : t('no: the server connects only when you connect it manually'),
    icon: isOn ? 'circle-filled' : 'circle-slash',
    edit: () =>
      Promise.resolve({
        kind: 'value',
        value: { ...draft, entry: withField(draft.entry, 'enabled', isOn ? false : undefined) },
      }),
  };
}

function scopeField(draft: Draft): FormField {
  const common = { label: t('Saved in'), value: scopeName(draft.scope) };
  if (draft.original !== undefined || !hasWorkspace()) return { ...common, icon: 'lock' };
  return {
    ...common,
    icon: 'settings',
    edit: async (title) =>
      mapped(await askScope({ title: t('{0}: Settings', title) }), (scope) => ({ ...draft, scope })),
  };
}

function inMs(text: string): number {
  return Math.round(Number(text) * 1_000);
}

import { t } from '@vscode/l10n';
import {
  parseServers,
  secretsIn,
  withInputsFor,
  withSecretsMoved,
  type RawEntry,
  type ServersChange,
} from '../../mcp/index.ts';
import { workspaceUri } from '../settings/workspace.ts';
import { takenNames, type EditingServices } from './editingServices.ts';
import { writeServers, type Scope } from '../settings/settingsFile.ts';

/** A server that is being edited. `original` is its name in the settings, if it has one; its scope is then fixed. */
export interface Draft {
  readonly name: string;
  readonly entry: RawEntry;
  readonly scope: Scope;
  /** New values of `${secret:name}`, by name. Stored when the draft is saved. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly original?: string;
  /** Definitions for `patchbay.inputs` that the entry refers to. */
  readonly inputs?: readonly RawEntry[];
}

/** `own` is a name that counts as free. */
export function problemOfName(name: string, own?: string): string | undefined {
  const [checked] = parseServers({ [name]: { command: 'x' } });
  if (checked?.kind === 'invalid') return sentence(checked.problems[0]?.message ?? '');
  const twin = takenNames().find((other) => other !== own && other.toLowerCase() === name.toLowerCase());
  return twin === undefined ? undefined : t('A server "{0}" already exists.', twin);
}

export function problemOfEntry(entry: RawEntry, field?: string): string | undefined {
  const [checked] = parseServers({ x: entry });
  if (checked?.kind !== 'invalid') return undefined;
  const prefix = 'patchbay.servers.x';
  const problem = checked.problems.find(
    ({ path }) =>
      field === undefined || path === `${prefix}.${field}` || path.startsWith(`${prefix}.${field}[`),
  );
  if (!problem) return undefined;
  const at = problem.path.slice(prefix.length + 1);
  return field === undefined && at !== '' ? `"${at}" ${problem.message}.` : sentence(problem.message);
}

/** Saves secrets and confirmations first, because servers start when they are in the settings. @throws SettingsError */
export async function saveDrafts(
  { variables, confirmations }: Pick<EditingServices, 'variables' | 'confirmations'>,
  scope: Scope,
  written: readonly Draft[],
): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  // Other users of the workspace need a question for each secret.
  const drafts = scope === 'workspace' ? written.map(withInputs) : written;
  for (const { secrets } of drafts)
    for (const [name, value] of secrets)
      undo.push(
        await (scope === 'workspace'
          ? variables.keepInput(name, workspaceUri(), value)
          : variables.keepSecret(name, value)),
      );
  // The user wrote the definitions, so there is nothing to confirm.
  if (scope === 'workspace') {
    const entries = Object.fromEntries(drafts.map(({ name, entry }) => [name, entry]));
    const checked = parseServers(entries);
    const definitions = checked.flatMap((each) => (each.kind === 'valid' ? [each.definition] : []));
    undo.push(await confirmations.decide(definitions, true, confirmations.everythingFor));
  }
  const changes = drafts.flatMap(({ name, entry, inputs = [] }): ServersChange[] => {
    const text = JSON.stringify(entry);
    const needed = inputs.filter(({ id }) => typeof id === 'string' && text.includes(`\${input:${id}}`));
    return [
      ...needed.map((input): ServersChange => ({ kind: 'input', input })),
      { kind: 'set', name, entry },
    ];
  });
  try {
    await writeServers(scope, changes);
  } catch (error) {
    for (const putBack of undo) await putBack();
    throw error;
  }
}

/** Turns new secrets of a workspace's server into inputs, with the question that other users are asked. */
function withInputs(draft: Draft): Draft {
  const names = [...draft.secrets.keys()];
  const inputs = names.map((id) => ({
    id,
    type: 'promptString',
    description: t('A secret of the server "{0}"', draft.name),
    password: true,
  }));
  return {
    ...draft,
    entry: withInputsFor(draft.entry, names),
    inputs: [...(draft.inputs ?? []), ...inputs],
  };
}

export function withSavedSecrets(draft: Draft): Draft {
  const found = secretsIn(draft.name, draft.entry);
  const secrets = new Map(draft.secrets);
  for (const { name, value } of found) secrets.set(name, value);
  return { ...draft, secrets, entry: withSecretsMoved(draft.entry, found) };
}

export function withField(entry: RawEntry, field: string, value: unknown): RawEntry {
  const { [field]: _, ...others } = entry;
  if (value === undefined) return others;
  return field in entry ? { ...entry, [field]: value } : { ...others, [field]: value };
}

export function isRemoteEntry(entry: RawEntry): boolean {
  return (
    entry['type'] === 'http' || entry['type'] === 'sse' || (entry['type'] === undefined && 'url' in entry)
  );
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(first) ? first : `${first}.`;
}

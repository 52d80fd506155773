/** A server that is being written: what the flows change until it is saved. */
import { t } from '@vscode/l10n';
import { withInputsFor, type RawEntry, type ServersChange } from '../../mcp/index.ts';
import { workspaceUri } from '../settings/workspace.ts';
import { takenNames, type EditingServices } from './editingServices.ts';
import { writeServers, type Scope } from '../settings/settingsFile.ts';

/** `original`: the name under which it stands in the settings already; its scope is fixed then. */
export interface Draft {
  readonly name: string;
  readonly entry: RawEntry;
  readonly scope: Scope;
  /** New values of `${secret:name}`, by name. They go to the secret storage when it is saved. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly original?: string;
  /** Definitions of the inputs that it refers to, for `patchbay.inputs`. */
  readonly inputs?: readonly RawEntry[];
}

type Core = ReturnType<EditingServices['core']>;

/** What is wrong with a name that is to be new; nothing if it can be had. `own`: a name that counts as free. */
export function problemOfName(core: Core, name: string, own?: string): string | undefined {
  const [checked] = core.parseServers({ [name]: { command: 'x' } });
  if (checked?.kind === 'invalid') return sentence(checked.problems[0]?.message ?? '');
  const twin = takenNames().find((other) => other !== own && other.toLowerCase() === name.toLowerCase());
  return twin === undefined ? undefined : t('A server "{0}" already exists.', twin);
}

/** What is wrong with the entry, or with one field of it; nothing if it can be used. */
export function problemOfEntry(core: Core, entry: RawEntry, field?: string): string | undefined {
  const [checked] = core.parseServers({ x: entry });
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

/**
 * Writes drafts that go to the same settings. Their secrets come first, and the inputs they refer to: servers start
 * as soon as they stand in the settings. @throws SettingsError
 */
export async function saveDrafts(
  { core, variables, confirmations }: Pick<EditingServices, 'core' | 'variables' | 'confirmations'>,
  scope: Scope,
  written: readonly Draft[],
): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  // What others read says what to ask them for.
  const drafts = scope === 'workspace' ? written.map(withInputs) : written;
  for (const { secrets } of drafts)
    for (const [name, value] of secrets)
      undo.push(
        await (scope === 'workspace'
          ? variables.keepInput(name, workspaceUri(), value)
          : variables.keepSecret(name, value)),
      );
  // The user has just written it: there is nothing more to confirm.
  if (scope === 'workspace') {
    const entries = Object.fromEntries(drafts.map(({ name, entry }) => [name, entry]));
    const checked = core().parseServers(entries);
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
    await writeServers(scope, changes, core().changeServers);
  } catch (error) {
    for (const putBack of undo) await putBack();
    throw error;
  }
}

/**
 * The draft as a workspace has it: a new secret is an input, with the question that everybody else is asked.
 * References to secrets that are not new stay as they are.
 */
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

/** The draft without secrets in plain text: what looks like one goes to the secret storage when it is saved. */
export function withSavedSecrets({ core }: Pick<EditingServices, 'core'>, draft: Draft): Draft {
  const found = core().secretsIn(draft.name, draft.entry);
  const secrets = new Map(draft.secrets);
  for (const { name, value } of found) secrets.set(name, value);
  return { ...draft, secrets, entry: core().withSecretsMoved(draft.entry, found) };
}

/** The entry with a field set, or taken away where the value is nothing. */
export function withField(entry: RawEntry, field: string, value: unknown): RawEntry {
  const { [field]: _, ...others } = entry;
  if (value === undefined) return others;
  return field in entry ? { ...entry, [field]: value } : { ...others, [field]: value };
}

/** Whether it is reached by a URL. */
export function isRemoteEntry(entry: RawEntry): boolean {
  return (
    entry['type'] === 'http' || entry['type'] === 'sse' || (entry['type'] === undefined && 'url' in entry)
  );
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(first) ? first : `${first}.`;
}

/** Adds servers that were found elsewhere: the user chooses which, where, and what happens to their secrets. */
import { t } from '@vscode/l10n';
import { isDeepStrictEqual } from 'node:util';
import {
  describeLaunch,
  freeName,
  parseServers,
  secretsIn,
  sentenceOf,
  type FoundServer,
  type RawEntry,
  type Unread,
} from '../../mcp/index.ts';
import { readServersOf } from '../settings/settings.ts';
import { hasWorkspace, reportSettingsError, takenNames, type EditingServices } from './editingServices.ts';
import { saveDrafts, withSavedSecrets, type Draft } from './draft.ts';
import { askScope } from './fieldPrompts.ts';
import { askMany, askPick, type StepRow } from '../common/steps.ts';
import { separator, showInformationMessage, showWarningMessage } from '../ui/index.ts';
import { truncate } from '../../base/common/text.ts';

/** Characters of a notification. */
const MAX_UNREAD = 600;

export type AddResult = 'saved' | 'back' | 'left';

export interface FoundGroup {
  readonly label: string;
  readonly servers: readonly FoundServer[];
  readonly inputs: readonly RawEntry[];
  readonly unread: readonly Unread[];
}

/** A warning for each program: what is not taken over must not look as if it were. */
export function showUnread({ label, unread }: FoundGroup): void {
  if (unread.length === 0) return;
  const sentences = unread.map((each) => sentenceOf(each).localized).join(' ');
  void showWarningMessage(`Patchbay: ${label}: ${truncate(sentences, MAX_UNREAD)}`);
}

interface Candidate {
  readonly found: FoundServer;
  readonly inputs: readonly RawEntry[];
  readonly name: string;
  readonly state: 'new' | 'renamed' | 'same' | 'unusable';
  readonly note: string;
}

export async function addFoundServers(
  services: EditingServices,
  { title, canGoBack }: { readonly title: string; readonly canGoBack: boolean },
  groups: readonly FoundGroup[],
): Promise<AddResult> {
  for (const group of groups) showUnread(group);
  const candidates = judged(groups);
  const chosen = await askMany<Candidate>({
    title,
    canGoBack,
    placeholder: t('Select the servers to add'),
    rows: groups.flatMap(({ label, servers }) => [
      separator(label),
      ...candidates.filter(({ found }) => servers.includes(found)).map(rowOf),
    ]),
    picked: candidates.filter(({ state }) => state === 'new' || state === 'renamed'),
  });
  if (chosen.kind !== 'value') return chosen.kind;
  const usable = chosen.value.filter(({ state }) => state !== 'unusable');
  if (usable.length === 0) return 'left';
  const scope = hasWorkspace()
    ? await askScope({ title, canGoBack: false })
    : ({ kind: 'value', value: 'user' } as const);
  if (scope.kind !== 'value') return scope.kind;
  const drafts = usable.map(({ name, found, inputs }): Draft => {
    return { name, entry: found.entry, scope: scope.value, secrets: new Map(), inputs };
  });
  const kept = await askAboutSecrets(title, drafts);
  if (!kept) return 'left';
  const saved = await reportSettingsError(() => saveDrafts(services, scope.value, kept));
  if (!saved) return 'left';
  void showInformationMessage(t('Patchbay: added {0}.', kept.map(({ name }) => `"${name}"`).join(', ')));
  return 'saved';
}

function judged(groups: readonly FoundGroup[]): Candidate[] {
  const existing = { ...readServersOf('user'), ...readServersOf('workspace') };
  const taken = takenNames();
  return groups.flatMap(({ servers, inputs }) =>
    servers.map((found): Candidate => {
      const [checked] = parseServers({ [found.name]: found.entry });
      if (checked?.kind !== 'valid') {
        const why = checked?.problems[0]?.message ?? t('the definition is not valid');
        return { found, inputs, name: found.name, state: 'unusable', note: t('cannot be used: {0}', why) };
      }
      const launch = describeLaunch(checked.definition);
      if (isDeepStrictEqual(existing[found.name], found.entry))
        return { found, inputs, name: found.name, state: 'same', note: t('already exists · {0}', launch) };
      const name = freeName(found.name, taken);
      taken.push(name);
      return name === found.name
        ? { found, inputs, name, state: 'new', note: launch }
        : {
            found,
            inputs,
            name,
            state: 'renamed',
            note: t('"{0}" already exists, so this server is added as "{1}" · {2}', found.name, name, launch),
          };
    }),
  );
}

function rowOf(candidate: Candidate): StepRow<Candidate> {
  const icon = { new: 'plug', renamed: 'warning', same: 'check', unusable: 'error' }[candidate.state];
  return {
    label: candidate.name,
    description: candidate.note,
    icon,
    value: candidate,
  };
}

/** Undefined if the user leaves. */
async function askAboutSecrets(
  title: string,
  drafts: readonly Draft[],
): Promise<readonly Draft[] | undefined> {
  const found = drafts.flatMap(({ name, entry }) =>
    secretsIn(name, entry).map(({ path }) => `${name}: ${path[1]}`),
  );
  if (found.length === 0) return drafts;
  const answer = await askPick({
    title,
    placeholder:
      found.length === 1
        ? t('A value looks like a secret in plain text. Where do you want to store it?')
        : t('{0} values look like secrets in plain text. Where do you want to store them?', found.length),
    rows: [
      {
        icon: 'shield',
        label: t('Move to Secret Storage'),
        description: t('recommended'),
        detail: found.join(', '),
        value: true,
      },
      { icon: 'warning', label: t('Keep in Settings as Plain Text'), value: false },
    ],
  });
  if (answer.kind !== 'value') return undefined;
  return answer.value ? drafts.map((draft) => withSavedSecrets(draft)) : drafts;
}

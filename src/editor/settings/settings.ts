/**
 * Reads and writes Patchbay's settings, whose types, bounds and defaults are declared in src/contributions. What a
 * workspace defines counts only for settings of the scope `window` (docs/decisions/012-setting-scopes.md).
 */
import * as vscode from 'vscode';
import { readValue, type SettingName, type SettingValue } from '../../contributions/index.ts';
import { abilitiesOf, type Abilities, type TextCallsMode } from '../../models/index.ts';
import type { ConversationRetention, Retention } from '../../store/index.ts';
import type { ApprovalPolicy } from '../../tools/index.ts';
import { clientMetadataUrlOf } from './redirectRule.ts';
import type { InputEntry } from './inputs.ts';
import { workspaceUri } from './workspace.ts';
import { isRecord } from '../../base/common/guards.ts';

const section = 'patchbay';

/** Settings that have entries in each scope, which are not merged as the editor would. */
type SettingOfScopes = 'servers' | 'inputs';

/** The value of a setting, which fits the table whatever is written. */
export function readSetting<Name extends Exclude<SettingName, SettingOfScopes>>(
  name: Name,
): SettingValue<Name> {
  return readValue(name, vscode.workspace.getConfiguration(section));
}

/** What each scope has for a setting. What the workspace has must not count before it is trusted. */
function inspectScopes(name: SettingOfScopes) {
  return vscode.workspace.getConfiguration(section).inspect<unknown>(name);
}

/**
 * The value of `patchbay.servers`: the user's entries and, in a trusted workspace, the workspace's, which
 * replace the user's of the same name whole. (The editor's own merge would mix the fields of the two.)
 */
export function readServers(): unknown {
  const inspected = inspectScopes('servers');
  const user = inspected?.globalValue;
  const workspace = vscode.workspace.isTrusted ? inspected?.workspaceValue : undefined;
  if (workspace === undefined) return user;
  if (user === undefined || !isRecord(user) || !isRecord(workspace)) return workspace;
  return { ...user, ...workspace };
}

/** The entries of `patchbay.inputs`: the user's and then, in a trusted workspace, the workspace's. */
export function readInputs(): InputEntry[] {
  const inspected = inspectScopes('inputs');
  const { isTrusted } = vscode.workspace;
  const workspace = workspaceUri();
  const entries = (value: unknown, scope: string | undefined): InputEntry[] =>
    Array.isArray(value) ? value.map((entry: unknown) => ({ value: entry, scope })) : [];
  return [
    ...entries(inspected?.globalValue, undefined),
    ...(isTrusted ? entries(inspected?.workspaceValue, workspace) : []),
  ];
}

/** Whether `.vscode/mcp.json` is to be followed: never in a workspace that is not trusted. */
export function linksVscodeServers(): boolean {
  return vscode.workspace.isTrusted && readSetting('linkVscodeServers');
}

/** The entries of `patchbay.servers` as one scope has them, trusted or not; none if it is no object. */
export function readServersOf(scope: 'user' | 'workspace'): Readonly<Record<string, unknown>> {
  const found = inspectScopes('servers');
  const value = scope === 'user' ? found?.globalValue : found?.workspaceValue;
  return isRecord(value) ? value : {};
}

/** Where `patchbay.servers` of this name is written, so that it can be opened there. */
export function scopeOfServer(name: string): 'user' | 'workspace' {
  return Object.hasOwn(readServersOf('workspace'), name) ? 'workspace' : 'user';
}

/** What the user wrote about the model; empty values are left out. */
export function readModelSettings(): {
  baseURL?: string;
  model?: string;
  toolCalling: boolean;
} & Abilities {
  const baseURL = readSetting('model.baseUrl');
  const model = readSetting('model.name');
  return {
    ...(baseURL !== '' && { baseURL }),
    ...(model !== '' && { model }),
    toolCalling: readSetting('model.toolCalling'),
    ...abilitiesOf({
      contextWindow: readSetting('model.contextWindow'),
      images: readSetting('model.images'),
      parallelCalls: readSetting('model.parallelCalls'),
      schema: readSetting('model.schema'),
      textCalls: readSetting('model.textCalls'),
    }),
  };
}

/** The endpoints that the user has given names, as written, and the name of the chosen one. */
export function readProfiles(): { readonly value: unknown; readonly chosen: string | undefined } {
  const chosen = readSetting('model.profile');
  return { value: readSetting('model.profiles'), chosen: chosen === '' ? undefined : chosen };
}

/** The address of this client's metadata (CIMD), if the user has one to give. */
export function readClientMetadataUrl(): string | undefined {
  return clientMetadataUrlOf(readSetting('oauth.clientMetadataUrl'));
}

/** What the user says of approvals. */
export function readApprovalPolicy(): ApprovalPolicy {
  return {
    asks: readSetting('tools.approval') !== 'never',
    askingFreeTools: readSetting('approval.freeTools'),
    guardsDataFlow: readSetting('approval.dataFlowGuard') !== 'off',
  };
}

/** Has the free tools of these names ask, and no others. */
export async function writeAskingFreeTools(names: readonly string[]): Promise<void> {
  await writeOfUser('approval.freeTools', names);
}

/** Pins a server, or a tool as `server/tool`, or takes the pin away. Returns whether it is pinned now. */
export async function toggleAlwaysSend(name: string): Promise<boolean> {
  const pinned = readSetting('tools.alwaysSend');
  const isPinned = pinned.includes(name);
  await writeOfUser('tools.alwaysSend', isPinned ? pinned.filter((one) => one !== name) : [...pinned, name]);
  return !isPinned;
}

/** How much of the call history is kept. */
export function readRetention(): Retention {
  return { maxAgeDays: readSetting('history.maxAgeDays'), maxSizeMB: readSetting('history.maxSizeMB') };
}

/** How many conversations are kept. */
export function readConversationRetention(): ConversationRetention {
  return {
    maxAgeDays: readSetting('conversations.maxAgeDays'),
    maxNumber: readSetting('conversations.maxNumber'),
  };
}

/**
 * Keeps the chosen model in the user's settings. With it goes where it is: the editor, or the profile, or else the base URL if that is another one than before.
 */
export async function writeModel(choice: {
  model: string;
  provider?: 'editor';
  profile?: string;
  baseURL?: string;
}): Promise<void> {
  // The place first: a name without its place would be asked for at the old one.
  const { provider = 'endpoint' } = choice;
  if (provider !== readSetting('model.provider')) await writeOfUser('model.provider', provider);
  if (choice.baseURL !== undefined) await writeOfUser('model.baseUrl', choice.baseURL);
  const { chosen } = readProfiles();
  if (choice.profile !== chosen) await writeOfUser('model.profile', choice.profile ?? '');
  await writeOfUser('model.name', choice.model);
}

/**
 * Keeps whether calls in the text of the chosen model's answers count: with the chosen profile, else for the endpoint of
 * the settings. In the user's settings, which are the only ones that count.
 */
export async function writeTextCalls(value: TextCallsMode): Promise<void> {
  const { value: profiles, chosen } = readProfiles();
  const profile = isRecord(profiles) && chosen !== undefined ? profiles[chosen] : undefined;
  const isOfProfile = readSetting('model.provider') === 'endpoint' && isRecord(profile) && isRecord(profiles);
  await (isOfProfile && chosen !== undefined
    ? writeOfUser('model.profiles', { ...profiles, [chosen]: { ...profile, textCalls: value } })
    : writeOfUser('model.textCalls', value));
  await untilRead(() => {
    const { value: now } = readProfiles();
    const read = isOfProfile && isRecord(now) && chosen !== undefined ? now[chosen] : readModelSettings();
    return isRecord(read) && read['textCalls'] === value;
  });
}

/** Writes a setting into the user's settings. */
async function writeOfUser<Name extends SettingName>(name: Name, value: SettingValue<Name>): Promise<void> {
  await vscode.workspace.getConfiguration(section).update(name, value, vscode.ConfigurationTarget.Global);
}

/** How long a setting that was written may take until it is read here: in a remote window it comes back from the other side. */
const READ_LIMIT_MS = 3_000;

/** Resolves when the settings are as they should be, or have taken too long. */
async function untilRead(isRead: () => boolean): Promise<void> {
  if (isRead()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, READ_LIMIT_MS);
  const subscription = vscode.workspace.onDidChangeConfiguration(() => {
    if (isRead()) resolve();
  });
  await promise;
  clearTimeout(timer);
  subscription.dispose();
}

/** Whether a change of the settings touches one of these. */
export function affects(event: vscode.ConfigurationChangeEvent, ...names: SettingName[]): boolean {
  return names.some((name) => event.affectsConfiguration(`${section}.${name}`));
}

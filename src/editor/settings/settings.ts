/** Patchbay's settings. A workspace sets only those of scope `window` (docs/decisions/012-setting-scopes.md). */
import * as vscode from 'vscode';
import {
  pageSettingNames,
  readValue,
  settings,
  type PageSettings,
  type SettingName,
  type SettingValue,
} from '../../contributions/index.ts';
import { abilitiesOf, type Abilities, type TextCallsMode } from '../../models/index.ts';
import type { ConversationRetention, Retention } from '../../store/index.ts';
import {
  scopedToolSets,
  type ApprovalPolicy,
  type NamedToolSet,
  type ScopedToolSet,
} from '../../tools/index.ts';
import { SettingCache } from './settingCache.ts';
import { clientMetadataUrlOf } from './redirectRule.ts';
import type { InputEntry } from './inputs.ts';
import { workspaceUri } from './workspace.ts';
import { isRecord } from '../../base/common/guards.ts';

const section = 'patchbay';

const configuration = () => vscode.workspace.getConfiguration(section);

type SettingOfScopes = 'servers' | 'inputs' | 'tools.sets';

/** All settings but those whose scopes Patchbay reads one by one. */
export type PlainSettingName = Exclude<SettingName, SettingOfScopes>;

export function readSetting<Name extends PlainSettingName>(name: Name): SettingValue<Name> {
  return cache ? cache.read(name) : readNow(name);
}

const readNow = <Name extends SettingName>(name: Name): SettingValue<Name> =>
  readValue(name, configuration());

const pageSettings = pageSettingNames(settings);

export function readPageSettings(): PageSettings {
  return Object.fromEntries(pageSettings.map((name) => [name, readNow(name)]));
}

export function affectsPages(event: vscode.ConfigurationChangeEvent): boolean {
  return affects(event, ...pageSettings);
}

let cache: SettingCache | undefined;

/** Caches settings until it is disposed of. Call it before anything listens to their changes. */
export function cacheSettings(): vscode.Disposable {
  const values = (cache = new SettingCache(readNow));
  const subscription = vscode.workspace.onDidChangeConfiguration(() => values.clear());
  return vscode.Disposable.from(subscription, { dispose: () => (cache = undefined) });
}

/** The workspace's value must not be used before it is trusted. */
function inspectScopes(name: SettingOfScopes) {
  return configuration().inspect<unknown>(name);
}

/** An entry of a trusted workspace replaces the user's of the same name. VS Code would merge their fields. */
export function readServers(): unknown {
  const inspected = inspectScopes('servers');
  const user = inspected?.globalValue;
  const workspace = vscode.workspace.isTrusted ? inspected?.workspaceValue : undefined;
  if (workspace === undefined) return user;
  if (user === undefined || !isRecord(user) || !isRecord(workspace)) return workspace;
  return { ...user, ...workspace };
}

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

export function linksVscodeServers(): boolean {
  return vscode.workspace.isTrusted && readSetting('linkVscodeServers');
}

/** Reads the servers of a scope, whether the workspace is trusted or not. */
export function readServersOf(scope: 'user' | 'workspace'): Readonly<Record<string, unknown>> {
  const found = inspectScopes('servers');
  const value = scope === 'user' ? found?.globalValue : found?.workspaceValue;
  return isRecord(value) ? value : {};
}

export function scopeOfServer(name: string): 'user' | 'workspace' {
  return Object.hasOwn(readServersOf('workspace'), name) ? 'workspace' : 'user';
}

export function readToolSets(): readonly ScopedToolSet[] {
  const found = inspectScopes('tools.sets');
  return scopedToolSets(found?.globalValue, found?.workspaceValue, vscode.workspace.isTrusted);
}

/**
 * Writes a tool set, or deletes it if `set` is undefined. `before` is its name until now. Everything else in the
 * setting stays as it is.
 */
export async function writeToolSet(
  scope: ScopedToolSet['scope'],
  set: NamedToolSet | undefined,
  before = set?.name,
): Promise<void> {
  const found = inspectScopes('tools.sets');
  const value = scope === 'user' ? found?.globalValue : found?.workspaceValue;
  const written = Object.entries(isRecord(value) ? value : {});
  const entry: [string, unknown][] = set ? [[set.name, set.members]] : [];
  const place = written.findIndex(([name]) => name === before);
  written.splice(place < 0 ? written.length : place, place < 0 ? 0 : 1, ...entry);
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await configuration().update(
    'tools.sets',
    Object.fromEntries(written),
    scope === 'user' ? Global : Workspace,
  );
}

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
      api: readSetting('model.api'),
      contextWindow: readSetting('model.contextWindow'),
      images: readSetting('model.images'),
      parallelCalls: readSetting('model.parallelCalls'),
      schema: readSetting('model.schema'),
      textCalls: readSetting('model.textCalls'),
      request: readSetting('model.request'),
    }),
  };
}

export function readProfiles(): { readonly value: unknown; readonly chosen: string | undefined } {
  const chosen = readSetting('model.profile');
  return { value: readSetting('model.profiles'), chosen: chosen === '' ? undefined : chosen };
}

export function readClientMetadataUrl(): string | undefined {
  return clientMetadataUrlOf(readSetting('oauth.clientMetadataUrl'));
}

export function readApprovalPolicy(): ApprovalPolicy {
  return {
    mode: readSetting('tools.approval'),
    askingFreeTools: readSetting('approval.freeTools'),
    guardsDataFlow: readSetting('approval.dataFlowGuard') !== 'off',
  };
}

export async function writeAskingFreeTools(names: readonly string[]): Promise<void> {
  await writeOfUser('approval.freeTools', names);
}

/** Pins or unpins a server, or a tool as `server/tool`. Returns whether it is pinned. */
export async function toggleAlwaysSend(name: string): Promise<boolean> {
  const pinned = readSetting('tools.alwaysSend');
  const isPinned = pinned.includes(name);
  await writeOfUser('tools.alwaysSend', isPinned ? pinned.filter((one) => one !== name) : [...pinned, name]);
  return !isPinned;
}

export function readRetention(): Retention {
  return { maxAgeDays: readSetting('history.maxAgeDays'), maxSizeMB: readSetting('history.maxSizeMB') };
}

export function readConversationRetention(): ConversationRetention {
  return {
    maxAgeDays: readSetting('conversations.maxAgeDays'),
    maxNumber: readSetting('conversations.maxNumber'),
  };
}

/** Saves the chosen model and its place: VS Code, a profile, or a base URL that differs from the current one. */
export async function writeModel(choice: {
  model: string;
  provider?: 'editor';
  profile?: string;
  baseURL?: string;
}): Promise<void> {
  // The place is written first: the new name must not be requested at the old place.
  const { provider = 'endpoint' } = choice;
  if (provider !== readSetting('model.provider')) await writeOfUser('model.provider', provider);
  if (choice.baseURL !== undefined) await writeOfUser('model.baseUrl', choice.baseURL);
  const { chosen } = readProfiles();
  if (choice.profile !== chosen) await writeOfUser('model.profile', choice.profile ?? '');
  await writeOfUser('model.name', choice.model);
}

/** Sets whether tool calls in the text of answers count, for the chosen profile or the endpoint of the settings. */
export async function writeTextCalls(value: TextCallsMode): Promise<void> {
  const { isOfProfile, before } = modelEntry();
  await (isOfProfile ? writeProfile({ ...before, textCalls: value }) : writeOfUser('model.textCalls', value));
  await untilRead(() => modelEntry().before['textCalls'] === value);
}

/**
 * Sets the reasoning effort, for the chosen profile or the endpoint of the settings. Empty means the model's default.
 */
export async function writeEffort(effort: string): Promise<void> {
  const { isOfProfile, before } = modelEntry();
  const { effort: _, ...others } = isRecord(before['request']) ? before['request'] : {};
  const request = { ...others, ...(effort !== '' && { effort }) };
  await (isOfProfile ? writeProfile({ ...before, request }) : writeOfUser('model.request', request));
}

/** Returns the chosen profile as it is written, or else the endpoint of the settings. */
function modelEntry(): { readonly isOfProfile: boolean; readonly before: Readonly<Record<string, unknown>> } {
  const { value, chosen } = readProfiles();
  const profile = isRecord(value) && chosen !== undefined ? value[chosen] : undefined;
  return readSetting('model.provider') === 'endpoint' && isRecord(profile)
    ? { isOfProfile: true, before: profile }
    : { isOfProfile: false, before: { ...readModelSettings() } };
}

async function writeProfile(profile: Readonly<Record<string, unknown>>): Promise<void> {
  const { value, chosen = '' } = readProfiles();
  await writeOfUser('model.profiles', { ...(isRecord(value) && value), [chosen]: profile });
}

async function writeOfUser<Name extends SettingName>(name: Name, value: SettingValue<Name>): Promise<void> {
  await configuration().update(name, value, vscode.ConfigurationTarget.Global);
}

/** Limit for reading back a written value, which in a remote window returns from the other side. */
const READ_LIMIT_MS = 3_000;

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

export function affects(event: vscode.ConfigurationChangeEvent, ...names: SettingName[]): boolean {
  return names.some((name) => event.affectsConfiguration(`${section}.${name}`));
}

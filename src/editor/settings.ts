/** Reads Patchbay's settings. What a workspace defines counts only once the workspace is trusted. */
import * as vscode from 'vscode';
import { abilitiesOf, type Abilities } from '../models/index.ts';
import type { ConversationRetention, Retention } from '../store/index.ts';
import { clientMetadataUrlOf } from './auth/redirectRule.ts';
import { settings } from './ids.ts';
import type { InputEntry } from './inputs.ts';
import { workspaceUri } from './workspace.ts';

const section = 'patchbay';

/**
 * The value of `patchbay.servers`: the user's entries and, in a trusted workspace, the workspace's, which
 * replace the user's of the same name whole. (The editor's own merge would mix the fields of the two.)
 */
export function readServers(): unknown {
  const inspected = vscode.workspace.getConfiguration(section).inspect<unknown>(settings.servers);
  const user = inspected?.globalValue;
  const workspace = vscode.workspace.isTrusted ? inspected?.workspaceValue : undefined;
  if (workspace === undefined) return user;
  if (user === undefined || !isObject(user) || !isObject(workspace)) return workspace;
  return { ...user, ...workspace };
}

/**
 * Which servers this machine lets run, as written. The editor takes the setting from the machine alone: a workspace
 * has no say in it.
 */
export function readPolicy(): unknown {
  return vscode.workspace.getConfiguration(section).get<unknown>(settings.policy);
}

/** The entries of `patchbay.inputs`: the user's and then, in a trusted workspace, the workspace's. */
export function readInputs(): InputEntry[] {
  const inspected = vscode.workspace.getConfiguration(section).inspect<unknown>(settings.inputs);
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
  const config = vscode.workspace.getConfiguration(section);
  return vscode.workspace.isTrusted && config.get<boolean>(settings.linkVscodeServers, false);
}

/** The entries of `patchbay.servers` as one scope has them, trusted or not; none if it is no object. */
export function readServersOf(scope: 'user' | 'workspace'): Readonly<Record<string, unknown>> {
  const found = vscode.workspace.getConfiguration(section).inspect<unknown>(settings.servers);
  const value = scope === 'user' ? found?.globalValue : found?.workspaceValue;
  return isObject(value) ? value : {};
}

/** Where `patchbay.servers` of this name is written, so that it can be opened there. */
export function scopeOfServer(name: string): 'user' | 'workspace' {
  return Object.hasOwn(readServersOf('workspace'), name) ? 'workspace' : 'user';
}

/** Whether messages of servers are recorded before somebody opens a server's page. */
export function recordsMessages(): boolean {
  return vscode.workspace.getConfiguration(section).get<string>(settings.recordMessages) === 'always';
}

/** What the user wrote about the model; empty values are left out. */
export function readModelSettings(): {
  baseURL?: string;
  model?: string;
  toolCalling: boolean;
} & Abilities {
  const config = vscode.workspace.getConfiguration(section);
  const baseURL = config.get<string>(settings.baseUrl, '').trim();
  const model = config.get<string>(settings.model, '').trim();
  return {
    ...(baseURL !== '' && { baseURL }),
    ...(model !== '' && { model }),
    toolCalling: config.get<boolean>(settings.toolCalling, true),
    ...abilitiesOf({
      contextWindow: config.get<unknown>(settings.contextWindow),
      images: config.get<unknown>(settings.images),
      parallelCalls: config.get<unknown>(settings.parallelCalls),
      schema: config.get<unknown>(settings.schema),
    }),
  };
}

/** Where the chosen model is. A workspace has no say in it. */
export function readProvider(): 'endpoint' | 'editor' {
  const value = vscode.workspace.getConfiguration(section).get<string>(settings.provider);
  return value === 'editor' ? value : 'endpoint';
}

/** The endpoints that the user has given names, as written, and the name of the chosen one. */
export function readProfiles(): { readonly value: unknown; readonly chosen: string | undefined } {
  const config = vscode.workspace.getConfiguration(section);
  const chosen = config.get<string>(settings.profile, '').trim();
  return { value: config.get<unknown>(settings.profiles), chosen: chosen === '' ? undefined : chosen };
}

/** The address of this client's metadata (CIMD), if the user has one to give. */
export function readClientMetadataUrl(): string | undefined {
  const value = vscode.workspace.getConfiguration(section).get<string>(settings.clientMetadataUrl, '');
  return clientMetadataUrlOf(value);
}

/** Steps a turn may take; the loop clamps it. */
export function readMaxIterations(): number {
  return vscode.workspace.getConfiguration(section).get<number>(settings.maxIterations, 10);
}

/** What the model gets of one result at most, in tokens; undefined: what is usual. */
export function readMaxResultTokens(): number | undefined {
  return positive(vscode.workspace.getConfiguration(section).get<unknown>(settings.maxResultTokens));
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}

/** How long in ms a turn waits for servers that are still connecting. */
export function readServerGrace(): number {
  const value = vscode.workspace.getConfiguration(section).get<number>(settings.serverGrace, 2_000);
  return Number.isFinite(value) ? Math.max(0, value) : 2_000;
}

/** Whether tools ask before they run, where no permission covers them. A workspace has no say in it. */
export function asksForApproval(): boolean {
  return vscode.workspace.getConfiguration(section).get<string>(settings.approval) !== 'never';
}

/** How many requests to the model each server may make in a minute. */
export function readSamplingPerMinute(): number {
  const value = vscode.workspace.getConfiguration(section).get<number>(settings.samplingPerMinute, 10);
  return Number.isFinite(value) ? Math.max(0, value) : 10;
}

/** Whether the user wants to see what the model answers to a server before the server does. */
export function reviewsSampling(): boolean {
  return vscode.workspace.getConfiguration(section).get<boolean>(settings.reviewSampling, false);
}

/** How much of the call history is kept. */
export function readRetention(): Retention {
  return { maxAgeDays: numberOf(settings.historyAge, 90), maxSizeMB: numberOf(settings.historySize, 500) };
}

/** How many conversations are kept. */
export function readConversationRetention(): ConversationRetention {
  return {
    maxAgeDays: numberOf(settings.conversationAge, 365),
    maxNumber: numberOf(settings.conversationNumber, 2_000),
  };
}

function numberOf(key: string, usual: number): number {
  const value = vscode.workspace.getConfiguration(section).get<unknown>(key);
  return typeof value === 'number' && Number.isFinite(value) ? value : usual;
}

/** Where the user wants the chat. */
export function chatLocation(): 'secondarySideBar' | 'activityBar' {
  const value = vscode.workspace.getConfiguration(section).get<string>(settings.chatLocation);
  return value === 'activityBar' ? value : 'secondarySideBar';
}

/** How long a turn has to take, in seconds, for its end to be told where nobody sees it; 0: it is not told. */
export function readAnnounceAfter(): number {
  return numberOf(settings.announceAfter, 10);
}

/** Whether the model gives conversations their titles. */
export function titlesByModel(): boolean {
  return vscode.workspace.getConfiguration(section).get<boolean>(settings.modelTitles, true);
}

/** The ports of this machine on which model servers may be listening. */
export function readLocalPorts(): number[] {
  const value = vscode.workspace.getConfiguration(section).get<unknown>(settings.localPorts);
  return Array.isArray(value) ? value.filter((port) => typeof port === 'number') : [];
}

/**
 * Keeps the chosen model in the user's settings, or in the workspace's where that already says which. With it
 * goes where it is: the editor, or the profile, or else the base URL if that is another one than before.
 */
export async function writeModel(choice: {
  model: string;
  provider?: 'editor';
  profile?: string;
  baseURL?: string;
}): Promise<void> {
  const config = vscode.workspace.getConfiguration(section);
  const write = async (key: string, value: string): Promise<void> => {
    const inWorkspace = config.inspect<string>(key)?.workspaceValue !== undefined;
    const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
    await config.update(key, value, target);
  };
  // The place first: a name without its place would be asked for at the old one.
  const { provider = 'endpoint' } = choice;
  if (provider !== readProvider()) await write(settings.provider, provider);
  if (choice.baseURL !== undefined) await write(settings.baseUrl, choice.baseURL);
  const { chosen } = readProfiles();
  if (choice.profile !== chosen) await write(settings.profile, choice.profile ?? '');
  await write(settings.model, choice.model);
}

/** Whether a change of the settings touches one of Patchbay's. */
export function affects(event: vscode.ConfigurationChangeEvent, ...keys: (keyof typeof settings)[]): boolean {
  return keys.some((key) => event.affectsConfiguration(`${section}.${settings[key]}`));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the servers tree shows: one node for each server or invalid entry, below it one for each tool. */
import * as vscode from 'vscode';
import {
  describeLaunch,
  labelOf,
  plainLabel,
  plainText,
  type InvalidServer,
  type Server,
} from '../../mcp/index.ts';
import { needsSignIn } from '../auth/commands.ts';
import { commands } from '../ids.ts';
import type { BuiltInNode } from './builtInNodes.ts';
import type { CustomNode } from './customNodes.ts';
import { groupsOf, type OfferNode } from './offerNodes.ts';

/** Lines of details in a hover, and characters of one. */
const MAX_DETAILS = 10;
const MAX_DETAIL = 200;
/** Characters of a tool's description in its hover. */
const MAX_DESCRIPTION = 2_000;

/** A row of the tree. Nodes are kept and reused, because the editor tells rows apart by identity. */
export type Node =
  | { readonly kind: 'server'; readonly server: Server }
  | { readonly kind: 'invalid'; readonly entry: InvalidServer }
  | { readonly kind: 'tool'; readonly server: Server; readonly tool: ToolRow }
  | OfferNode
  | BuiltInNode
  | CustomNode;

/** A tool as the tree knows it, live or remembered from the last connection. */
export interface ToolRow {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** What a server row says besides its own state. */
export interface ServerFacts {
  readonly enabledTools: number;
  readonly totalTools: number;
}

/** The row of a server: state as an icon, tools and command or URL as its description. */
export function serverItem(server: Server, { enabledTools, totalTools }: ServerFacts): vscode.TreeItem {
  const { state } = server;
  const hasChildren = totalTools > 0 || groupsOf(server).length > 0;
  const collapsible = hasChildren
    ? vscode.TreeItemCollapsibleState.Collapsed
    : vscode.TreeItemCollapsibleState.None;
  const item = new vscode.TreeItem(server.name, collapsible);
  const launch = describeLaunch(server.definition);
  const count = enabledTools === totalTools ? `${totalTools}` : `${enabledTools} of ${totalTools}`;
  const tools = `${count} ${totalTools === 1 ? 'tool' : 'tools'}`;
  item.id = `server:${server.name}`;
  item.contextValue = `server.${state.kind}${server.definition.enabled ? '' : '.off'}${server.signedIn ? '.signedIn' : ''}`;
  item.iconPath = stateIcon(state.kind);
  if (needsSignIn(server)) {
    item.contextValue += '.signIn';
    item.iconPath = new vscode.ThemeIcon('key', new vscode.ThemeColor('list.warningForeground'));
    item.command = { command: commands.signIn, title: 'Sign In', arguments: [server.name] };
  }
  const shown =
    state.kind === 'connected' ? `${tools}${missingCount(state.catalog.problems)}` : stateText(server);
  item.description = `${shown} · ${launch}`;
  item.tooltip = serverTooltip(server, tools, launch);
  const problems = state.kind === 'connected' ? missingCount(state.catalog.problems) : '';
  item.accessibilityInformation = { label: `${server.name}, ${stateText(server)}, ${tools}${problems}` };
  return item;
}

/** The row of an entry that cannot be used: what is wrong, and where. */
export function invalidItem({ name, problems }: InvalidServer): vscode.TreeItem {
  const item = new vscode.TreeItem(name === '' ? '(no name)' : name);
  const first = problems[0];
  item.id = `invalid:${name}`;
  item.contextValue = 'server.invalid';
  item.iconPath = stateIcon('error');
  const field = first?.path.replace(`patchbay.servers.${name}`, '').replace(/^\./, '');
  item.description = `invalid: ${[field, first?.message].filter(Boolean).join(' ')}`;
  const problemLines = problems.map(({ path, message }) => `- ${plain(path)}: ${plain(message)}`);
  item.tooltip = new vscode.MarkdownString(
    [
      '**This entry of the settings is not valid.**',
      ...problemLines,
      'Correct it in the settings; it is read again by itself.',
    ].join('\n\n'),
  );
  return item;
}

/** How a tool stands with the model. */
export interface ToolFacts {
  readonly enabled: boolean;
  /** For the server's own app alone; the model never gets it. */
  readonly appOnly: boolean;
  /** Known while the server is connected. */
  readonly wireName: string | undefined;
  /** Why the newest request to the model went without the tool although it is switched on. */
  readonly leftOut: string | undefined;
}

/** The row of a tool, with a checkbox if there is a choice. */
export function toolItem(
  server: Server,
  tool: ToolRow,
  { enabled, appOnly, wireName, leftOut }: ToolFacts,
): vscode.TreeItem {
  const label = labelOf(tool);
  const description = plainText(tool.description, MAX_DESCRIPTION);
  const item = new vscode.TreeItem(label);
  item.id = `tool:${server.name}:${tool.name}`;
  item.contextValue = 'tool';
  const line = firstLine(description ?? '');
  const isMissing = enabled && !appOnly && leftOut !== undefined;
  item.description = isMissing
    ? `not sent to the model: ${leftOut}`
    : appOnly
      ? ['app only', line].filter(Boolean).join(' · ')
      : line;
  if (isMissing)
    item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  if (!appOnly)
    item.checkboxState = {
      state: enabled ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked,
      tooltip: enabled && !isMissing ? 'The model can use this tool' : 'The model does not get this tool',
      accessibilityInformation: {
        label: `${label}, ${enabled ? 'on' : 'off'}${isMissing ? ', not sent to the model' : ''}`,
      },
    };
  const known = appOnly
    ? 'It is for the app of its server alone. The model does not get it.'
    : wireName === undefined
      ? 'Its server is not connected.'
      : `The model knows it as \`${wireName}\``;
  const paragraphs = [
    `**${plain(label)}**`,
    ...(isMissing ? [`$(warning) Not sent to the model: ${plain(leftOut)}`] : []),
    ...(description === undefined ? [] : [plain(description)]),
    known,
  ];
  item.tooltip = new vscode.MarkdownString(paragraphs.join('\n\n'), true);
  return item;
}

function serverTooltip(server: Server, tools: string, launch: string): vscode.MarkdownString {
  const { state } = server;
  const paragraphs = [`**${plain(server.name)}** · ${stateName(server)}`];
  if (state.kind === 'error') {
    paragraphs.push(`$(${needsSignIn(server) ? 'key' : 'error'}) ${plain(state.failure.message)}`);
    if (state.retry) {
      const at = new Date(state.retry.at).toLocaleTimeString();
      paragraphs.push(`$(sync) ${plain(`It is started again at ${at}, attempt ${state.retry.attempt}.`)}`);
    }
    paragraphs.push(plain(state.failure.next));
  }
  if (state.kind === 'connecting' && state.after)
    paragraphs.push(`$(warning) ${plain(state.after.message)}`, 'It is being started again.');
  if (state.kind === 'connected') {
    const { catalog, setupMs } = state;
    const version = [catalog.server && labelOf(catalog.server), plainLabel(catalog.server?.version, 40)]
      .filter(Boolean)
      .join(' ');
    paragraphs.push(
      plain(`${version || 'Unnamed server'}, MCP ${catalog.protocolVersion}`),
      `${tools}, ${catalog.prompts.length} prompts, ${catalog.resources.length} resources`,
      `Connected in ${Math.round(setupMs)} ms`,
      ...catalog.problems.map((problem) => `$(warning) ${plain(problem)}`),
    );
  }
  paragraphs.push(plain(launch));
  // Last, as the one thing that may be long.
  if (state.kind === 'error' && state.failure.details !== undefined)
    paragraphs.push(detailsOf(state.failure.details));
  return new vscode.MarkdownString(paragraphs.join('\n\n'), true);
}

/** That there is more to say of a connected server, for its row; the hover says what. */
function missingCount(problems: readonly string[]): string {
  if (problems.length === 0) return '';
  return problems.length === 1 ? ' · ⚠ 1 problem' : ` · ⚠ ${problems.length} problems`;
}

/** What is too long for a sentence, such as the folders of PATH: one a line, and the rest is in the log. */
function detailsOf(details: string): string {
  const lines = details.split('\n');
  const shown = lines.slice(0, MAX_DETAILS).map((line) => plain(plainLabel(line, MAX_DETAIL) ?? ''));
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`… and ${more} more; see its log`] : [])].join('  \n');
}

/** Text of servers and settings as it is, whatever markdown or icon it would make. */
function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replace(/[\\`*_{}[\]()#+\-.!~|<>$]/g, '\\$&');
}

function stateText(server: Server): string {
  const { state } = server;
  if (state.kind === 'connecting' && state.after)
    return `reconnecting… after: ${firstLine(state.after.message)}`;
  if (needsSignIn(server)) return 'sign-in needed';
  if (state.kind !== 'error') return stateName(server);
  const error = `error: ${firstLine(state.failure.message)}`;
  if (!state.retry) return error;
  // Said once, when the row is drawn: the state changes when the time has come.
  const seconds = Math.max(1, Math.ceil((state.retry.at - Date.now()) / 1_000));
  return `${error} · reconnecting in ${seconds} s (attempt ${state.retry.attempt})`;
}

function stateName(server: Server): string {
  const { state, definition } = server;
  if (needsSignIn(server)) return 'sign-in needed';
  if (state.kind === 'connecting') return 'connecting…';
  if (state.kind === 'disconnected' && !definition.enabled) return 'disabled';
  return state.kind;
}

function stateIcon(kind: Server['state']['kind']): vscode.ThemeIcon {
  switch (kind) {
    case 'connected':
      return new vscode.ThemeIcon('pass-filled', new vscode.ThemeColor('testing.iconPassed'));
    case 'connecting':
      return new vscode.ThemeIcon('loading~spin');
    case 'error':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed'));
    case 'disconnected':
      return new vscode.ThemeIcon('circle-outline');
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
